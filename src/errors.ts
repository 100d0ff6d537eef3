// The errors that layers share: refused requests, a start that failed, data that could not be
// saved.

import type { ErrorCode } from './errors/codes.ts'
import { type Refusal, type Values, wordsOf } from './errors/refusal.ts'

export type { ErrorCode } from './errors/codes.ts'

/** A request we understood and decline: people read `message`, programs switch on `code`. */
export class RequestError extends Error {
  override name = 'RequestError'
  readonly code: ErrorCode
  /** Further fields of the error object on the wire. */
  readonly data: Readonly<Record<string, unknown>>

  constructor(code: ErrorCode, message: string, data: Record<string, unknown> = {}) {
    super(message)
    this.code = code
    this.data = data
  }
}

/**
 * Refuses a request: by an entry of the catalogue in src/errors with its values, or, for what is
 * said in one place only and no client acts on, by a code with words.
 * @throws RequestError always
 */
export function refuse<T extends string, F extends string>(
  refusal: Refusal<T, F>,
  ...values: keyof Values<T, F> extends never ? [] : [values: Values<T, F>]
): never
export function refuse(code: ErrorCode, message: string, data?: Record<string, unknown>): never
export function refuse(
  what: Refusal | ErrorCode,
  ...rest: readonly (string | Readonly<Record<string, unknown>> | undefined)[]
): never {
  if (typeof what === 'string') {
    const [message, data] = rest as [string, Record<string, unknown> | undefined]
    throw new RequestError(what, message, data)
  }
  const [values = {}] = rest as [Record<string, unknown>?]
  throw refusalError(what, values)
}

/** The error of an entry of the catalogue, to be thrown or reported. */
export function refusalError(
  { code, text, fields }: Refusal,
  values: Readonly<Record<string, unknown>> = {},
): RequestError {
  const data = fields.filter((name) => name in values).map((name) => [name, values[name]])
  return new RequestError(code, wordsOf(text, values), Object.fromEntries(data))
}

/** What a refusal says, with the sentence that explains it. */
export const inFull = ({ message, data }: RequestError): string =>
  typeof data.explanation === 'string' ? `${message} ${data.explanation}` : message

/** The server cannot start; the message is one line for the operator. */
export class StartError extends Error {
  override name = 'StartError'
}

/** A change could not be saved, for example because the disk is full; nothing was changed. */
export class StorageError extends Error {
  override name = 'StorageError'
}
