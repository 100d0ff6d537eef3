// Links to channels, topics and messages by name.

import type { StateInline } from 'markdown-it'
import { escapeHtml } from '../../../base/escaping.ts'
import { element } from '../../html.ts'
import { channelPath, messagePath, topicPath } from '../../narrow-links.ts'
import type { LinkedChannel } from '../lookup.ts'
import { type Rendering, renderingOf } from '../rendering.ts'
import { mayMentionAt } from './mentions.ts'

const LINK = /#\*\*([^*\n]+)\*\*/y
const TOPIC = /^([^>]+)>(.*?)(?:@(\d{1,15}))?$/

/** `#**channel**`, `#**channel>topic**`, `#**channel>topic@message**`. */
export function conversationLink(state: StateInline) {
  const { src, pos } = state
  if (src[pos] !== '#' || renderingOf(state).isInLink || !mayMentionAt(src, pos)) return false
  LINK.lastIndex = pos
  const target = LINK.exec(src)?.[1]
  const end = LINK.lastIndex
  if (target === undefined || end > state.posMax) return false
  const rendering = renderingOf(state)
  const html = topicLink(rendering, target) ?? channelLink(rendering, target)
  if (html === undefined) return false
  rendering.hasLink = true
  state.push('html', '', 0).content = html
  state.pos = end
  return true
}

function channelLink({ lookup }: Rendering, name: string): string | undefined {
  const channel = lookup.channelByName(name)
  if (!channel) return undefined
  return element(
    'a',
    { class: 'stream', 'data-stream-id': channel.id, href: channelPath(channel) },
    `#${escapeHtml(channel.name)}`,
  )
}

function topicLink({ lookup, options }: Rendering, target: string): string | undefined {
  const [, name, topic, message] = TOPIC.exec(target) ?? []
  const channel = name === undefined ? undefined : lookup.channelByName(name)
  if (!channel || topic === undefined) return undefined
  const label = labelOf(channel, topic, options.emptyTopicName)
  if (message !== undefined) {
    const href = messagePath(channel, topic, Number(message))
    return element('a', { class: 'message-link', href }, `${label} @ 💬`)
  }
  const href = topicPath(channel, topic, lookup.newestMessageId(channel.id, topic))
  return element('a', { class: 'stream-topic', 'data-stream-id': channel.id, href }, label)
}

const labelOf = ({ name }: LinkedChannel, topic: string, emptyTopicName: string): string =>
  `#${escapeHtml(name)} &gt; ${
    topic === '' ? element('em', {}, escapeHtml(emptyTopicName)) : escapeHtml(topic)
  }`
