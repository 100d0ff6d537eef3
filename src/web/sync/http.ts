// Requests to the server. Refusals, and no answer at all, are values: nothing here throws.

import { type Answer, refusal } from './answer.ts'
import type { Environment } from './environment.ts'

type Fields = Record<string, unknown>

export interface CallOptions {
  signal?: AbortSignal
  /** The same for every attempt of one request: the server does it once. */
  idempotencyKey?: string
}

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

export class Http {
  /** Goes with every request that changes something. */
  csrfToken = ''
  /** The session has ended. */
  onLoggedOut: () => void = () => {}
  readonly #env: Environment

  constructor(env: Environment) {
    this.#env = env
  }

  /**
   * Calls an endpoint below /json.
   * @param params strings are sent as they are, everything else as JSON, undefined not at all
   */
  async call<T = Fields>(
    method: Method,
    path: string,
    params: Fields = {},
    options: CallOptions = {},
  ): Promise<Answer<T>> {
    // Nothing is changed for a person whose session this page has not found yet.
    if (method !== 'GET' && !this.csrfToken && path !== '/web/session') return refusal('NETWORK')
    const form = new URLSearchParams()
    for (const [name, value] of Object.entries(params)) {
      if (value !== undefined)
        form.set(name, typeof value === 'string' ? value : JSON.stringify(value))
    }
    const isRead = method === 'GET'
    const query = isRead && form.size > 0 ? `?${form}` : ''
    const { signal, idempotencyKey } = options
    const answer = await this.#send(`${this.#env.origin}/json${path}${query}`, {
      method,
      credentials: 'same-origin',
      headers: { ...this.headers, ...(idempotencyKey && { 'Idempotency-Key': idempotencyKey }) },
      ...(!isRead && { body: form }),
      ...(signal && { signal }),
    })
    return this.heard(answer) as Answer<T>
  }

  /** Reads a file of the server's that holds JSON, such as its table of emoji. */
  file<T>(path: string): Promise<Answer<T>> {
    return this.#send(path, { credentials: 'same-origin' }) as Promise<Answer<T>>
  }

  /** The page of the client as the server has it now; undefined without an answer. */
  async page(): Promise<string | undefined> {
    try {
      const answer = await this.#env.fetch(`${this.#env.origin}/`, { cache: 'no-cache' })
      return answer.ok ? await answer.text() : undefined
    } catch {
      return undefined
    }
  }

  /** Headers of requests that change something. */
  get headers(): Record<string, string> {
    return this.csrfToken ? { 'X-CSRFToken': this.csrfToken } : {}
  }

  /** Notices in any answer that the session has ended. */
  heard<A extends Answer>(answer: A): A {
    if (!answer.ok && answer.status === 401) this.onLoggedOut()
    return answer
  }

  async #send(url: string, options: RequestInit): Promise<Answer> {
    try {
      return await answerOf(await this.#env.fetch(url, options))
    } catch {
      return options.signal?.aborted ? refusal('ABORTED') : refusal('NETWORK')
    }
  }
}

async function answerOf(response: Response): Promise<Answer> {
  const body = (await response.json().catch(() => undefined)) as Fields | undefined
  if (response.ok && body) return { ...body, ok: true }
  // A proxy answers in its own way while the server restarts.
  if (!body) return refusal('NETWORK', response.status)
  return {
    ...body,
    ok: false,
    code: String(body.code ?? 'BAD_REQUEST'),
    // A refusal may say more than its words, which other clients know: why a password is weak.
    msg: [body.msg, body.explanation].filter(Boolean).join(' '),
    status: response.status,
    ...retryAfter(response, body),
  }
}

function retryAfter(response: Response, body: Fields) {
  const seconds = Number(body['retry-after'] ?? response.headers.get('Retry-After') ?? Number.NaN)
  return Number.isNaN(seconds) ? {} : { retryAfter: seconds }
}
