// Answers by mail: an address that lets one person answer in the conversation of one message.

import { seconds } from '../../base/clock.ts'
import { equalsSecret } from '../../base/tokens.ts'
import { refuse } from '../../errors.ts'
import type { Message } from '../../store/tables/messages.ts'
import { mayReadMessage } from '../access/message-access.ts'
import { prepareRendering } from '../content/rendering.ts'
import type { App, Context } from '../kernel/context.ts'
import { otherMemberIds } from '../messages/canonical-message.ts'
import { deliver } from '../messages/deliver.ts'
import type { MessageDestination } from '../messages/message-draft.ts'
import type { User } from '../users/users.ts'
import { answerIn } from './reply-text.ts'

const DAY_SECONDS = 86_400

/** How long an address can be answered to. */
const LASTS_DAYS = 30

const SIGNATURE_LENGTH = 26

/** Mail servers may change capitals to small letters, so addresses have no capitals. */
const sign = (ctx: Context, user: User, messageId: number, day: number) =>
  ctx.keys
    .sign('mail-reply', `${user.id}:${user.key_version}:${messageId}:${day}`, SIGNATURE_LENGTH)
    .toLowerCase()

/**
 * The address to which a person may answer; undefined if this server receives no mail. A new API key of
 * the person ends all of theirs.
 */
export function replyAddress(ctx: Context, user: User, messageId: number): string | undefined {
  const { mailDomain } = ctx.server
  if (mailDomain === undefined) return undefined
  const day = Math.floor(seconds(ctx.clock) / DAY_SECONDS)
  const parts = [user.id, messageId, day].map((number) => number.toString(36))
  return `reply.${parts.join('.')}.${sign(ctx, user, messageId, day)}@${mailDomain}`
}

export interface ReplyRoute {
  /** Names the address in limits. */
  token: string
  user: User
  message: Message
}

/** Where an answer goes; undefined for other addresses, and where the person may not answer any more. */
export function findReplyRoute(ctx: Context, address: string): ReplyRoute | undefined {
  const at = address.lastIndexOf('@')
  const domain = address.slice(at + 1).toLowerCase()
  if (at < 0 || at > 64 || domain !== ctx.server.mailDomain?.toLowerCase()) return undefined
  const [word, ...parts] = address.slice(0, at).toLowerCase().split('.')
  if (word !== 'reply' || parts.length !== 4) return undefined
  const [userId, messageId, day] = parts.slice(0, 3).map((part) => Number.parseInt(part, 36))
  const token = parts[3]!
  const user = ctx.store.users.find(userId!)
  if (!user || !equalsSecret(token, sign(ctx, user, messageId!, day!))) return undefined
  const age = Math.floor(seconds(ctx.clock) / DAY_SECONDS) - day!
  const message = ctx.store.messages.find(messageId!)
  if (age > LASTS_DAYS || !user.is_active || !message) return undefined
  return mayReadMessage(ctx, user, message) ? { token, user, message } : undefined
}

/**
 * Posts an answer where its message is now, in the name of the person.
 * @throws RequestError for an unknown address, or where the person may not write
 */
export async function postReply(ctx: App, address: string, text: string): Promise<void> {
  const content = answerIn(text).replaceAll('\0', '')
  if (content === '') refuse('BAD_REQUEST', 'The mail has no text above what it quotes')
  const user = findReplyRoute(ctx, address)?.user
  if (user) await prepareRendering(ctx, user, content)
  await ctx.commit((tx) => {
    const route = findReplyRoute(tx, address) ?? refuse('BAD_REQUEST', 'No such address')
    deliver(tx, route.user, {
      destination: conversationOf(route),
      content,
      client: 'Mail',
      readBySender: true,
      echo: undefined,
    })
  })
}

function conversationOf({ message, user }: ReplyRoute): MessageDestination {
  if (message.channel_id !== null)
    return { kind: 'channel', id: message.channel_id, topic: message.topic! }
  return { kind: 'people', ids: otherMemberIds(message.member_key!, user.id) }
}
