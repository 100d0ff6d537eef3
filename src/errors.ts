/**
 * Every code the API answers with; `src/http/statuses.ts` gives each its HTTP status.
 * NOT_FOUND and FORBIDDEN are ours: on the wire they read BAD_REQUEST with another status
 * (events 4).
 */
export type ErrorCode =
  | 'BAD_REQUEST'
  | 'NOT_FOUND'
  | 'FORBIDDEN'
  | 'METHOD_NOT_ALLOWED'
  | 'PAYLOAD_TOO_LARGE'
  | 'REQUEST_VARIABLE_MISSING'
  | 'REQUEST_CONFUSING_VAR'
  | 'BAD_NARROW'
  | 'BAD_EVENT_QUEUE_ID'
  | 'BAD_IMAGE'
  | 'STREAM_DOES_NOT_EXIST'
  | 'CHANNEL_ALREADY_EXISTS'
  | 'CANNOT_ADMINISTER_CHANNEL'
  | 'UNAUTHORIZED_PRINCIPAL'
  | 'CANNOT_DEACTIVATE_LAST_USER'
  | 'CANNOT_DEACTIVATE_GROUP_IN_USE'
  | 'SYSTEM_GROUP_REQUIRED'
  | 'EXPECTATION_MISMATCH'
  | 'INVITATION_FAILED'
  | 'MOVE_MESSAGES_TIME_LIMIT_EXCEEDED'
  | 'REACTION_ALREADY_EXISTS'
  | 'REACTION_DOES_NOT_EXIST'
  | 'STREAM_WILDCARD_MENTION_NOT_ALLOWED'
  | 'TOPIC_WILDCARD_MENTION_NOT_ALLOWED'
  | 'UNAUTHORIZED'
  | 'INVALID_API_KEY'
  | 'AUTHENTICATION_FAILED'
  | 'USER_DEACTIVATED'
  | 'REALM_DEACTIVATED'
  | 'INVALID_PUSH_DEVICE_TOKEN'
  | 'PUSH_NOTIFICATIONS_DISALLOWED'
  | 'KEY_INVALID'
  | 'KEY_EXPIRED'
  | 'CSRF_FAILED'
  | 'RATE_LIMIT_HIT'
  | 'SERVER_NOT_READY'

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

export function refuse(code: ErrorCode, message: string, data?: Record<string, unknown>): never {
  throw new RequestError(code, message, data)
}

/** Something that keeps the server from starting; the message is one line for whoever started it. */
export class StartError extends Error {
  override name = 'StartError'
}

/** What was asked could not be saved, for want of space for instance; nothing of it happened. */
export class StorageError extends Error {
  override name = 'StorageError'
}
