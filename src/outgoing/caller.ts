import * as http from 'node:http'
import * as https from 'node:https'
import type { Clock } from '../base/clock.ts'
import { ACCEPTED_ENCODINGS, readBody } from './answers.ts'
import { CallFailed, NotCalled } from './call-failed.ts'
import { callableAddressesOf, type Resolve } from './names.ts'
import { Slots } from './slots.ts'

export interface Call {
  method: 'GET' | 'POST'
  url: string
  headers?: Record<string, string>
  body?: string
  /** How many redirects are followed; what one more leads to is not asked. */
  redirects: number
  /** Answers whose Content-Type does not match are not read. */
  type?: RegExp
  /** Of the body, unpacked. */
  maxBytes: number
  /** What becomes of a longer one. */
  longer: 'cut' | 'refuse'
}

export interface Answer {
  /** After redirects. */
  url: string
  status: number
  /** Content-Type. */
  type: string
  body: Buffer
}

export interface CallerOptions {
  clock: Clock
  userAgent: string
  resolve: Resolve
  mayCall: (address: string) => boolean
  /** How many calls are made at once. */
  atOnce: number
  /** How many more may wait; others are refused. */
  mayWait: number
}

/** For all of a call, however many redirects it has (events 6). */
const PATIENCE_SECONDS = 10

const REDIRECTS = new Set([301, 302, 303, 307, 308])

/**
 * Calls web addresses that people gave. Names are resolved here, each address is checked, and the
 * connection goes to the very address that was checked, so a name that changes its mind meanwhile
 * gains nothing; every redirect is a connection like the first. Calls carry no cookies and no
 * credentials.
 */
export class Caller {
  readonly #options: CallerOptions
  readonly #slots: Slots
  readonly #open = new Set<AbortController>()
  #isStopped = false

  constructor(options: CallerOptions) {
    this.#options = options
    this.#slots = new Slots(options.atOnce, options.mayWait)
  }

  /** @throws CallFailed */
  call(request: Call): Promise<Answer> {
    return this.#slots.use(() => this.#callInTime(request))
  }

  /** Ends all calls, also those that wait. */
  stop() {
    this.#isStopped = true
    for (const call of this.#open) call.abort(stopped())
  }

  async #callInTime(request: Call): Promise<Answer> {
    if (this.#isStopped) throw stopped()
    const { clock } = this.#options
    const call = new AbortController()
    const deadline = clock.elapsed() + PATIENCE_SECONDS * 1000
    const stopWatching = clock.every(1000, () => {
      if (clock.elapsed() >= deadline)
        call.abort(new CallFailed(`it did not answer within ${PATIENCE_SECONDS} seconds`))
    })
    this.#open.add(call)
    try {
      return await this.#follow(request, call.signal)
    } catch (error) {
      throw call.signal.aborted ? call.signal.reason : explain(error)
    } finally {
      this.#open.delete(call)
      stopWatching()
    }
  }

  async #follow(request: Call, signal: AbortSignal): Promise<Answer> {
    let url = webAddress(request.url)
    for (let left = request.redirects; ; left--) {
      const response = await this.#connect(url, request, signal)
      const status = response.statusCode!
      const target = REDIRECTS.has(status) ? response.headers.location : undefined
      if (target === undefined || request.redirects === 0) {
        const type = response.headers['content-type'] ?? ''
        if (request.type && !request.type.test(type)) {
          response.destroy()
          throw new CallFailed('its answer is of another type')
        }
        const body = await readBody(response, request.maxBytes, request.longer)
        return { url: url.href, status, type, body }
      }
      response.destroy()
      if (left === 0) throw new CallFailed('it redirects too often')
      url = webAddress(target, url)
    }
  }

  async #connect(url: URL, request: Call, signal: AbortSignal): Promise<http.IncomingMessage> {
    const { resolve, mayCall, userAgent } = this.#options
    const addresses = await unlessAborted(
      callableAddressesOf(url.hostname, resolve, mayCall),
      signal,
    )
    const { promise, ...settle } = Promise.withResolvers<http.IncomingMessage>()
    const sent = (url.protocol === 'https:' ? https : http).request(url, {
      method: request.method,
      headers: {
        'User-Agent': userAgent,
        'Accept-Encoding': ACCEPTED_ENCODINGS,
        ...request.headers,
      },
      // A connection kept alive would be used without asking where it leads.
      agent: false,
      lookup: (_host, { all }, found) =>
        all ? found(null, addresses) : found(null, addresses[0]!.address, addresses[0]!.family),
      signal,
    })
    sent.on('response', settle.resolve)
    sent.on('error', settle.reject)
    sent.on('close', () => settle.reject(new CallFailed('it closed the connection')))
    sent.end(request.body)
    return promise
  }
}

const stopped = () => new NotCalled('this server was stopped')

/**
 * A URL that may be called: the web's ports and those that no service of the system has, so that
 * nobody is spoken to who expects another protocol.
 */
function webAddress(text: string, base?: URL): URL {
  const url = URL.parse(text, base)
  if (!url || !/^https?:$/.test(url.protocol)) throw new CallFailed('it leads to no web address')
  const port = Number(url.port || 443)
  if (port !== 80 && port !== 443 && port < 1024)
    throw new CallFailed('its port is not one of the web')
  url.username = ''
  url.password = ''
  return url
}

/** The system cannot be told to stop resolving a name; nobody waits for it, though. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  const giveUp = () => reject(signal.reason)
  signal.addEventListener('abort', giveUp, { once: true })
  work.then(resolve, reject)
  return promise.finally(() => signal.removeEventListener('abort', giveUp))
}

function explain(error: unknown): CallFailed {
  if (error instanceof CallFailed) return error
  const { code = 'unknown reason' } = error as { code?: string }
  return new CallFailed(`it could not be reached (${code})`)
}
