// Helpers: channels with people in them, IDs of system groups.

import * as assert from 'uvu/assert'
import { type Answer, type Chat, expectSuccess, type Person } from './chat.ts'

/** IDs of system groups, in the order of their making. */
export const NOBODY = 1
export const OWNERS = 2
export const ADMINISTRATORS = 3
export const MODERATORS = 4
export const MEMBERS = 6
export const EVERYONE = 7
export const INTERNET = 8

/** The number of the role. */
export const GUEST = 600

/** The numbers of all roles. */
const ROLES = { owner: 100, administrator: 200, moderator: 300, member: 400, guest: GUEST }

/** A person of each role, and a bot, by what they are. */
export async function everyKindOfReader(chat: Chat): Promise<Map<string, Person>> {
  const readers = new Map<string, Person>()
  for (const [name, role] of Object.entries(ROLES)) readers.set(name, await chat.join(name, role))
  readers.set('bot', await chat.joinBot('Robot'))
  return readers
}

/** What makes a new channel one of each privacy. */
export const CHANNEL_KINDS = {
  public: {},
  'web-public': { is_web_public: true },
  'private with shared history': { invite_only: true, history_public_to_subscribers: true },
  'private with protected history': { invite_only: true, history_public_to_subscribers: false },
}

export type ChannelKind = keyof typeof CHANNEL_KINDS

/** Makes a channel with these people in it. @returns its ID */
export const openChannel = async (
  by: Person,
  name: string,
  people: readonly Person[],
  options: Record<string, unknown> = {},
): Promise<number> =>
  expectSuccess(
    await by.post('/channels/create', {
      name,
      subscribers: [by, ...people].map((person) => person.id),
      ...options,
    }),
  ).id

/** A channel's ID by its name. */
export const idOf = async (person: Person, stream: string): Promise<number> =>
  expectSuccess(await person.get('/get_stream_id', { stream })).stream_id

/** A refusal with this text, and these fields if any. */
export function assertRefused(
  answer: Answer,
  msg: string,
  { code = 'BAD_REQUEST', status = 400, ...fields }: Record<string, unknown> = {},
) {
  assert.equal({ msg: answer.msg, code: answer.code, status: answer.status }, { msg, code, status })
  for (const [name, value] of Object.entries(fields)) assert.equal(answer[name], value, name)
}

/** A message as one person reads it now. */
export const read = async (person: Person, id: number, parameters: object = {}) =>
  expectSuccess(await person.get(`/messages/${id}`, { ...parameters })).message
