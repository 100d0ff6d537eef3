import { type MessageShape, messageShapeKey, shapeMessage } from '../events/message-shape.ts'
import type { Context } from './context.ts'
import { messageFacts } from './message-facts.ts'

/** About 1 KB each, so this is the memory a busy server spends on not building the same JSON twice. */
const LIMIT = 20_000

/**
 * JSON of messages as clients of one shape read them, without the reader's flags: most readers of
 * a channel ask for the same page. Whoever changes a message, or a person or channel shown in
 * messages, must say so here.
 */
export class MessageCache {
  readonly #texts = new Map<number, string>()

  /** A message object that lacks its closing brace, ready for more fields. */
  open(ctx: Context, id: number, shape: MessageShape): string {
    const key = id * 16 + messageShapeKey(shape)
    const known = this.#texts.get(key)
    if (known !== undefined) return known
    const message = ctx.store.messages.find(id)!
    const text = JSON.stringify(shapeMessage(messageFacts(ctx, message), shape)).slice(0, -1)
    if (this.#texts.size >= LIMIT) this.#forgetOldest()
    this.#texts.set(key, text)
    return text
  }

  forget(messageId: number) {
    for (let shape = 0; shape < 16; shape++) this.#texts.delete(messageId * 16 + shape)
  }

  /** After a change of something many messages show, such as a name. */
  forgetAll() {
    this.#texts.clear()
  }

  #forgetOldest() {
    let excess = LIMIT / 8
    for (const key of this.#texts.keys()) {
      this.#texts.delete(key)
      if (--excess === 0) return
    }
  }
}
