// Mentions of people, groups and everyone: `@**name**`, `@*group*`, `@**all**`.

import type { StateInline } from 'markdown-it'
import { escapeHtml } from '../../../base/escaping.ts'
import { element } from '../../html.ts'
import type { MentionedUser } from '../lookup.ts'
import { type Rendering, renderingOf } from '../rendering.ts'

const CHANNEL_WILDCARDS = new Set(['all', 'everyone', 'channel', 'stream'])
const TOPIC_WILDCARD = 'topic'

const USER = /@(_?)\*\*([^*\n]+)\*\*/y
const GROUP = /@(_?)\*([^*\n]+)\*(?!\*)/y

/** Whether a mention or a link to a conversation may start here. */
export const mayMentionAt = (text: string, at: number): boolean =>
  at === 0 || /[\s'"({[/<]/.test(text[at - 1] as string)

/** `@**name**`, `@*group*` and their silent forms `@_…`; anything unknown stays text. */
export function mention(state: StateInline) {
  if (state.src[state.pos] !== '@' || !mayMentionAt(state.src, state.pos)) return false
  return take(state, USER, userMention) || take(state, GROUP, groupMention)
}

function take(
  state: StateInline,
  pattern: RegExp,
  toHtml: (rendering: Rendering, name: string, isSilent: boolean) => string | undefined,
): boolean {
  pattern.lastIndex = state.pos
  const match = pattern.exec(state.src)
  if (!match || pattern.lastIndex > state.posMax) return false
  const rendering = renderingOf(state)
  const end = pattern.lastIndex
  const html = toHtml(rendering, match[2] as string, match[1] === '_' || rendering.isQuoted)
  if (html === undefined) return false
  state.push('html', '', 0).content = html
  state.pos = end
  return true
}

function userMention(rendering: Rendering, name: string, isSilent: boolean) {
  if (CHANNEL_WILDCARDS.has(name)) {
    rendering.hasChannelWildcard ||= !isSilent
    return mentionHtml('user-mention channel-wildcard-mention', isSilent, name, {
      'data-user-id': '*',
    })
  }
  if (name === TOPIC_WILDCARD) {
    rendering.hasTopicWildcard ||= !isSilent
    return mentionHtml('topic-mention', isSilent, name, {})
  }
  const user = findUser(rendering, name)
  if (!user) return undefined
  const reaches = !isSilent && user.isActive
  if (reaches) rendering.mentionedUserIds.add(user.id)
  return mentionHtml('user-mention', !reaches, user.fullName, { 'data-user-id': user.id })
}

/** `name|id` tells users of one name apart; the name must then be right, or left out. */
function findUser({ lookup }: Rendering, name: string): MentionedUser | undefined {
  const bar = name.lastIndexOf('|')
  const id = bar < 0 ? '' : name.slice(bar + 1)
  if (!/^\d{1,15}$/.test(id)) return lookup.userByName(name)
  const user = lookup.userById(Number(id))
  return bar === 0 || user?.fullName === name.slice(0, bar) ? user : undefined
}

function groupMention(rendering: Rendering, name: string, isSilent: boolean) {
  const group = rendering.lookup.groupByName(name)
  if (!group) return undefined
  const reaches = !isSilent && group.isActive
  if (reaches) rendering.mentionedGroupIds.add(group.id)
  return mentionHtml('user-group-mention', !reaches, group.displayName, {
    'data-user-group-id': group.id,
  })
}

const mentionHtml = (
  classes: string,
  isSilent: boolean,
  name: string,
  data: Record<string, string | number>,
): string =>
  element(
    'span',
    { class: isSilent ? `${classes} silent` : classes, ...data },
    isSilent ? escapeHtml(name) : `@${escapeHtml(name)}`,
  )
