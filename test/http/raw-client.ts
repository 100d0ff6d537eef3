// A connection of HTTP/1 that shows what passes over it, byte by byte.

import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { Chat, Person } from '../chat.ts'

/** An answer as it came from the network. */
export interface RawAnswer {
  status: number
  /** Names in lower case. */
  headers: Map<string, string>
  text: string
}

/** One connection; requests are sent as text, answers are read in their order. */
export class RawClient {
  readonly socket: Socket
  /** Resolves when the server closed the connection. */
  readonly closed: Promise<unknown>
  #bytes = Buffer.alloc(0)
  #isClosed = false
  #look = () => {}

  private constructor(socket: Socket) {
    this.socket = socket
    // The server may hang up at any time.
    socket.on('error', () => {})
    socket.on('data', (bytes) => {
      this.#bytes = Buffer.concat([this.#bytes, bytes])
      this.#look()
    })
    this.closed = once(socket, 'close').then(() => {
      this.#isClosed = true
      this.#look()
    })
  }

  static async open({ url }: Pick<Chat, 'url'>): Promise<RawClient> {
    const { hostname, port } = new URL(url)
    const socket = connect(Number(port), hostname)
    await once(socket, 'connect')
    return new RawClient(socket)
  }

  send(text: string) {
    this.socket.write(text)
  }

  /** The next answer. @param hasBody false after HEAD. @throws Error if the connection ends before it */
  async answer(hasBody = true): Promise<RawAnswer> {
    for (;;) {
      const answer = this.#take(hasBody)
      if (answer) return answer
      if (this.#isClosed) throw new Error(`closed after ${this.#bytes.length} bytes`)
      await new Promise<void>((resolve) => {
        this.#look = resolve
      })
    }
  }

  #take(hasBody: boolean): RawAnswer | undefined {
    const end = this.#bytes.indexOf('\r\n\r\n')
    if (end < 0) return undefined
    const [first = '', ...lines] = this.#bytes.toString('latin1', 0, end).split('\r\n')
    const headers = new Map(
      lines.map((line) => {
        const [name = '', ...value] = line.split(': ')
        return [name.toLowerCase(), value.join(': ')]
      }),
    )
    const length = hasBody ? Number(headers.get('content-length')) : 0
    const body = this.#bytes.subarray(end + 4, end + 4 + length)
    if (body.length < length) return undefined
    this.#bytes = this.#bytes.subarray(end + 4 + length)
    return { status: Number(first.split(' ')[1]), headers, text: body.toString() }
  }
}

/** A GET request as bytes. @param more further lines of its head */
export const getRequest = (
  person: Person,
  path: string,
  parameters: Record<string, unknown> = {},
  more: readonly string[] = [],
): string => {
  const query = new URLSearchParams(Object.entries(parameters).map(([k, v]) => [k, String(v)]))
  const lines = [`Host: a`, `Authorization: ${person.authorization}`, ...more]
  return `GET /api/v1${path}?${query} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`
}

/** Once so many polls wait for events. */
export async function untilHeld(chat: Chat, count: number): Promise<void> {
  for (;;) {
    const text = await (await fetch(`${chat.url}/metrics`)).text()
    if (new RegExp(`^hearth_held_polls ${count}$`, 'm').test(text)) return
  }
}
