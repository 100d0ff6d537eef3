// The weekly mail to a person who was away: the conversations in which most happened, direct messages,
// new channels and new people.

import { makePause } from '../../base/jobs.ts'
import type { Message } from '../../store/tables/messages.ts'
import { mailBody } from '../../text/mail-html.ts'
import { canSeeChannel, loadMembership } from '../access/access.ts'
import { mayReadMessage } from '../access/message-access.ts'
import type { Context } from '../kernel/context.ts'
import { button, type MailPart, paragraph } from '../mail/compose.ts'
import { unsubscribeUrl } from '../mail/unsubscribe.ts'
import type { MailWriter } from '../mail/writing.ts'
import { addressOfMessage } from '../messages/message-quotes.ts'
import { theOrganization } from '../organization/organization.ts'
import { isMuted, mutingOf } from '../reading/muting.ts'
import { isPerson, seesUser, type User } from '../users/users.ts'
import { wantsDigest } from './digests.ts'
import { isContentMailed, nameFor, placeOf } from './missed-mails.ts'

/** Unread messages looked at: the newest. */
const MOST_MESSAGES = 5000

/** Conversations a mail is about. */
const MOST_TOPICS = 5

/** Messages of each that are shown: the newest. */
const MOST_SHOWN = 3

/** Characters of one message; the rest is in the chat. */
const MAX_LENGTH = 500

/** New channels and new people that are named. */
const MOST_NAMES = 10

/** Unread messages of a conversation that the person may read and has not muted. */
interface Missed {
  /** Ascending. */
  ids: readonly number[]
  isDirect: boolean
}

export const writeDigest: MailWriter<'digest'> = async (ctx, { since }, row) => {
  const user = row.user_id === null ? undefined : ctx.store.users.find(row.user_id)
  if (!user || !wantsDigest(user)) return undefined
  const { name } = theOrganization(ctx).settings
  const missed = await missedBy(ctx, user, since)
  const news = [newChannels(ctx, user, since), newPeople(ctx, user, since)].filter(
    (part) => part !== undefined,
  )
  // What was read in the meantime leaves nothing to write.
  if (missed.length + news.length === 0) return undefined
  const about = isContentMailed(ctx, user)
    ? [...partsOf(ctx, user, missed), ...news]
    : [inBrief(missed)].filter((part) => part !== undefined)
  if (about.length === 0) return undefined
  return {
    to: user.email,
    subject: `Your week in ${name}`,
    parts: [
      paragraph(`This happened in ${name} while you were away.`),
      ...about,
      button('Open the chat', `${ctx.server.url}/`),
    ],
    footer: `You get this mail once a week when you were away from ${name}. Settings: ${ctx.server.url}/#settings/notifications`,
    unsubscribe: {
      label: 'Get no more weekly mails',
      url: unsubscribeUrl(ctx, 'digests', user),
    },
  }
}

/** Those in which most people wrote first. There may be thousands, so others run in between. */
async function missedBy(ctx: Context, user: User, since: number): Promise<Missed[]> {
  const muting = mutingOf(ctx, user)
  const isShown = (message: Message) =>
    mayReadMessage(ctx, user, message) &&
    (message.channel_id === null ||
      (!isMuted(muting, message.channel_id, message.conversation_id) &&
        ctx.store.subscriptions.find(user.id, message.channel_id)?.is_active !== 0))
  const unread = ctx.store.digests.unread(user.id, since, MOST_MESSAGES)
  const conversations = [...Map.groupBy(unread, (one) => one.conversation_id).values()]
    .map((messages) => ({
      senders: new Set(messages.map((one) => one.sender_id)).size,
      ids: messages.map(({ id }) => id).sort((a, b) => a - b),
    }))
    .sort((one, other) => other.senders - one.senders || other.ids.length - one.ids.length)
  const pause = makePause()
  const missed: Missed[] = []
  for (const { ids } of conversations) {
    const newest = ctx.store.messages.find(ids.at(-1)!)
    if (newest && isShown(newest)) missed.push({ ids, isDirect: newest.channel_id === null })
    await pause()
  }
  return missed
}

