// The JSON of an event, made once for all queues that are given the same.

import type { Delivery, ReceiverFields } from '../types/types.ts'
import { formatEvent, relevantKey } from './format-event.ts'
import type { EventQueue } from './queue.ts'

/** The JSON of one event for each format of client, made when the first such client is found. */
export class Serialised {
  readonly #delivery: Delivery
  readonly #shared = new Map<string, readonly string[]>()
  readonly #personal = new Map<string, Map<object, readonly string[]>>()

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
    const key = this.#keyFor(queue)
    const ofFormat = this.#personal.get(key) ?? new Map<object, readonly string[]>()
    this.#personal.set(key, ofFormat)
    const texts = ofFormat.get(personal) ?? shared.map((text) => splice(text, personal))
    ofFormat.set(personal, texts)
    return texts
  }

  /** The part all receivers of a format share is the long one. */
  #sharedBy(queue: EventQueue): readonly string[] {
    const key = this.#keyFor(queue)
    const known = this.#shared.get(key)
    if (known) return known
    const texts = formatEvent(this.#delivery.event, queue.spec.format).map(withoutBrace)
    this.#shared.set(key, texts)
    return texts
  }

  #keyFor({ spec, formatKey }: EventQueue): string {
    return relevantKey(this.#delivery.event, spec.format, formatKey)
  }
}

const withoutBrace = (event: object) => JSON.stringify(event).slice(1)

/** Puts further fields at the end of an object's JSON. */
const splice = (text: string, fields: object) => {
  const more = withoutBrace(fields)
  return more === '}' ? text : `${text.slice(0, -1)},${more}`
}
