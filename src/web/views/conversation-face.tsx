// The small picture before a conversation's name: a person, a group of people, a topic.

import type { ConversationKey } from '../model/conversations.ts'
import { conversationOf } from '../model/conversations.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Icon } from '../ui/icon.tsx'
import { model } from './here.ts'
import { PresenceDot } from './presence.tsx'

/** Decoration: the conversation's name stands beside it. */
export function ConversationFace({ conversation }: { conversation: ConversationKey }) {
  const where = conversationOf(conversation)
  if (where.kind !== 'direct') return <Icon name="message-square" />
  const [first] = where.userIds
  if (where.userIds.length !== 1 || first === undefined) return <Icon name="users" />
  return (
    <span class="with-presence">
      <Avatar url={model.users.get(first)?.avatar_url} size={20} />
      <PresenceDot userId={first} />
    </span>
  )
}
