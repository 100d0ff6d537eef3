// What the server answers: what was asked for, or why not, as values.

type Fields = Record<string, unknown>

/** An answer: what was asked for, or why not. */
export type Answer<T = Fields> = ({ ok: true } & T) | Refusal

export interface Refusal extends Fields {
  ok: false
  /** As the server says it; NETWORK where there was no answer, ABORTED where we gave up. */
  code: string
  /** For people, in the server's words. */
  msg: string
  /** 0 where there was no answer. */
  status: number
  /** Seconds. */
  retryAfter?: number
}

export const refusal = (code: string, status = 0): Refusal => ({ ok: false, code, msg: '', status })

/** Whether trying again later may help: there was no answer, or the server was busy or broken. */
export const isPassing = ({ code, status }: Refusal) =>
  code === 'NETWORK' || status === 429 || status >= 500
