// Reads websites that messages link and shows previews of them.

import { seconds } from '../../base/clock.ts'
import { CallFailed, NotCalled } from '../../outgoing-http/call-failed.ts'
import type { Caller } from '../../outgoing-http/caller.ts'
import { readPage } from '../../outgoing-http/pages.ts'
import type { Website } from '../../store/tables/websites.ts'
import { isWorthReading, pageOf } from '../content/websites.ts'
import { onMessagesCommitted } from '../kernel/commit-listeners.ts'
import type { App, Context } from '../kernel/context.ts'
import { findOrganization } from '../organization/organization.ts'
import { prepareRerendering, renderAgain, rerenderMessage } from './message-rerendering.ts'

/**
 * Adds website previews to messages if the organization wants them: reads the pages after a message
 * was sent or edited, stores the previews, and renders the message again. A message whose pages were
 * being read when the server stopped stays without previews.
 */
export function startLinkPreviews(ctx: App, caller: Caller) {
  /** Websites being read now, so that none is read twice at once. */
  const reading = new Map<string, Promise<Website | undefined>>()

  function readOnce(page: string): Promise<Website | undefined> {
    const started = reading.get(page) ?? read(page).finally(() => reading.delete(page))
    reading.set(page, started)
    return started
  }

  async function read(page: string): Promise<Website | undefined> {
    const nothing = { image_url: null, title: null, description: null }
    const describe = (found: Omit<Website, 'url' | 'read_at'>) => ({
      url: page,
      read_at: seconds(ctx.clock),
      ...found,
    })
    try {
      const { imageUrl, title, description } = await readPage(caller, page)
      if (imageUrl === undefined) return describe(nothing)
      return describe({
        image_url: imageUrl,
        title: title ?? null,
        description: description ?? null,
      })
    } catch (error) {
      if (error instanceof NotCalled) return undefined
      if (error instanceof CallFailed) return describe(nothing)
      throw error
    }
  }

  onMessagesCommitted(ctx, {
    name: 'link previews',
    isInterested: ({ rendered }) => rendered.includes('<a href="http') && isOn(ctx),
    async work({ id }) {
      await prepareRerendering(ctx, id)
      const read = await Promise.all(pagesToRead(ctx, id).map(readOnce))
      const websites = read.filter((website) => website !== undefined)
      if (websites.length > 0) await show(ctx, id, websites)
    },
  })
}

const isOn = (ctx: Context) => findOrganization(ctx)?.settings.inline_url_embed_preview === true

/** The linked pages of a message that have no stored preview. */
function pagesToRead(ctx: Context, messageId: number): string[] {
  const message = ctx.store.messages.find(messageId)
  const links = message && renderAgain(ctx, message)?.linksToPreview
  const pages = new Set(links?.map(pageOf))
  return [...pages].filter((page) => isWorthReading(ctx, page))
}

/** Stores previews and renders the message again, if it still exists. */
const show = (ctx: App, messageId: number, websites: readonly Website[]) =>
  ctx.commit((tx) => {
    for (const website of websites) tx.store.websites.save(website)
    if (isOn(tx)) rerenderMessage(tx, messageId)
  })
