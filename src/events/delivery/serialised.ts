// The JSON of an event in UTF-8, made once for all queues that are given the same.

import { getOrMake } from '../../base/collections.ts'
import { utf8Of } from '../../base/json.ts'
import { formatOfBits } from '../types/client-format.ts'
import type { Delivery, ReceiverFields } from '../types/types.ts'
import { formatEvent, relevantBits } from './format-event.ts'
import type { EventQueue } from './queue.ts'

/** The JSON of one event for each format of client, made when the first such client is found. */
export class Serialised {
  readonly #delivery: Delivery
  readonly #shared = new Map<number, readonly string[]>()
  readonly #personal = new Map<number, Map<object, readonly string[]>>()
  /** What was asked for last: hundreds of queues in a row have the same format and flags. */
  #last: { bits: number; personal: object; texts: readonly string[] } | undefined

  constructor(delivery: Delivery) {
    this.#delivery = delivery
  }

  for(queue: EventQueue, personal: ReceiverFields | undefined): readonly string[] {
    const { echo } = this.#delivery
    const shared = this.#sharedBy(queue)
    if (echo?.queueId === queue.id) {
      return shared.map((text) => splice(text, { ...personal, local_message_id: echo.localId }))
    }
    if (personal === undefined) return shared
    const bits = this.#bitsFor(queue)
    if (this.#last?.bits === bits && this.#last.personal === personal) return this.#last.texts
    const ofFormat = getOrMake(this.#personal, bits, () => new Map<object, readonly string[]>())
    const texts = getOrMake(ofFormat, personal, () => shared.map((text) => splice(text, personal)))
    this.#last = { bits, personal, texts }
    return texts
  }

  /** The part all receivers of a format share is the long one. */
  #sharedBy(queue: EventQueue): readonly string[] {
    const bits = this.#bitsFor(queue)
    const known = this.#shared.get(bits)
    if (known) return known
    // It is made of these bits alone, so it cannot differ for another queue that has them.
    const texts = formatEvent(this.#delivery.event, formatOfBits(bits)).map(withoutBrace)
    this.#shared.set(bits, texts)
    return texts
  }

  #bitsFor({ formatBits }: EventQueue): number {
    return relevantBits(this.#delivery.event, formatBits)
  }
}

/** UTF-8 with a character for each byte: each answer would count and encode it again. */
const withoutBrace = (event: object) => utf8Of(JSON.stringify(event)).slice(1)

/** Puts further fields at the end of an object's JSON. */
const splice = (text: string, fields: object) => {
  const more = withoutBrace(fields)
  return more === '}' ? text : `${text.slice(0, -1)},${more}`
}
