// Mail addresses of channels, and the messages that mail to them becomes.

import { randomBytes } from 'node:crypto'
import { refuse } from '../../errors.ts'
import { readableChannel } from '../access/access.ts'
import type { Channel } from '../channels/channels.ts'
import { prepareRendering } from '../content/rendering.ts'
import type { App, Context, Tx } from '../kernel/context.ts'
import { deliver } from '../messages/deliver.ts'
import { mayPost, requireMayPost } from '../messages/recipients.ts'
import type { User } from '../users/users.ts'

/** The parts of a mail that become a message. */
export interface Mail {
  subject: string
  /** The sender as the mail names them: `Ann <ann@example.com>`. */
  from: string
  text: string
}

/** A suffix in the address: the message then names the sender of the mail. */
const SHOW_SENDER = 'show-sender'

/**
 * GET /streams/{stream_id}/email_address: an address that posts into a channel.
 *
 * @param senderId the sender of the messages: the caller, a bot of theirs, or by default Email Gateway
 * @returns '' if the server receives no mail
 */
export async function channelAddress(
  ctx: App,
  by: User,
  channelId: number,
  senderId: number | undefined,
): Promise<string> {
  const channel = readableChannel(ctx, by, channelId)
  requireMayPost(ctx, by, channel)
  const sender = senderNamed(ctx, by, senderId)
  const { mailDomain } = ctx.server
  if (mailDomain === undefined) return ''
  const { channelEmails } = ctx.store
  const token =
    channelEmails.findMade(channelId, by.id, sender.id)?.token ??
    (await ctx.commit((tx) => makeToken(tx, channel, by, sender)))
  return `${slugOf(channel.name)}${token}.${SHOW_SENDER}@${mailDomain}`
}

function makeToken(tx: Tx, channel: Channel, by: User, sender: User): string {
  const { channelEmails } = tx.store
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

/** The channel's name in ASCII, for people to recognize the address; the server ignores it. */
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
 * Where mail for an address goes; undefined for an unknown address, and if its creator may no
 * longer post there.
 */
export function findMailRoute(ctx: Context, address: string): MailRoute | undefined {
  const at = address.lastIndexOf('@')
  const domain = address.slice(at + 1).toLowerCase()
  if (at < 0 || domain !== ctx.server.mailDomain?.toLowerCase()) return undefined
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
 * @throws RequestError for an unknown address, or if the channel does not allow the message
 */
export async function postMail(ctx: App, address: string, mail: Mail) {
  const route = findMailRoute(ctx, address)
  if (route) await prepareRendering(ctx, route.sender, contentOf(route, mail))
  await ctx.commit((tx) => post(tx, address, mail))
}

function post(tx: Tx, address: string, mail: Mail) {
  const route = findMailRoute(tx, address) ?? refuse('BAD_REQUEST', 'No such address')
  const { channel, sender } = route
  const topic = takesTopics(channel) ? topicOf(mail.subject) : ''
  deliver(tx, sender, {
    destination: { kind: 'channel', id: channel.id, topic },
    content: contentOf(route, mail),
    client: 'Internal',
    readBySender: true,
    echo: undefined,
  })
}

/** The message that a mail becomes. */
function contentOf({ channel, showSender }: MailRoute, mail: Mail): string {
  const lines = [
    showSender && `**From:** ${mail.from}`,
    !takesTopics(channel) && `**Subject:** ${topicOf(mail.subject)}`,
    mail.text.trim() || '*This mail has no text.*',
  ]
  return lines.filter(Boolean).join('\n\n').replaceAll('\0', '')
}

const takesTopics = ({ topics_policy }: Channel): boolean => topics_policy !== 'empty_topic_only'

/** Answers and forwarded mails belong to the topic of the first one. */
function topicOf(subject: string): string {
  const plain = subject.replace(/[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]+/gu, ' ').trim()
  return plain.replace(/^((re|fwd?|aw|wg)\s*:\s*)+/i, '').trim() || '(no subject)'
}
