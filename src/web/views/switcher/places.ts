// Where the switcher can go: channels, topics, people and pages, the best fitting first.

import { conversationOf } from '../../model/conversations.ts'
import { hashOfChannel, hashOfConversation, hashOfDirect, hashOfTopic } from '../addresses.ts'
import { model } from '../here.ts'
import { bareTopicName, peopleNames } from '../names.tsx'
import { folded, ranked } from '../rank.ts'
import { viewsText } from '../text.ts'
import { switcherText as t } from './text.ts'

export type SwitchPlace =
  | { kind: 'channel'; key: string; name: string; channelId: number; hash: string }
  | { kind: 'topic'; key: string; name: string; channelId: number; hash: string }
  | { kind: 'person'; key: string; name: string; userIds: readonly number[]; hash: string }
  | { kind: 'page'; key: string; name: string; hash: string }

interface Candidate {
  item: SwitchPlace
  name: string
  weight: number
}

const SHOWN = 30

/** Places that fit what is typed. `#`, `@` and `>` in front ask for one kind only. */
export function placesFor(typed: string, candidates: readonly Candidate[]): SwitchPlace[] {
  const [, sign = '', text = ''] = /^([#@>]?)\s*(.*)$/s.exec(typed) ?? []
  const kinds = KINDS[sign]
  const fitting = kinds ? candidates.filter(({ item }) => kinds.includes(item.kind)) : candidates
  // Without a text the most recent come first, those with something unread before the others.
  return ranked(fitting, text, SHOWN)
}

const KINDS: Record<string, SwitchPlace['kind'][]> = {
  '#': ['channel', 'topic'],
  '@': ['person'],
  '>': ['page'],
}

/** Made once for an open switcher: with 5,000 of them each key only ranks. */
export function switchCandidates(): Candidate[] {
  const candidates = new Map<string, Candidate>()
  const add = (item: SwitchPlace, weight: number) => {
    if (!candidates.has(item.key))
      candidates.set(item.key, { item, name: folded(item.name), weight })
  }
  for (const conversation of model.recents.order.peek()) {
    const place = conversationPlace(conversation)
    if (place) add(place, weightOf(conversation))
  }
  for (const channel of model.channels.all()) {
    if (channel.is_archived) continue
    const { stream_id: id, name } = channel
    const weight = channel.is_subscribed ? model.unreads.inChannel(id) + 1 : 0
    add({ kind: 'channel', key: `c${id}`, name, channelId: id, hash: hashOfChannel(id) }, weight)
    for (const { name: topic, max_id } of model.topics.of(id))
      add(topicPlace(id, topic), max_id / 1e9)
  }
  for (const { user_id: id, full_name: name, is_active } of model.users.all()) {
    if (is_active === false) continue
    add({ kind: 'person', key: `d:${id}`, name, userIds: [id], hash: hashOfDirect([id]) }, 0)
  }
  for (const page of pages()) add(page, -1)
  return [...candidates.values()]
}

/** Unread ones before read ones, and then the most recent. */
const weightOf = (conversation: string) =>
  (model.unreads.countIn(conversation) > 0 ? 1e12 : 1e6) + model.recents.newestIn(conversation)

function conversationPlace(conversation: string): SwitchPlace | undefined {
  const where = conversationOf(conversation)
  if (where.kind === 'direct') {
    const name = peopleNames(where.userIds)
    const hash = hashOfConversation(conversation)
    return { kind: 'person', key: conversation, name, userIds: where.userIds, hash }
  }
  const topic = model.topics.spelling(where.channelId, where.topic)
  if (!model.channels.isSubscribed(where.channelId)) return undefined
  return model.isTopicHidden(where.channelId, topic)
    ? undefined
    : topicPlace(where.channelId, topic)
}

const topicPlace = (channelId: number, topic: string): SwitchPlace => ({
  kind: 'topic',
  key: `c:${channelId}:${topic.toLowerCase()}`,
  name: `${bareTopicName(topic)} ${model.channels.name(channelId)}`,
  channelId,
  hash: hashOfTopic(channelId, topic),
})

function pages(): SwitchPlace[] {
  const page = (name: string, hash: string): SwitchPlace => ({
    kind: 'page',
    key: hash,
    name,
    hash,
  })
  return [
    page(viewsText.inbox, '#inbox'),
    page(viewsText.recent, '#recent'),
    page(viewsText.mentions, '#narrow/is/mentioned'),
    page(viewsText.starred, '#narrow/is/starred'),
    page(viewsText.allMessages, '#feed'),
    page(viewsText.drafts, '#drafts'),
    page(viewsText.scheduled, '#scheduled'),
    page(viewsText.reminders, '#reminders'),
    page(t.channels, '#channels'),
    page(t.settings, '#settings'),
  ]
}
