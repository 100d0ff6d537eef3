// An HTTP client for benchmarks that costs less than the server it measures.

import { connect, type Socket } from 'node:net'

export interface Answer {
  status: number
  body: Buffer
}

/** Room for one read; what does not fit comes with the next. */
const READ_BYTES = 256 * 1024

/**
 * One keep-alive connection with one request at a time. It understands just enough HTTP to know
 * where an answer ends, so that the client is never what is measured.
 */
export class Connection {
  readonly #socket: Socket
  #settle: ((answer: Answer) => void) | undefined
  #fail: ((error: Error) => void) | undefined
  #keepsBody = true
  #parts: Buffer[] = []
  /** Bytes of the body still to come; undefined while the head is read. */
  #missing: number | undefined
  #head = ''
  #status = 0

  private constructor(socket: Socket) {
    this.#socket = socket
  }

  static open(url: string, readBytes = READ_BYTES): Promise<Connection> {
    const { hostname, port } = new URL(url)
    return new Promise((resolve, reject) => {
      const socket = connect({
        host: hostname,
        port: Number(port),
        noDelay: true,
        onread: {
          buffer: Buffer.allocUnsafeSlow(readBytes),
          callback: (length, buffer) => {
            connection.#read(Buffer.from(buffer.buffer, buffer.byteOffset, length))
            return true
          },
        },
      })
      const connection = new Connection(socket)
      socket.once('connect', () => resolve(connection))
      socket.on('error', (error) => {
        reject(error)
        connection.#fail?.(error)
      })
      socket.on('close', () => connection.#fail?.(new Error('the server closed the connection')))
    })
  }

  /** @param keepsBody false: the answer's body is counted and dropped */
  ask(request: Buffer | string, keepsBody = true): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#settle = resolve
      this.#fail = reject
      this.#keepsBody = keepsBody
      this.#socket.write(request)
    })
  }

  close() {
    this.#fail = undefined
    this.#socket.destroy()
  }

  /** Gives up on the answer, which then rejects. */
  abort() {
    this.#socket.destroy()
  }

  #read(bytes: Buffer) {
    let rest = bytes
    if (this.#missing === undefined) {
      const known = this.#head.length
      this.#head += bytes.toString('latin1')
      const end = this.#head.indexOf('\r\n\r\n')
      if (end < 0) return
      this.#status = Number(this.#head.slice(9, 12))
      this.#missing = Number(/\r\ncontent-length: (\d+)/i.exec(this.#head.slice(0, end + 2))?.[1])
      rest = bytes.subarray(end + 4 - known)
      this.#head = ''
    }
    this.#missing -= rest.length
    // The buffer is read into again, so what is kept is copied.
    if (this.#keepsBody && rest.length > 0) this.#parts.push(Buffer.from(rest))
    if (this.#missing === 0) this.#finish()
    else if (!(this.#missing > 0)) this.#fail?.(new Error('an answer without a length'))
  }

  #finish() {
    const body = Buffer.concat(this.#parts)
    this.#parts = []
    this.#missing = undefined
    const settle = this.#settle
    this.#settle = undefined
    this.#fail = undefined
    settle?.({ status: this.#status, body })
  }
}

export interface Request {
  method: string
  path: string
  authorization?: string
  parameters?: Record<string, unknown>
}

/** The header of an account with its API key. */
export const basic = (email: string, key: string) =>
  `Basic ${Buffer.from(`${email}:${key}`).toString('base64')}`

/**
 * The bytes of a request. Strings are sent as they are, everything else as JSON.
 * @param text sent as the body in place of the parameters
 * @param type the type of the body
 */
export function requestBytes(
  { method, path, authorization, parameters = {} }: Request,
  text?: Buffer,
  type = 'application/x-www-form-urlencoded',
): Buffer {
  const form = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters)) {
    if (value === undefined) continue
    form.set(name, typeof value === 'string' ? value : JSON.stringify(value))
  }
  const inQuery = method === 'GET'
  const body = text ?? Buffer.from(inQuery ? '' : form.toString())
  const lines = [
    `${method} ${path}${inQuery && form.size > 0 ? `?${form}` : ''} HTTP/1.1`,
    'Host: 127.0.0.1',
    'User-Agent: hearth-bench/1.0',
    ...(authorization === undefined ? [] : [`Authorization: ${authorization}`]),
    ...(inQuery ? [] : [`Content-Type: ${type}`, `Content-Length: ${body.length}`]),
  ]
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), body])
}

/** Requests served in some time, and how long each took. */
export interface Load {
  count: number
  /** Milliseconds. */
  elapsed: number
  latencies: number[]
}

/** Keeps every connection busy for a while. @throws Error on the first answer that is no success */
export async function drive(
  connections: readonly Connection[],
  next: () => Buffer,
  ms: number,
): Promise<Load> {
  const latencies: number[] = []
  const started = performance.now()
  const until = started + ms
  const keepBusy = async (connection: Connection) => {
    let now = performance.now()
    while (now < until) {
      const { status } = await connection.ask(next(), false)
      if (status !== 200) throw new Error(`the server answered ${status}`)
      const then = performance.now()
      latencies.push(then - now)
      now = then
    }
  }
  await Promise.all(connections.map(keepBusy))
  return { count: latencies.length, elapsed: performance.now() - started, latencies }
}

/** Asks once, on a connection of its own. */
export async function askOnce(url: string, request: Request): Promise<Answer> {
  const connection = await Connection.open(url)
  try {
    return await connection.ask(requestBytes(request))
  } finally {
    connection.close()
  }
}

// biome-ignore lint/suspicious/noExplicitAny: answers have many shapes
export type Success = Record<string, any>

/** Asks once for JSON. @throws Error with the server's words where it refuses */
export async function expectSuccess(url: string, request: Request): Promise<Success> {
  const { status, body } = await askOnce(url, request)
  const answer = JSON.parse(body.toString()) as Success
  if (status !== 200) throw new Error(`${request.method} ${request.path}: ${status} ${answer.msg}`)
  return answer
}
