// Hands a stored message to its receivers: a row for each, and the event.

import type { ReceiverFlags } from '../../store/receiver-flags.ts'
import type { Channel } from '../../store/tables/channels.ts'
import type { Message } from '../../store/tables/messages.ts'
import { nonGuests } from '../access/audiences.ts'
import { FLAG, flagsField } from '../content/flags.ts'
import type { Context, Tx } from '../kernel/context.ts'
import { guestsWhoCannotSee } from '../subscriptions/guest-visibility.ts'
import type { User } from '../users/users.ts'
import { canonicalMessage } from './canonical-message.ts'
import type { MessageDraft } from './message-draft.ts'
import { withoutSender } from './message-views.ts'

/** A stored message on its way to its receivers. */
export interface SentMessage {
  message: Message
  sender: User
  draft: MessageDraft
  /** undefined: a direct message. */
  channel: Channel | undefined
  flags: ReceiverFlags
}

/** Gives each receiver a row and emits the message to those who are connected. */
export function fanOut(tx: Tx, sent: SentMessage) {
  if (sent.draft.isTrial) return
  markRead(tx, sent)
  tx.store.userMessages.createForAll(sent.message.id, sent.flags)
  emitMessage(tx, sent)
}

/** Sets `read` for the sender, for users who muted the sender, and for those the draft names. */
function markRead(ctx: Context, { sender, draft, flags }: SentMessage) {
  const read = (userId: number) => flags.add(userId, FLAG.read)
  if (draft.readBySender) read(sender.id)
  for (const userId of ctx.store.mutedUsers.mutersOf(sender.id)) read(userId)
  if (draft.readBy) flags.userIds.filter(draft.readBy).forEach(read)
}

function emitMessage(tx: Tx, { message: stored, sender, draft, channel, flags }: SentMessage) {
  const isPublic = channel !== undefined && !channel.invite_only
  const message = canonicalMessage(tx, stored)
  const personal = (userId: number) => flagsField(flags.get(userId)!)
  const cannotSee = guestsWhoCannotSee(tx, sender).filter((userId) => flags.has(userId))
  if (cannotSee.length > 0)
    tx.emit({ type: 'message', message: withoutSender(tx, message) }, cannotSee, { personal })
  tx.emit({ type: 'message', message }, receiversOf(flags, sender, cannotSee), {
    personal,
    echo: draft.echo,
    public: isPublic ? nonGuests(tx) : undefined,
  })
}

/** The sender's own clients show the message first. */
function receiversOf(flags: ReceiverFlags, sender: User, without: readonly number[]): number[] {
  const excluded = new Set(without)
  const receivers = flags.userIds.filter((userId) => !excluded.has(userId))
  const own = receivers.indexOf(sender.id)
  if (own > 0) {
    receivers[own] = receivers[0]!
    receivers[0] = sender.id
  }
  return receivers
}
