import { seconds } from '../base/clock.ts'
import { CallFailed, NotCalled } from '../outgoing/call-failed.ts'
import type { Caller } from '../outgoing/caller.ts'
import { readPage } from '../outgoing/pages.ts'
import type { Website } from '../store/websites.ts'
import type { Context } from './context.ts'
import { followMessages } from './followers.ts'
import { renderAgain, rerenderMessage } from './message-rerendering.ts'
import { findOrganization } from './organization.ts'
import { isWorthReading, pageOf } from './websites.ts'

/**
 * Shows websites below messages that link them (markdown 5.4), where the organization wants that:
 * reads them after the message was sent or edited, remembers what they say of themselves, and
 * renders the message anew. Messages whose websites were being read when the server stopped stay
 * without.
 */
export function startLinkPreviews(ctx: Context, caller: Caller) {
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

  followMessages(ctx, {
    name: 'link previews',
    concerns: ({ rendered }) => rendered.includes('<a href="http') && isOn(ctx),
    async work({ id }) {
      const read = await Promise.all(pagesToRead(ctx, id).map(readOnce))
      const websites = read.filter((website) => website !== undefined)
      if (websites.length > 0) await show(ctx, id, websites)
    },
  })
}

const isOn = (ctx: Context) => findOrganization(ctx)?.settings.inline_url_embed_preview === true

/** The pages that a message links and that nothing is known of. */
function pagesToRead(ctx: Context, messageId: number): string[] {
  const message = ctx.store.messages.find(messageId)
  const links = message && renderAgain(ctx, message)?.linksToPreview
  const pages = new Set(links?.map(pageOf))
  return [...pages].filter((page) => isWorthReading(ctx, page))
}

/** The message may be another by now, or gone; what was read is remembered in any case. */
const show = (ctx: Context, messageId: number, websites: readonly Website[]) =>
  ctx.commit((emit) => {
    for (const website of websites) ctx.store.websites.save(website)
    if (isOn(ctx)) rerenderMessage(ctx, emit, messageId)
  })
