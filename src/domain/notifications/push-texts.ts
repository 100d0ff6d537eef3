// What a push says: the same for browsers, ntfy and UnifiedPush.

import { FLAG } from '../../store/bits.ts'
import type { Message } from '../../store/tables/messages.ts'
import type { Reason } from '../../store/tables/notifications.ts'
import { mailBody } from '../../text/mail-html.ts'
import { mayReadMessage } from '../access/message-access.ts'
import type { Context } from '../kernel/context.ts'
import { memberIds, otherMemberIds } from '../messages/canonical-message.ts'
import { addressOfMessage } from '../messages/message-quotes.ts'
import { theOrganization } from '../organization/organization.ts'
import type { User } from '../users/users.ts'
import { settingsOf, waysFor } from './decision.ts'
import { nameFor } from './missed-mails.ts'

/** Characters of a message; a push may have some 3,000 bytes in all. */
const MAX_BODY_LENGTH = 400
const MAX_TITLE_LENGTH = 120

/** What a browser gets, as JSON; `src/web/sw.ts` reads it. */
export type PushPayload =
  | {
      kind: 'message'
      id: number
      title: string
      body: string
      /** Path inside the chat: `/#narrow/…`. */
      path: string
      /** Notifications of one conversation take each other's place. */
      tag: string
    }
  | { kind: 'removal'; ids: readonly number[] }
  | { kind: 'test'; title: string; body: string }

export type MessagePush = Extract<PushPayload, { kind: 'message' }> & { reason: Reason }

/** The push of a message; undefined where the person has read it or does not want it any more. */
export function messagePush(
  ctx: Context,
  user: User,
  message: Message,
  { isEncrypted }: { isEncrypted: boolean },
): MessagePush | undefined {
  const flags = ctx.store.userMessages.flags(user.id, message.id)
  if (flags === undefined || flags & FLAG.read || !mayReadMessage(ctx, user, message))
    return undefined
  const reason = waysFor(ctx, user, message, flags).push
  if (reason === undefined) return undefined
  const { settings } = theOrganization(ctx)
  const isHidden = !isEncrypted && settings.require_e2ee_push_notifications
  const { html, text } = mailBody(message.rendered, ctx.server.url, MAX_BODY_LENGTH)
  const shown = html === undefined ? `${text}…` : text
  return {
    kind: 'message',
    id: message.id,
    ...(isHidden
      ? { title: settings.name, body: 'New message' }
      : { title: titleOf(ctx, user, message), body: bodyOf(user, message, shown) }),
    path: addressOfMessage(ctx, message).slice(ctx.server.url.length),
    tag: tagOf(user, message),
    reason,
  }
}

/** The key that clients give to a conversation: the page and a push replace the same notification. */
function tagOf(user: User, { channel_id, topic, member_key }: Message): string {
  if (channel_id !== null) return `c:${channel_id}:${topic!.toLowerCase()}`
  const others = otherMemberIds(member_key!, user.id)
  return `d:${(others.length > 0 ? others : [user.id]).join(',')}`
}

function titleOf(ctx: Context, user: User, message: Message): string {
  const sender = nameFor(ctx, user, message.sender_id)
  if (message.channel_id !== null) {
    const place = `#${message.channel_name} > ${message.topic || 'general chat'}`
    return cut(`${sender} (${place})`, MAX_TITLE_LENGTH)
  }
  const others = memberIds(message.member_key!).filter(
    (id) => id !== user.id && id !== message.sender_id,
  )
  if (others.length === 0) return cut(sender, MAX_TITLE_LENGTH)
  const names = others.map((id) => nameFor(ctx, user, id))
  return cut(`${sender} (with ${names.join(', ')})`, MAX_TITLE_LENGTH)
}

/** People may hide what is in direct messages from those who look at their screens. */
function bodyOf(user: User, message: Message, text: string): string {
  const isDirect = message.channel_id === null
  if (isDirect && !settingsOf(user).pm_content_in_desktop_notifications) return 'New direct message'
  return cut(text, MAX_BODY_LENGTH) || 'New message'
}

const cut = (text: string, length: number) =>
  text.length <= length ? text : `${text.slice(0, length - 1).toWellFormed()}…`
