// Reads `to` of a message that is sent: which channel, or which people, the text on the wire names.

import type { NamedChannel, NamedPeople } from '../../domain/messages/message-draft.ts'
import { MISSING_CHANNEL, NO_CHANNEL_TYPE, ONE_CHANNEL } from '../../errors/channels.ts'
import { INVALID_RECIPIENTS, MIXED_RECIPIENTS, NO_RECIPIENTS } from '../../errors/messages.ts'
import { refuse } from '../../errors.ts'

/** More than any organization has people in one conversation; each is checked against several types. */
export const MOST_RECIPIENTS = 10_000

/**
 * The channel that `to` names: an ID, a name, or a list of one of either.
 * @throws RequestError where `to` has another form
 */
export function namedChannel(to: unknown): NamedChannel {
  const [named = '', ...others]: unknown[] = Array.isArray(to) ? to : [to]
  if (others.length > 0) refuse(ONE_CHANNEL)
  if (isId(named)) return { id: named }
  if (typeof named !== 'string') refuse(NO_CHANNEL_TYPE)
  const name = named.trim()
  if (name === '') refuse(MISSING_CHANNEL)
  return { name }
}

/**
 * The people that `to` names: user IDs, addresses, or addresses separated by commas.
 * @throws RequestError where `to` has another form, or names no one
 */
export function namedPeople(to: unknown): NamedPeople {
  const list: unknown = typeof to === 'string' ? splitAtCommas(to) : to
  if (!Array.isArray(list)) refuse(INVALID_RECIPIENTS)
  if (list.length === 0) refuse(NO_RECIPIENTS)
  const kinds = new Set(list.map((one) => (isId(one) ? 'id' : typeof one)))
  if (kinds.size > 1) refuse(MIXED_RECIPIENTS)
  if (list.every(isId)) return { ids: list }
  if (list.every(isText)) return { emails: list }
  return refuse(INVALID_RECIPIENTS)
}

const splitAtCommas = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)

const isId = (value: unknown): value is number => Number.isInteger(value)
const isText = (value: unknown): value is string => typeof value === 'string'
