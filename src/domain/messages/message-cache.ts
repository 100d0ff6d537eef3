// The cache of message JSON for readers of the same page.

import { ByteCache } from '../../base/byte-cache.ts'
import { utf8Of } from '../../base/json.ts'
import { LARGER_THAN_ANY_MESSAGE_ID } from '../../base/limits.ts'
import {
  formatMessage,
  type MessageFormat,
  messageFormatKey,
} from '../../events/types/message-format.ts'
import type { ChangedMessages } from '../../store/search/message-changes.ts'
import type { Context, MessageCache, MessageTexts } from '../kernel/context.ts'
import { canonicalMessage } from './canonical-message.ts'

/**
 * Bytes of cached JSON: room for some 6,000 messages, and in the young half for the newest of a few dozen
 * conversations. The longest pages keep their own while they are written. What is kept makes the heap
 * larger by half as much again, because V8 waits for garbage to collect, and to write a message anew
 * takes 12 µs.
 */
const MOST_BYTES = 6 * 1024 * 1024

const FORMATS = 16

/** Texts by message and format. */
type Texts = Pick<ByteCache<number>, 'delete' | 'clear'> | Map<number, string>

/** When more messages than these have changed, all are forgotten. */
const MAX_FORGOTTEN = 1000

/**
 * JSON of messages as clients of one format read them, without the reader's flags: most readers of
 * a channel ask for the same page. The store says what has changed since it was last asked.
 */
export class MessageJsonCache implements MessageCache {
  readonly #texts = new ByteCache<number>(MOST_BYTES, 1)
  /** Texts that pages keep while they are written. */
  #ofPages: WeakRef<Map<number, string>>[] = []

  inThisTurn(ctx: Context, format: MessageFormat): (id: number) => string {
    this.#forgetChanged(ctx)
    const formatKey = messageFormatKey(format)
    return (id) => {
      const key = id * FORMATS + formatKey
      const known = this.#texts.get(key)
      if (known !== undefined) return known
      const message = ctx.store.messages.find(id)!
      const json = JSON.stringify(formatMessage(canonicalMessage(ctx, message), format))
      const text = utf8Of(json.slice(0, -1))
      this.#texts.set(key, text)
      return text
    }
  }

  ofPage(): MessageTexts {
    const kept = new Map<number, string>()
    this.#ofPages = this.#ofPages.filter((page) => page.deref() !== undefined)
    this.#ofPages.push(new WeakRef(kept))
    return {
      inThisTurn: (ctx, format) => {
        const shared = this.inThisTurn(ctx, format)
        const formatKey = messageFormatKey(format)
        return (id) => {
          const key = id * FORMATS + formatKey
          const text = kept.get(key) ?? shared(id)
          kept.set(key, text)
          return text
        }
      },
    }
  }

  #forgetChanged(ctx: Context) {
    const changes = ctx.store.messageChanges.take()
    if (!changes) return
    const ids = changes.any ? undefined : idsOf(ctx, changes)
    if (ids) for (const id of ids) this.#forget(id)
    else this.forgetAll()
  }

  #forget(messageId: number) {
    for (const texts of this.#all())
      for (let format = 0; format < FORMATS; format++) texts.delete(messageId * FORMATS + format)
  }

  /** The texts of all readers, and of each page that is being written. */
  *#all(): Generator<Texts> {
    yield this.#texts
    for (const page of this.#ofPages) {
      const kept = page.deref()
      if (kept) yield kept
    }
  }

  /** To have the memory back. */
  forgetAll() {
    for (const texts of this.#all()) texts.clear()
  }
}

/** undefined: too many to be listed. */
function idsOf(ctx: Context, { messages, conversations }: ChangedMessages) {
  const { newestBelow } = ctx.store.messageMoves
  const ids = [...messages]
  for (const conversationId of conversations) {
    // One more than can be listed says as much as all 100,000 of a topic.
    for (const id of newestBelow(conversationId, LARGER_THAN_ANY_MESSAGE_ID, MAX_FORGOTTEN + 1))
      ids.push(id)
    if (ids.length > MAX_FORGOTTEN) return undefined
  }
  return ids
}
