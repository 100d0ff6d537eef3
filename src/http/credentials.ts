// Who a request is from: HTTP Basic with an API key, and the name of the client program.

import type { IncomingMessage } from 'node:http'
import { equalsSecret } from '../base/tokens.ts'
import { refuseDeactivated } from '../domain/authentication/accounts.ts'
import { apiKey } from '../domain/authentication/api-keys.ts'
import type { Context } from '../domain/kernel/context.ts'
import { findByEmail, type User } from '../domain/users/users.ts'
import {
  INVALID_API_KEY,
  MALFORMED_API_KEY,
  NO_BASIC_SCHEME,
  UNREADABLE_CREDENTIALS,
} from '../errors/callers.ts'
import { refuse } from '../errors.ts'

/**
 * The user whose e-mail and API key come as Basic credentials;
 * undefined if none are sent.
 *
 * @throws RequestError with status 401, or 400 for another scheme than Basic
 */
export function basicUser(ctx: Context, req: IncomingMessage): User | undefined {
  const header = req.headers.authorization
  if (header === undefined) return undefined
  const [scheme = '', encoded = ''] = header.trim().split(/\s+/, 2)
  if (scheme.toLowerCase() !== 'basic') refuse(NO_BASIC_SCHEME)
  const decoded = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = decoded.indexOf(':')
  if (colon < 0) refuse(UNREADABLE_CREDENTIALS)

  const key = decoded.slice(colon + 1).trim()
  if (!/^[0-9A-Za-z]{32}$/.test(key)) refuse(MALFORMED_API_KEY)
  const user = findByEmail(ctx, decoded.slice(0, colon))
  // For an unknown address a key is derived too, so that its answer takes the same time.
  const right = user ? apiKey(ctx, user) : ctx.keys.apiKey(0, 0)
  if (!equalsSecret(key, right) || user === undefined) refuse(INVALID_API_KEY)
  refuseDeactivated(ctx, user)
  return user
}

/** Characters of the name of a client program. */
const MOST_OF_CLIENT = 30

/**
 * Name of the client program: what it says, else the first word of its User-Agent without a
 * version.
 */
export function clientName(sent: string | undefined, userAgent: string | undefined): string {
  const name = sent?.trim() || programIn(userAgent ?? '')
  if (name === '') return 'Unspecified'
  return name.length <= MOST_OF_CLIENT ? name : Array.from(name).slice(0, MOST_OF_CLIENT).join('')
}

/** `ZulipFlutter/30.0 (Android 14)` is ZulipFlutter; `My bot 2` is My bot. */
function programIn(userAgent: string): string {
  const end = userAgent.search(/[/(]| \d/)
  return (end < 0 ? userAgent : userAgent.slice(0, end)).trim()
}

/** Clients of this vendor know some values by another name. */
export const knowsVendorNames = (userAgent: string | undefined) =>
  userAgent?.startsWith('Zulip') ?? false
