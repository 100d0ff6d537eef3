// Calls web addresses that people gave: resolved, checked, bounded, without credentials.

import type { IncomingMessage } from 'node:http'
import type { Clock } from '../base/clock.ts'
import { httpFor } from '../base/http-for.ts'
import { Limiter } from '../base/limiter.ts'
import { ACCEPTED_ENCODINGS, readBody } from './answers.ts'
import { CallFailed, NotCalled } from './call-failed.ts'
import { callableAddressesOf, type Resolve } from './names.ts'

export interface HttpCall {
  method: 'GET' | 'POST'
  url: string
  headers?: Record<string, string>
  body?: string | Uint8Array
  /** How many redirects are followed; one more fails the call. */
  redirects: number
  /** Answers whose Content-Type does not match are not read. */
  type?: RegExp
  /** Of the body, unpacked. */
  maxBytes: number
  /** Whether a longer body is cut or refused. */
  longer: 'cut' | 'refuse'
}

export interface HttpAnswer {
  /** After redirects. */
  url: string
  status: number
  /** Content-Type. */
  type: string
  /** Retry-After as it was sent: seconds or a date. */
  retryAfter: string | undefined
  body: Buffer
}

export interface CallerOptions {
  clock: Clock
  userAgent: string
  resolve: Resolve
  mayCall: (address: string) => boolean
  /** How many calls are made at once. */
  concurrency: number
  /** How many more may wait; others are refused. */
  maxWaiting: number
}

/** For all of a call, however many redirects it has. */
const TIMEOUT_SECONDS = 10

const REDIRECT_STATUSES = new Set([301, 302, 303, 307, 308])

/**
 * Calls web addresses that people gave. Names are resolved here, each address is checked, and the
 * connection goes to the address that was checked, so a name that resolves differently a moment
 * later gains nothing. Every redirect is checked like the first call. Calls carry no cookies and
 * no credentials.
 */
export class Caller {
  readonly #options: CallerOptions
  readonly #calls: Limiter
  readonly #open = new Set<AbortController>()
  #isStopped = false

  constructor(options: CallerOptions) {
    this.#options = options
    this.#calls = new Limiter(options.concurrency, options.maxWaiting)
  }

  /** @throws CallFailed */
  async call(request: HttpCall): Promise<HttpAnswer> {
    if (this.#calls.isFull) throw new NotCalled('too many calls are waiting on this server')
    return this.#calls.run(() => this.#callInTime(request))
  }

  /** Ends all calls, also those that wait. */
  stop() {
    this.#isStopped = true
    for (const call of this.#open) call.abort(stopped())
  }

  async #callInTime(request: HttpCall): Promise<HttpAnswer> {
    if (this.#isStopped) throw stopped()
    const { clock } = this.#options
    const call = new AbortController()
    const deadline = clock.elapsed() + TIMEOUT_SECONDS * 1000
    const stopWatching = clock.every(1000, () => {
      if (clock.elapsed() >= deadline)
        call.abort(new CallFailed(`it did not answer within ${TIMEOUT_SECONDS} seconds`))
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

  async #follow(request: HttpCall, signal: AbortSignal): Promise<HttpAnswer> {
    let url = webAddress(request.url)
    for (let left = request.redirects; ; left--) {
      const response = await this.#connect(url, request, signal)
      const status = response.statusCode!
      const target = REDIRECT_STATUSES.has(status) ? response.headers.location : undefined
      if (target === undefined || request.redirects === 0) {
        const type = response.headers['content-type'] ?? ''
        if (request.type && !request.type.test(type)) {
          response.destroy()
          throw new CallFailed('its answer is of another type')
        }
        const body = await readBody(response, request.maxBytes, request.longer)
        const retryAfter = response.headers['retry-after']
        return { url: url.href, status, type, retryAfter, body }
      }
      response.destroy()
      if (left === 0) throw new CallFailed('it redirects too often')
      url = webAddress(target, url)
    }
  }

  async #connect(url: URL, request: HttpCall, signal: AbortSignal): Promise<IncomingMessage> {
    const { resolve, mayCall, userAgent } = this.#options
    const addresses = await unlessAborted(
      callableAddressesOf(url.hostname, resolve, mayCall),
      signal,
    )
    const { promise, ...settle } = Promise.withResolvers<IncomingMessage>()
    const sent = httpFor(url).request(url, {
      method: request.method,
      headers: {
        'User-Agent': userAgent,
        'Accept-Encoding': ACCEPTED_ENCODINGS,
        ...request.headers,
      },
      // A kept connection would be reused without a check of its address.
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
 * A URL that may be called: on the ports of the web and those above 1023, so that no service of
 * another protocol (mail, SSH) receives the call.
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

/** Rejects when aborted. Resolving a name cannot be cancelled, so its result is then ignored. */
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
