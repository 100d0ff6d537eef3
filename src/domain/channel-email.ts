import { randomBytes } from 'node:crypto'
import { refuse } from '../errors.ts'
import { readableChannel } from './access.ts'
import type { Channel } from './channels.ts'
import type { Context } from './context.ts'
import { deliver } from './messages.ts'
import { mayPost, requireMayPost } from './recipients.ts'
import type { User } from './users.ts'

/** What of a mail becomes a message. */
export interface Mail {
  subject: string
  /** The sender as the mail names them: `Ann <ann@example.com>`. */
  from: string
  text: string
}

/** Written into the address, says that the message should tell who wrote the mail. */
const SHOW_SENDER = 'show-sender'

/**
 * GET /streams/{stream_id}/email_address: an address that posts into a channel.
 *
 * @param senderId in whose name: the caller, a bot of theirs, or by default the Email Gateway
 * @returns '' where the server receives no mail
 */
export async function channelAddress(
  ctx: Context,
  by: User,
  channelId: number,
  senderId: number | undefined,
): Promise<string> {
  const channel = readableChannel(ctx, by, channelId)
  requireMayPost(ctx, by, channel)
  const sender = senderNamed(ctx, by, senderId)
  const { mailDomain } = ctx.site
  if (mailDomain === undefined) return ''
  const { channelEmails } = ctx.store
  const token =
    channelEmails.findMade(channelId, by.id, sender.id)?.token ??
    (await ctx.commit(() => makeToken(ctx, channel, by, sender)))
  return `${slugOf(channel.name)}${token}.${SHOW_SENDER}@${mailDomain}`
}

function makeToken(ctx: Context, channel: Channel, by: User, sender: User): string {
  const { channelEmails } = ctx.store
  // Two requests at once get the same address.
  const made = channelEmails.findMade(channel.id, by.id, sender.id)
  if (made) return made.token
  const token = randomBytes(16).toString('hex')
  const ids = { channel_id: channel.id, creator_id: by.id, sender_id: sender.id }
  channelEmails.create({ token, ...ids })
  return token
}

function senderNamed(ctx: Context, by: User, senderId: number | undefined): User {
  const gateway = ctx.store.users.findSystemBot('email-gateway')!
  if (senderId === undefined || senderId === gateway.id) return gateway
  const sender = ctx.store.users.find(senderId)
  const isOwn = sender !== undefined && (sender.id === by.id || sender.bot_owner_id === by.id)
  if (!isOwn || !sender.is_active) refuse('BAD_REQUEST', 'Invalid sender ID')
  return sender
}

/** The part before the @ has 64 characters at most, most of which are the token's. */
const MAX_SLUG_LENGTH = 18

/** Makes the address recognizable where the name can be written in ASCII; nothing reads it. */
function slugOf(name: string): string {
  const slug = name.toLowerCase().replace(/[^\p{L}\p{M}\p{N}_]+/gu, '-')
  const short = slug.slice(0, MAX_SLUG_LENGTH).replace(/^-+|-+$/g, '')
  return /^[a-z0-9_-]+$/.test(slug) && short !== '' ? `${short}.` : ''
}

interface MailRoute {
  token: string
  channel: Channel
  sender: User
  showSender: boolean
}

/**
 * Where mail for an address goes; undefined for an address nobody was given, and when whoever
 * made it may no longer post there.
 */
export function findMailRoute(ctx: Context, address: string): MailRoute | undefined {
  const at = address.lastIndexOf('@')
  const domain = address.slice(at + 1).toLowerCase()
  if (at < 0 || domain !== ctx.site.mailDomain?.toLowerCase()) return undefined
  const parts = address.slice(0, at).toLowerCase().split('.')
  const token = parts.find((part) => /^[0-9a-f]{32}$/.test(part))
  const email = token === undefined ? undefined : ctx.store.channelEmails.find(token)
  if (!email) return undefined
  const channel = ctx.store.channels.find(email.channel_id)!
  const creator = ctx.store.users.find(email.creator_id)!
  const sender = ctx.store.users.find(email.sender_id)!
  if (!creator.is_active || !sender.is_active || !mayPost(ctx, creator, channel)) return undefined
  return { token: email.token, channel, sender, showSender: parts.includes(SHOW_SENDER) }
}

/**
 * Posts a mail into the channel its address names.
 * @throws RequestError for an address that leads nowhere, or where the channel takes no such message
 */
export const postMail = (ctx: Context, address: string, mail: Mail) =>
  ctx.commit((emit) => {
    const route = findMailRoute(ctx, address) ?? refuse('BAD_REQUEST', 'No such address')
    const { channel, sender, showSender } = route
    const subject = topicOf(mail.subject)
    const takesTopics = channel.topics_policy !== 'empty_topic_only'
    const lines = [
      showSender && `**From:** ${mail.from}`,
      !takesTopics && `**Subject:** ${subject}`,
      mail.text.trim() || '*This mail has no text.*',
    ]
    deliver(ctx, emit, sender, {
      destination: { kind: 'channel', to: channel.id, topic: takesTopics ? subject : '' },
      content: lines.filter(Boolean).join('\n\n').replaceAll('\0', ''),
      client: 'Internal',
      readBySender: true,
      echo: undefined,
    })
  })

/** Answers and forwarded mails belong to the topic of the first one. */
function topicOf(subject: string): string {
  const plain = subject.replace(/[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]+/gu, ' ').trim()
  return plain.replace(/^((re|fwd?|aw|wg)\s*:\s*)+/i, '').trim() || '(no subject)'
}
