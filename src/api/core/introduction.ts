// What all endpoints have in common, for people: the first part of the documentation of the API.

import { codes, ERROR_KINDS, statusOf, wireCode } from './error-codes.ts'

/** A chapter; `code` in backticks is the only markup of its paragraphs. */
export interface Chapter {
  title: string
  paragraphs: readonly string[]
}

export const INTRODUCTION: readonly Chapter[] = [
  {
    title: 'Roots and credentials',
    paragraphs: [
      'All paths stand below `/api/v1`, for programs, and below `/json`, for browsers with a session.',
      'Programs send HTTP Basic credentials: the e-mail address of a user or bot and its API key. Both the real address and the address that stands in for a hidden one are accepted.',
      'Browsers send the session cookie of `POST /web/session`, and with every request that is no GET the header `X-CSRFToken` with the token from its answer. Requests from pages of other sites are refused. A session ends 14 days after it was last used.',
      'Endpoints for anyone do not look at credentials, not even at wrong ones.',
    ],
  },
  {
    title: 'Parameters',
    paragraphs: [
      'Parameters come in the query or in a form, `application/x-www-form-urlencoded` or `multipart/form-data`; for GET in the query only. A parameter that comes twice counts as the last.',
      'Strings are sent as they are; integers, booleans, lists and objects as JSON text. Numbers with a fraction or an exponent, such as 1.0, are no integers. Lengths are counted in Unicode code points, times in UNIX seconds.',
      'Parameters that an endpoint does not know are ignored and listed in `ignored_parameters_unsupported`.',
      'A POST with a form parameter `method` stands for that method, where the path serves it.',
      'The parameter `client` names the program; without it, the first word of the User-Agent does.',
    ],
  },
  {
    title: 'Answers',
    paragraphs: [
      'Answers are JSON objects. A success has HTTP status 200, `result: "success"`, an empty `msg`, and the fields of the endpoint.',
      'When a success arrives, what it did is on the disk of the server.',
      '`POST /messages` takes a header `Idempotency-Key`, 1 to 128 printable characters without spaces: a request with a key that the same sender used within a day sends nothing and has the answer of the first.',
      'OPTIONS lists the methods of a path; HEAD answers like GET without the body.',
    ],
  },
  {
    title: 'Refusals',
    paragraphs: [
      'A refusal has `result: "error"`, a `code` for programs and a `msg` for people, in English. It changes nothing.',
      'What a user may not see is refused like what does not exist.',
    ],
  },
  {
    title: 'Permissions',
    paragraphs: [
      'Many things are allowed to a user group. Where a permission is sent or returned, it is the ID of a group, or `{direct_members, direct_subgroups}` for users and groups by ID, together 50 at most.',
      'A change of a permission is `{new, old}`; `old`, where it is sent, must be the present value.',
      'Roles are 100 owner, 200 administrator, 300 moderator, 400 member, 600 guest.',
    ],
  },
  {
    title: 'Topics without a name',
    paragraphs: [
      'A topic may be empty. Clients that do not know this read and write the value of `realm_empty_topic_display_name` instead; those that do set the capability `empty_topic_name` or the parameter `allow_empty_topic_name`.',
    ],
  },
  {
    title: 'Limits',
    paragraphs: [
      'A user has 200 requests a minute, and 1000 polls of events; an address without credentials has 100. The headers `X-RateLimit-Limit`, `X-RateLimit-Remaining` and `X-RateLimit-Reset` say what is left.',
      'A password can be tried 5 times in half an hour. Changes of an address and requests for a new password are limited to 2 an hour and 5 a day.',
      'A body may have 1 MiB without credentials, 25 MiB as a form, and 101 MiB with files; 1000 parameters at most.',
    ],
  },
]

/** The refusals, for a table. */
export const REFUSALS = codes.map((code) => ({
  code: wireCode(code),
  /** How this program names it; differs from `code` where several share one on the wire. */
  name: code,
  status: statusOf(code),
  meaning: ERROR_KINDS[code].meaning,
  fields: ERROR_KINDS[code].fields ?? [],
}))
