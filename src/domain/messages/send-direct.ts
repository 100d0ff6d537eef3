// Sends a direct message.

import { BOT_TYPE } from '../access/bot-types.ts'
import { FLAG } from '../content/flags.ts'
import { contentFlags, requireMayMention } from '../content/mentions.ts'
import { renderFor } from '../content/rendering.ts'
import type { Tx } from '../kernel/context.ts'
import { trackGuestVisibility } from '../subscriptions/guest-visibility.ts'
import type { User } from '../users/users.ts'
import { fanOut } from './fan-out.ts'
import type { MessageDraft, NamedPeople, SendResult } from './message-draft.ts'
import { findPeople, requireMayWriteTo } from './recipients.ts'
import { storeMessage } from './store-message.ts'

/** @throws RequestError where the sender may not write to these people, or not this */
export function sendDirect(
  tx: Tx,
  sender: User,
  draft: MessageDraft,
  people: NamedPeople,
): SendResult {
  const recipients = findPeople(tx, sender, people)
  const ids = new Set([sender.id, ...recipients.map((user) => user.id)])
  const members = [...ids].sort((a, b) => a - b)
  const known = tx.store.conversations.findDirect(members)
  requireMayWriteTo(tx, sender, recipients, known?.last_message_id != null)
  const { content } = draft
  const rendered = renderFor(tx, draft.linksFor ?? sender, content, sender)
  const scope = { channel: undefined, conversationId: known?.id }
  requireMayMention(tx, sender, rendered, scope)

  const conversation_id = known?.id ?? openConversation(tx, members)
  const place = { conversation_id, channel_id: null, topic: null }
  const seen = { topic: null, member_key: members.join(','), channel_name: null }
  const message = storeMessage(tx, { sender, draft, rendered, place, seen })
  // Outgoing webhooks are called with each message and get no rows.
  const keepers = members.filter((userId) => !isServiceBot(tx.store.users.find(userId)!))
  const flags = contentFlags(tx, sender.id, content, rendered, scope, keepers)
  flags.addForAll(FLAG.direct)
  fanOut(tx, { message, sender, draft, channel: undefined, flags })
  return { id: message.id, newVisibility: undefined }
}

/** The conversation of these users; a new one may make them visible to guests. */
function openConversation(tx: Tx, members: readonly number[]): number {
  const emitGuestChanges = trackGuestVisibility(tx, [], members)
  const id = tx.store.conversations.createDirect(members)
  emitGuestChanges(tx)
  return id
}

const isServiceBot = ({ bot_type }: User) => bot_type === BOT_TYPE.outgoingWebhook
