// The codes of refusals on the wire: their status, what they mean, and the fields that come along.

import type { ErrorCode } from '../../errors/codes.ts'

interface ErrorKind {
  status: number
  /** One sentence for people who write clients. */
  meaning: string
  /** Fields of the error object besides `result`, `msg` and `code`; not all come each time. */
  fields?: readonly string[]
}

/** Every code: a new one does not compile without a status and a meaning. */
export const ERROR_KINDS: Record<ErrorCode, ErrorKind> = {
  BAD_REQUEST: {
    status: 400,
    meaning: 'The request breaks a rule; msg says which.',
  },
  NOT_FOUND: {
    status: 404,
    meaning: "What the request names does not exist, or is not the caller's to see.",
  },
  FORBIDDEN: {
    status: 403,
    meaning: 'The caller may not do this.',
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    meaning: 'The path serves other methods, listed in allowed_methods and in the header Allow.',
    fields: ['allowed_methods'],
  },
  PAYLOAD_TOO_LARGE: {
    status: 413,
    meaning: 'The body is larger than the caller may send.',
  },
  REQUEST_VARIABLE_MISSING: {
    status: 400,
    meaning: 'A required parameter is missing.',
    fields: ['var_name'],
  },
  REQUEST_CONFUSING_VAR: {
    status: 400,
    meaning: 'A parameter came under two of its names.',
    fields: ['var_name1', 'var_name2'],
  },
  BAD_NARROW: {
    status: 400,
    meaning:
      'The narrow has an operator or operand that does not exist, or terms that exclude each other.',
    fields: ['desc'],
  },
  BAD_EVENT_QUEUE_ID: {
    status: 400,
    meaning:
      'The event queue has ended, does not exist, or belongs to another user: register a new one.',
    fields: ['queue_id'],
  },
  BAD_IMAGE: {
    status: 400,
    meaning: 'The file cannot be read as an image, or has too many pixels.',
  },
  STREAM_DOES_NOT_EXIST: {
    status: 400,
    meaning: 'There is no channel with this name or ID.',
    fields: ['stream', 'stream_id'],
  },
  CHANNEL_ALREADY_EXISTS: {
    status: 409,
    meaning: 'Another channel, perhaps one the caller cannot see, has this name.',
    fields: ['channel_name'],
  },
  CANNOT_ADMINISTER_CHANNEL: {
    status: 400,
    meaning: 'The caller can see the channel but may not change it.',
  },
  UNAUTHORIZED_PRINCIPAL: {
    status: 400,
    meaning: 'Only administrators, or only owners, may do this.',
  },
  CANNOT_DEACTIVATE_LAST_USER: {
    status: 400,
    meaning: 'The last user, or the last owner, cannot be deactivated.',
    fields: ['is_last_owner', 'entity'],
  },
  CANNOT_DEACTIVATE_GROUP_IN_USE: {
    status: 400,
    meaning: 'Permissions or other groups still use the group.',
    fields: ['objections'],
  },
  SYSTEM_GROUP_REQUIRED: {
    status: 400,
    meaning: 'The permission can be given to one of the groups made by the server only.',
    fields: ['setting_name'],
  },
  EXPECTATION_MISMATCH: {
    status: 400,
    meaning: 'What the client believed to be the present value is not: read it again.',
    fields: ['field_name'],
  },
  INVITATION_FAILED: {
    status: 400,
    meaning: 'Some addresses, or all, could not be invited.',
    fields: ['errors', 'sent_invitations'],
  },
  MOVE_MESSAGES_TIME_LIMIT_EXCEEDED: {
    status: 400,
    meaning: 'Part of the topic is too old to be moved by the caller.',
    fields: [
      'first_message_id_allowed_to_move',
      'total_messages_in_topic',
      'total_messages_allowed_to_move',
    ],
  },
  REACTION_ALREADY_EXISTS: {
    status: 400,
    meaning: 'The caller has added this reaction already.',
  },
  REACTION_DOES_NOT_EXIST: {
    status: 400,
    meaning: 'The caller has not added this reaction.',
  },
  STREAM_WILDCARD_MENTION_NOT_ALLOWED: {
    status: 400,
    meaning: 'The message mentions everyone in a large channel, which the caller may not.',
  },
  TOPIC_WILDCARD_MENTION_NOT_ALLOWED: {
    status: 400,
    meaning: 'The message mentions everyone in a large topic, which the caller may not.',
  },
  UNAUTHORIZED: {
    status: 401,
    meaning: 'The request has no credentials, or the account may not use this endpoint.',
  },
  INVALID_API_KEY: {
    status: 401,
    meaning: 'The API key is wrong.',
  },
  AUTHENTICATION_FAILED: {
    status: 401,
    meaning: 'The address or the password is wrong.',
  },
  USER_DEACTIVATED: {
    status: 401,
    meaning: 'The account is deactivated.',
  },
  REALM_DEACTIVATED: {
    status: 401,
    meaning: 'The organization is deactivated.',
  },
  INVALID_PUSH_DEVICE_TOKEN: {
    status: 400,
    meaning: 'The caller has not stored this push token.',
  },
  PUSH_NOTIFICATIONS_DISALLOWED: {
    status: 400,
    meaning: 'This server sends no push notifications.',
  },
  KEY_INVALID: {
    status: 404,
    meaning: 'The link is incomplete, unknown, or for something else.',
  },
  KEY_EXPIRED: {
    status: 404,
    meaning: 'The link has expired, was used, or was revoked.',
  },
  CSRF_FAILED: {
    status: 403,
    meaning: 'The request came from another site, or lacks the token of the session.',
    fields: ['reason'],
  },
  RATE_LIMIT_HIT: {
    status: 429,
    meaning: 'Too many requests: wait for retry-after seconds.',
    fields: ['retry-after'],
  },
  SERVER_NOT_READY: {
    status: 500,
    meaning: 'The server has no organization yet, or cannot write to its disk.',
  },
  SERVER_BUSY: {
    status: 503,
    meaning: 'The server is short of memory: wait for retry-after seconds.',
    fields: ['retry-after'],
  },
}

export const codes = Object.keys(ERROR_KINDS) as ErrorCode[]

/** The HTTP status of an error code. */
export const statusOf = (code: ErrorCode): number => ERROR_KINDS[code].status

/** Codes that only this program uses, and the code that clients see instead. */
const WIRE_CODE: Partial<Record<ErrorCode, ErrorCode>> = {
  NOT_FOUND: 'BAD_REQUEST',
  FORBIDDEN: 'BAD_REQUEST',
  METHOD_NOT_ALLOWED: 'BAD_REQUEST',
  PAYLOAD_TOO_LARGE: 'BAD_REQUEST',
}

/** The code that clients see: some of ours are variants of a code on the wire. */
export const wireCode = (code: ErrorCode): ErrorCode => WIRE_CODE[code] ?? code
