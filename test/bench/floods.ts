// What one account can send within its rate limits to keep others waiting, for measuring that it cannot.

import { randomBytes } from 'node:crypto'
import { drawIdenticon } from '../../src/images/identicon.ts'
import { type Request, requestBytes } from './client.ts'
import type { Member } from './data.ts'
import type { LargeOrganization } from './holds-data.ts'

/** An account that floods. */
export interface Flooder extends Member {
  /** Credentials of a bot of theirs. */
  bot: string
}

/** The requests that an account has at once: its whole allowance. */
export type Flood = (flooder: Flooder, large: LargeOrganization) => Buffer[]

/** The default allowances of an account and of an address (`RATE_RULES`). */
const ALLOWANCE = 200
const ALLOWANCE_OF_ADDRESS = 100

/** Bodies of megabytes wait on the network, a few arrive at once: so many say enough. */
const LARGE_BODIES = 10
const UPLOAD_BYTES = 20 * 1024 * 1024

const times = (count: number, request: (index: number) => Buffer) =>
  Array.from({ length: count }, (_, index) => request(index))

const call =
  (method: string, path: string, parametersOf: Parameters, count = ALLOWANCE): Flood =>
  (flooder, large) => {
    const head = { method, path: `/api/v1${path}`, authorization: flooder.authorization }
    return times(count, (index) =>
      requestBytes({ ...head, parameters: parametersOf(large, index) } as Request),
    )
  }

type Parameters = (large: LargeOrganization, index: number) => Record<string, unknown>

const page = { anchor: 'newest', num_before: 5000, num_after: 0 }

const exclusions = (large: LargeOrganization, index: number) =>
  Array.from({ length: 60 }, (_, at) => ({
    operator: 'sender',
    operand: large.emails[at + index],
    negated: true,
  }))

/** Floods by the name of their row. Strangers are counted by address. */
export const FLOODS: Record<string, Flood> = {
  'sends to a channel of 2,000': call('POST', '/messages', (large, index) => ({
    type: 'channel',
    to: large.everyone,
    topic: 'Topic 1',
    content: `The **pump** test ${index} ran.`,
  })),
  'sends to a channel of 20': call('POST', '/messages', (large, index) => ({
    type: 'channel',
    to: large.few,
    topic: 'Topic 1',
    content: `The **pump** test ${index} ran.`,
  })),
  'reads 5,000 messages with 60 exclusions': call('GET', '/messages', (large, index) => ({
    ...page,
    narrow: [['channels', 'public'], ...exclusions(large, index)],
  })),
  'registers with everything': call('POST', '/register', () => ({ include_subscribers: 'true' })),
  'searches common words': call('GET', '/messages', (large, index) => ({
    ...page,
    num_before: 100,
    narrow: [
      ['channels', 'public'],
      {
        operator: 'search',
        operand: `"${large.words[index % 5]} ${large.words[(index + 2) % 5]}"`,
      },
    ],
  })),
  'previews formulas': call('POST', '/messages/render', (_, index) => ({
    // As many as a message may have: more are refused.
    content: `$$\\frac{${index}\\sqrt{x_1^2}}{\\int_0^1}$$ `.repeat(40),
  })),
  'previews long texts': call('POST', '/messages/render', (_, index) => ({
    content: `**${index} *b* ~~c~~** \`d\` `.repeat(600).slice(0, 9999),
  })),
  'marks 5,000 as read and unread': call('POST', '/messages/flags/narrow', (_, index) => ({
    ...page,
    narrow: [],
    op: index % 2 === 0 ? 'add' : 'remove',
    flag: 'read',
  })),
  'saves many drafts': call(
    'POST',
    '/drafts',
    (large) => ({
      drafts: Array.from({ length: 150 }, () => ({
        type: 'stream',
        to: [large.few],
        topic: 't',
        content: 'a b c d e '.repeat(100),
      })),
    }),
    5 * LARGE_BODIES,
  ),
  'fills the storage of a bot': ({ bot }) =>
    times(LARGE_BODIES, (index) =>
      requestBytes({
        method: 'PUT',
        path: '/api/v1/bot_storage',
        authorization: bot,
        parameters: { storage: { [`whole${index % 3}`]: 'x'.repeat(1_900_000) } },
      }),
    ),
  'uploads files of 20 MiB': ({ authorization }) =>
    times(LARGE_BODIES, () => upload(authorization, 'a.bin', Buffer.alloc(UPLOAD_BYTES, 'x'))),
  'uploads pictures': ({ authorization }) => {
    const picture = drawIdenticon(randomBytes(4).toString('hex'), 3000)
    return times(ALLOWANCE, () => upload(authorization, 'a.png', picture))
  },
  'logs in with wrong passwords': () =>
    times(ALLOWANCE_OF_ADDRESS, (index) =>
      requestBytes({
        method: 'POST',
        path: '/api/v1/fetch_api_key',
        parameters: { username: `member${index}@harbour.test`, password: 'a wrong password' },
      }),
    ),
}

function upload(authorization: string, name: string, bytes: Buffer): Buffer {
  const boundary = 'a-line-between-parts'
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n`
  const body = Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)])
  const request = { method: 'POST', path: '/api/v1/user_uploads', authorization }
  return requestBytes(request, body, `multipart/form-data; boundary=${boundary}`)
}
