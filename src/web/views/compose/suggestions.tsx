// What completes a token: candidates ranked for the conversation one writes in, and the text each puts in.

import { charactersOf } from '../../model/content.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Icon } from '../../ui/icon.tsx'
import { emojiAreThere, type KnownEmoji, loadEmoji, searchEmoji } from '../emoji/table.ts'
import { model } from '../here.ts'
import { mentionOf } from '../messages/replying.ts'
import { aboutChannel, bareTopicName, ChannelSign } from '../names.tsx'
import { PresenceDot } from '../presence.tsx'
import { folded, ranked } from '../rank.ts'
import type { Target } from './target.ts'
import { composeText as t } from './text.ts'
import type { Token } from './tokens.ts'

export type Suggestion = { key: string } & (
  | { kind: 'person'; id: number }
  | { kind: 'group'; id: number }
  | { kind: 'everyone'; name: 'all' | 'topic' }
  | { kind: 'channel'; id: number }
  | { kind: 'topic'; channel: string; topic: string }
  | { kind: 'emoji'; emoji: KnownEmoji }
  | { kind: 'command'; name: 'me' | 'poll' | 'todo' }
)

const SHOWN = 8

/** Loads what suggestions for a token need; undefined if it is loaded. Rejects if it cannot be loaded. */
export const loadFor = ({ kind }: Token): Promise<void> | undefined =>
  kind === 'emoji' && !emojiAreThere() ? loadNames() : undefined

async function loadNames() {
  await loadEmoji()
  if (!emojiAreThere()) throw new Error('the names of emoji did not come')
}

export function suggestionsFor(token: Token, to: Target): Suggestion[] {
  switch (token.kind) {
    case 'person':
    case 'silent':
      return people(token.typed, to)
    case 'channel':
      return channels(token.typed)
    case 'topic':
      return topics(token.channel, token.typed)
    case 'emoji':
      return searchEmoji(token.typed, SHOWN).map((emoji) => ({
        key: `e${emoji.emoji_code}`,
        kind: 'emoji',
        emoji,
      }))
    case 'command':
      return (['me', 'poll', 'todo'] as const)
        .filter((name) => name.startsWith(token.typed))
        .map((name) => ({ key: `/${name}`, kind: 'command', name }))
  }
}

/** People of the conversation first, then of the channel, then all; groups and wildcards among them. */
function people(typed: string, to: Target): Suggestion[] {
  const near = new Set(to.kind === 'direct' ? to.userIds : [])
  const members =
    to.kind === 'topic' && to.channelId ? model.channels.subscribersOf(to.channelId) : near
  const weightOf = (id: number) =>
    (near.has(id) ? 8 : 0) +
    (members.has(id) ? 4 : 0) +
    (model.presence.statusOf(id) === 'active' ? 2 : 0) +
    (model.users.peek(id)?.is_bot ? 0 : 1)
  const own = model.users.ownId.peek()
  const persons = model.users.active
    .peek()
    .filter((user) => !user.is_system_bot && (user.user_id !== own || typed !== ''))
    .map(({ user_id, full_name }) => ({
      item: { key: `u${user_id}`, kind: 'person', id: user_id } as Suggestion,
      name: folded(full_name),
      weight: weightOf(user_id),
    }))
  const groups = model.groups
    .named()
    .filter((group) => model.permissions.holdsOver(group, 'can_mention_group'))
    .map(({ id, name }) => ({
      item: { key: `g${id}`, kind: 'group', id } as Suggestion,
      name: folded(name),
      weight: 3,
    }))
  const wildcards = (to.kind === 'topic' ? (['all', 'topic'] as const) : (['all'] as const)).map(
    (name) => ({
      item: { key: `*${name}`, kind: 'everyone', name } as Suggestion,
      name: name as string,
      weight: 0,
    }),
  )
  return ranked([...persons, ...groups, ...wildcards], typed, SHOWN)
}

function channels(typed: string): Suggestion[] {
  const named = model.channels
    .all()
    .filter((channel) => !channel.is_archived)
    .map((channel) => ({
      item: { key: `c${channel.stream_id}`, kind: 'channel', id: channel.stream_id } as Suggestion,
      name: folded(channel.name),
      weight: Number(channel.is_subscribed) * 2 + Number(channel.pin_to_top ?? false),
    }))
  return ranked(named, typed, SHOWN)
}

function topics(channel: string, typed: string): Suggestion[] {
  const id = model.channels.byName(channel)?.stream_id
  if (id === undefined) return []
  const named = model.topics.of(id).map(({ name, max_id }) => ({
    item: { key: `t${name}`, kind: 'topic', channel, topic: name } as Suggestion,
    name: folded(name),
    weight: max_id,
  }))
  return ranked(named, typed, SHOWN)
}

/** The text that replaces the token in the message. */
export function textFor(option: Suggestion, token: Token): string {
  switch (option.kind) {
    case 'person':
      return `${mentionOf(option.id, token.kind === 'silent')} `
    case 'group':
      return `@${token.kind === 'silent' ? '_' : ''}*${model.groups.get(option.id)?.name}* `
    case 'everyone':
      return `@${token.kind === 'silent' ? '_' : ''}**${option.name}** `
    case 'channel':
      return `#**${model.channels.name(option.id)}>`
    case 'topic':
      return `#**${option.channel}>${option.topic}** `
    case 'emoji':
      return option.emoji.reaction_type === 'unicode_emoji'
        ? `${charactersOf(option.emoji.emoji_code)} `
        : `:${option.emoji.emoji_name}: `
    case 'command':
      return `/${option.name} `
  }
}

export function drawSuggestion(option: Suggestion) {
  switch (option.kind) {
    case 'person': {
      const user = model.users.peek(option.id)
      const status = model.users.statuses.peek(option.id)?.status_text
      return (
        <>
          <span class="with-presence">
            <Avatar url={user?.avatar_url} size={20} />
            <PresenceDot userId={option.id} />
          </span>
          <span class="cut">{user?.full_name}</span>
          {status && <span class="second cut">{status}</span>}
        </>
      )
    }
    case 'group':
      return (
        <Named
          icon="users"
          name={model.groups.get(option.id)?.name ?? ''}
          second={model.groups.get(option.id)?.description}
        />
      )
    case 'everyone':
      return <Named icon="at-sign" name={option.name} second={t.everyone[option.name]} />
    case 'channel':
      return (
        <>
          <ChannelSign id={option.id} />
          <span class="cut">{model.channels.name(option.id)}</span>
          <span class="second cut">{aboutChannel(model.channels.peek(option.id))}</span>
        </>
      )
    case 'topic':
      return <span class="cut">{bareTopicName(option.topic)}</span>
    case 'emoji': {
      const { url, emoji_code, emoji_name } = option.emoji
      return (
        <>
          {url ? (
            <img class="emoji" src={url} alt="" />
          ) : (
            <span class="emoji">{charactersOf(emoji_code)}</span>
          )}
          <span class="cut">{emoji_name}</span>
        </>
      )
    }
    case 'command':
      return <Named name={`/${option.name}`} second={t.commands[option.name]} />
  }
}

interface NamedProps {
  icon?: 'users' | 'at-sign'
  name: string
  second?: string | undefined
}

const Named = ({ icon, name, second }: NamedProps) => (
  <>
    {icon && <Icon name={icon} />}
    <span class="cut">{name}</span>
    {second && <span class="second cut">{second}</span>}
  </>
)
