// Who and what may be meant while one types: people, groups, channels, topics, emoji, places.

import type { Channel } from './channels.ts'
import { topicKey } from './conversations.ts'
import { type Candidate, fold, rank } from './ranking.ts'
import type { State } from './state.ts'
import type { User } from './users.ts'
import type { CustomEmoji, UserGroup } from './wire.ts'

/** Suggestions that are shown at once. */
const LIMIT = 8

/** The place that is written to; its people are suggested first. */
export interface Writing {
  conversation?: string
  channelId?: number
}

/** What a mention can name besides people and groups. */
export type Wildcard = 'all' | 'everyone' | 'channel' | 'topic'

export type Mention =
  | { kind: 'user'; user: User }
  | { kind: 'group'; group: UserGroup }
  | { kind: 'wildcard'; name: Wildcard }

/** People and groups for `@`, those of the conversation and of the channel first. */
export function mentions(query: string, model: State, where: Writing = {}, limit = LIMIT) {
  const candidates: Candidate<Mention>[] = userCandidates(model, where).map((candidate) => ({
    ...candidate,
    item: { kind: 'user', user: candidate.item },
  }))
  for (const group of model.groups.named()) {
    if (!model.permissions.holdsOver(group, 'can_mention_group')) continue
    candidates.push({ item: { kind: 'group', group }, words: [group.name], recency: 1 })
  }
  const names: Wildcard[] =
    where.channelId === undefined ? ['all'] : ['all', 'everyone', 'channel', 'topic']
  for (const name of names)
    candidates.push({ item: { kind: 'wildcard', name }, words: [name], recency: 0 })
  return rank(candidates, query, limit)
}

/** Users, for the field of recipients. */
export const people = (query: string, model: State, where: Writing = {}, limit = LIMIT): User[] =>
  rank(userCandidates(model, where), query, limit)

/** Channels for `#`: one's own first. */
export function channels(query: string, model: State, limit = LIMIT): Channel[] {
  const all = model.channels.all().filter((channel) => !channel.is_archived)
  return rank(
    all.map((channel) => channelCandidate(channel, model)),
    query,
    limit,
  )
}

/** Topics of a channel, as they are spelled, the newest first. */
export function topics(query: string, channelId: number, model: State, limit = LIMIT): string[] {
  const all = model.topics.of(channelId)
  return rank(
    all.map(({ name, max_id }) => ({ item: name, words: [name], recency: max_id })),
    query,
    limit,
  )
}

/** An emoji that can be written as `:name:`. */
export interface Emoji {
  name: string
  reaction_type: 'unicode_emoji' | 'realm_emoji' | 'zulip_extra_emoji'
  code: string
  custom?: CustomEmoji
}

/** @param table names and codes of Unicode emoji, the popular ones first */
export function emoji(
  query: string,
  model: State,
  table: Iterable<readonly [name: string, code: string]>,
  limit = LIMIT,
): Emoji[] {
  const candidates: Candidate<Emoji>[] = []
  for (const custom of model.shared.emoji.values()) {
    if (custom.deactivated) continue
    const { name, id } = custom
    const item = { name, code: id, reaction_type: 'realm_emoji', custom } as const
    candidates.push({ item, words: [name.replaceAll('_', ' '), name], recency: 2 })
  }
  let popularity = 1
  for (const [name, code] of table) {
    const item = { name, code, reaction_type: 'unicode_emoji' } as const
    popularity *= 0.999
    candidates.push({ item, words: [name.replaceAll('_', ' '), name], recency: popularity })
  }
  return rank(candidates, query.replaceAll('_', ' '), limit)
}

/** Commands that a message may begin with. */
export const SLASH_COMMANDS = ['me', 'poll', 'todo'] as const

export const slashCommands = (query: string) =>
  SLASH_COMMANDS.filter((name) => name.startsWith(fold(query)))

/** Where the switcher leads. */
export type Destination =
  | { kind: 'channel'; channel: Channel }
  | { kind: 'topic'; channelId: number; topic: string }
  | { kind: 'user'; user: User }
  | { kind: 'people'; userIds: readonly number[] }

/**
 * Channels, topics and people for the switcher; without a query what is unread, then what is
 * recent. `#` asks for channels and topics alone, `@` for people.
 */
export function destinations(query: string, model: State, limit = 20): Destination[] {
  const [, sign, text] = /^([#@]?)(.*)$/s.exec(query.trim())!
  const found: Candidate<Destination>[] = []
  if (sign !== '@') found.push(...channelDestinations(model))
  if (sign !== '#') found.push(...peopleDestinations(model))
  return rank(found, text!, limit)
}

function channelDestinations(model: State): Candidate<Destination>[] {
  return model.channels.subscribed.value.flatMap((channel) => {
    const { stream_id, name } = channel
    const own: Candidate<Destination> = {
      ...channelCandidate(channel, model),
      item: { kind: 'channel', channel },
    }
    const topics = model.topics.of(stream_id).map((topic) => ({
      item: { kind: 'topic', channelId: stream_id, topic: topic.name } as const,
      words: [topic.name, `${name} ${topic.name}`],
      recency: topic.max_id + unreadBonus(model, topicKey(stream_id, topic.name)),
    }))
    return [own, ...topics]
  })
}

function peopleDestinations(model: State): Candidate<Destination>[] {
  const several = model.recents.order.value
    .filter((key) => key.startsWith('d:') && key.includes(','))
    .map((key) => {
      const userIds = key.slice(2).split(',').map(Number)
      const words = [userIds.map((id) => model.users.name(id)).join(', ')]
      const recency = model.recents.newestIn(key) + unreadBonus(model, key)
      return { item: { kind: 'people', userIds } as const, words, recency }
    })
  const single = userCandidates(model, {}).map((candidate) => ({
    ...candidate,
    item: { kind: 'user', user: candidate.item } as const,
    recency: candidate.recency + unreadBonus(model, `d:${candidate.item.user_id}`),
  }))
  return [...single, ...several]
}

/** What is unread comes before everything that is not. */
const unreadBonus = (model: State, conversation: string) =>
  model.unreads.countIn(conversation) > 0 ? 1e12 : 0

function channelCandidate(channel: Channel, model: State): Candidate<Channel> {
  const newest = model.topics.of(channel.stream_id)[0]?.max_id ?? 0
  const recency = newest + (channel.is_subscribed ? 1e9 : 0)
  return { item: channel, words: [channel.name], recency }
}

function userCandidates(model: State, { conversation, channelId }: Writing): Candidate<User>[] {
  const here = new Set<number>()
  for (const id of conversation === undefined ? [] : model.messages.idsIn(conversation))
    here.add(model.messages.peek(id)!.sender_id)
  const inChannel = channelId === undefined ? undefined : model.channels.subscribersOf(channelId)
  const all = model.users.active.value.filter((user) => !user.is_system_bot)
  return all.map((user) => {
    const { user_id, full_name, email, delivery_email } = user
    const direct = model.recents.newestIn(`d:${user_id}`)
    const near = (here.has(user_id) ? 2e9 : 0) + (inChannel?.has(user_id) ? 1e9 : 0)
    const address = delivery_email ?? email
    const recency = near + direct - (user.is_bot ? 1e6 : 0)
    return { item: user, words: [full_name, address], recency }
  })
}
