// A small client of the API: what the demo's bot and its talkative people use.
// It does without fetch(), which takes 80 ms to load when the first request comes.

import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { json } from 'node:stream/consumers'

export interface ServedMessage {
  id: number
  sender_id: number
  type: 'stream' | 'private'
  stream_id?: number
  subject: string
  content: string
  display_recipient: string | { id: number }[]
}

type Parameters = Record<string, unknown>

export class DemoClient {
  readonly id: number
  readonly #url: string
  readonly #authorization: string
  readonly #stop: AbortSignal

  /** @param stop aborts every request under way, held polls included */
  constructor(
    url: string,
    account: { id: number; email: string; apiKey: string },
    stop: AbortSignal,
  ) {
    this.id = account.id
    this.#url = url
    this.#authorization = `Basic ${Buffer.from(`${account.email}:${account.apiKey}`).toString('base64')}`
    this.#stop = stop
  }

  /** @throws Error where the server refuses */
  async call(method: string, path: string, parameters: Parameters = {}) {
    const form = new URLSearchParams()
    for (const [name, value] of Object.entries(parameters))
      form.set(name, typeof value === 'string' ? value : JSON.stringify(value))
    const inQuery = method === 'GET' ? `?${form}` : ''
    const sent = request(`${this.#url}/api/v1${path}${inQuery}`, {
      method,
      headers: {
        Authorization: this.#authorization,
        'User-Agent': 'HearthDemo/1.0',
        'Content-Type': 'application/x-www-form-urlencoded',
      },
      signal: this.#stop,
    })
    // What breaks off once the answer has begun makes the reading of it fail, below.
    sent.on('error', () => {})
    sent.end(method === 'GET' ? undefined : form.toString())
    const [answer] = (await once(sent, 'response')) as [IncomingMessage]
    const body = (await json(answer)) as Record<string, unknown>
    if (body.result !== 'success') throw new Error(`${method} ${path}: ${body.msg}`)
    return body
  }

  /** Answers where a message was written. */
  reply(message: ServedMessage, content: string) {
    const place =
      message.type === 'stream'
        ? { type: 'channel', to: message.stream_id, topic: message.subject }
        : {
            type: 'direct',
            to: (message.display_recipient as { id: number }[]).map(({ id }) => id),
          }
    return this.call('POST', '/messages', { ...place, content })
  }

  /** Hands over each message this account receives from now on, until the signal stops it. */
  async listen(hear: (message: ServedMessage) => Promise<unknown>): Promise<void> {
    const queue = await this.call('POST', '/register', {
      event_types: ['message'],
      apply_markdown: false,
    })
    let last = queue.last_event_id
    while (!this.#stop.aborted) {
      const { events } = await this.call('GET', '/events', {
        queue_id: queue.queue_id as string,
        last_event_id: last,
      })
      for (const event of events as { id: number; type: string; message: ServedMessage }[]) {
        last = event.id
        if (event.type === 'message') await hear(event.message)
      }
    }
  }
}