/** The digest if the organization or the person wants no content in mails: only a count. */
function inBrief(missed: readonly Missed[]): MailPart | undefined {
  const count = missed.reduce((sum, { ids }) => sum + ids.length, 0)
  if (count === 0) return undefined
  return paragraph(`You have ${counted(count, 'unread message')} of this week.`)
}

function partsOf(ctx: Context, user: User, missed: readonly Missed[]): MailPart[] {
  const topics = missed.filter(({ isDirect }) => !isDirect)
  const direct = missed.filter(({ isDirect }) => isDirect)
  const others = topics.slice(MOST_TOPICS)
  return [
    ...topics.slice(0, MOST_TOPICS).flatMap((one) => topicParts(ctx, user, one)),
    ...(others.length === 0
      ? []
      : [paragraph(`There are unread messages in ${counted(others.length, 'more topic')}.`)]),
    ...direct.slice(0, MOST_NAMES).flatMap(({ ids }) => {
      const [newest] = messagesOf(ctx, ids.slice(-1))
      const count = counted(ids.length, 'unread message')
      return newest ? [paragraph(`${placeOf(ctx, user, newest)}: ${count}.`)] : []
    }),
  ]
}

/** Those that were not deleted meanwhile. */
const messagesOf = (ctx: Context, ids: readonly number[]): Message[] =>
  ids.map((id) => ctx.store.messages.find(id)).filter((message) => message !== undefined)

function topicParts(ctx: Context, user: User, { ids }: Missed): MailPart[] {
  const shown = messagesOf(ctx, ids.slice(-MOST_SHOWN))
  const newest = shown.at(-1)
  if (!newest) return []
  const [first = newest] = messagesOf(ctx, ids.slice(0, 1))
  return [
    { kind: 'heading', text: placeOf(ctx, user, newest), url: addressOfMessage(ctx, first) },
    ...(ids.length > shown.length
      ? [paragraph(`${counted(ids.length, 'unread message')}; the newest:`)]
      : []),
    ...shown.map((message): MailPart => {
      const { html, text } = mailBody(message.rendered, ctx.server.url, MAX_LENGTH)
      const short = html !== undefined ? text : `${text.slice(0, MAX_LENGTH).toWellFormed()} …`
      const sender = nameFor(ctx, user, message.sender_id)
      return { kind: 'message', sender, ...asPlain(short) }
    }),
  ]
}

/** A digest is an overview: no pictures, tables or links of others stand in it. */
const asPlain = (text: string) => ({
  text,
  html: `<p style="white-space:pre-line">${text.replace(/[<>&]/g, (sign) => `&#${sign.charCodeAt(0)};`)}</p>`,
})

function newChannels(ctx: Context, user: User, since: number): MailPart | undefined {
  const membership = loadMembership(ctx, user)
  const names = ctx.store.channels
    .all()
    .filter(({ created_at, is_archived }) => created_at >= since && !is_archived)
    .filter((channel) => canSeeChannel(membership, channel))
    .map((channel) => `#${channel.name}`)
  return named('New channels', names)
}

function newPeople(ctx: Context, user: User, since: number): MailPart | undefined {
  const names = ctx.store.users
    .all()
    .filter((one) => one.joined_at >= since && one.is_active && isPerson(one) && one.id !== user.id)
    .filter((one) => seesUser(ctx, user, one))
    .map((one) => one.full_name)
  return named('New people', names)
}

function named(what: string, names: readonly string[]): MailPart | undefined {
  if (names.length === 0) return undefined
  const more = names.length > MOST_NAMES ? ` and ${names.length - MOST_NAMES} more` : ''
  return paragraph(`${what}: ${names.slice(0, MOST_NAMES).join(', ')}${more}.`)
}

const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`
