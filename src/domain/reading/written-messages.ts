// The JSON of messages as one reader asked for them. What takes long about many messages is written
// ahead, in slices with turns for others, so that the page itself can be put together at once.

import { makePause, nextTurn } from '../../base/jobs.ts'
import { utf8Of } from '../../base/json.ts'
import { type MessageFormat, shownTopic } from '../../events/types/message-format.ts'
import { highlightHtml, highlightTopic } from '../../text/search/search-text.ts'
import type { Context, MessageTexts } from '../kernel/context.ts'
import type { Viewer } from '../kernel/viewer.ts'
import { messageJsonPrefixFor } from '../messages/message-views.ts'
import { seesEveryone } from '../users/users.ts'

/** Whether a word of a message is one that was searched for. */
export type IsMatch = (word: string) => boolean

/** What was asked for, the same in all turns. */
export interface Reading {
  viewer: Viewer
  format: MessageFormat
  /** undefined: nothing was searched for. */
  highlights: IsMatch | undefined
}

/** A message without the reader's flags, as UTF-8: what comes before them, and what after. */
interface Written {
  open: string
  close: string
}

/** Written for this reader alone, from the JSON that all share. */
interface Own extends Written {
  shared: string
}

const END = '}'

/** Writes the messages of one request. */
export class MessageWriter {
  readonly #reading: Reading
  readonly #own = new Map<number, Own>()
  /** Of messages that were written ahead; other readers must not crowd them out. */
  #texts: MessageTexts | undefined

  constructor(reading: Reading) {
    this.#reading = reading
  }

  /** Makes a function that writes messages in this turn. */
  inThisTurn(ctx: Context): (id: number) => Written {
    const { viewer, format, highlights } = this.#reading
    const texts = this.#texts ?? ctx.messageCache
    const open = messageJsonPrefixFor(ctx, viewer, format, texts)
    const isShared = viewer === undefined || seesEveryone(ctx, viewer)
    if (isShared && !highlights) return (id) => ({ open: open(id), close: END })
    const sharedText = texts.inThisTurn(ctx, format)
    return (id) => {
      // As soon as anything about the message has changed, this is another text.
      const shared = sharedText(id)
      const known = this.#own.get(id)
      if (known?.shared === shared) return known
      const close = highlights ? matchesOf(ctx, id, highlights, format) : END
      const written = { shared, open: isShared ? shared : open(id), close }
      this.#own.set(id, written)
      return written
    }
  }

  /**
   * Writes messages ahead, in the order given, until they are more than an answer has room for.
   * @param readableNow makes a function that says which of some messages exist and may be read in this turn
   */
  async ahead(
    ctx: Context,
    ids: readonly number[],
    mostBytes: number,
    readableNow: () => (ids: readonly number[]) => readonly number[],
  ) {
    this.#texts ??= ctx.messageCache.ofPage()
    let room = mostBytes
    const pause = makePause()
    let write = this.inThisTurn(ctx)
    let readable = readableNow()
    for (let at = 0; at < ids.length && room > 0; at += PORTION) {
      if (await pause()) {
        write = this.inThisTurn(ctx)
        readable = readableNow()
      }
      for (const id of readable(ids.slice(at, at + PORTION))) {
        const { open, close } = write(id)
        room -= open.length + close.length
        if (room < 0) break
      }
    }
    await nextTurn()
  }
}

/** Messages that are written before the time is looked at. */
const PORTION = 100

/** The searched words of a message, as clients read them. */
export function highlight(ctx: Context, id: number, isMatch: IsMatch, showsEmptyTopic: boolean) {
  const { rendered, topic } = ctx.store.messages.find(id)!
  return {
    match_content: highlightHtml(rendered, isMatch),
    match_subject:
      topic === null ? '' : highlightTopic(shownTopic(topic, showsEmptyTopic), isMatch),
  }
}

function matchesOf(ctx: Context, id: number, isMatch: IsMatch, format: MessageFormat): string {
  const more = JSON.stringify(highlight(ctx, id, isMatch, format.emptyTopicName))
  return `,${utf8Of(more.slice(1))}`
}
