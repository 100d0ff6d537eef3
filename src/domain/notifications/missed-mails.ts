// The mails about messages that a person missed.

import { makePause } from '../../base/jobs.ts'
import { FLAG } from '../../store/bits.ts'
import type { Message } from '../../store/tables/messages.ts'
import { mailBody } from '../../text/mail-html.ts'
import { mayReadMessage } from '../access/message-access.ts'
import type { Context } from '../kernel/context.ts'
import { button, type MailPart, paragraph } from '../mail/compose.ts'
import { unsubscribeUrl } from '../mail/unsubscribe.ts'
import { type MailWriter, messageIdOf, type WrittenMail } from '../mail/writing.ts'
import { otherMemberIds } from '../messages/canonical-message.ts'
import { addressOfMessage } from '../messages/message-quotes.ts'
import { theOrganization } from '../organization/organization.ts'
import { seesUser, type User, unknownPerson } from '../users/users.ts'
import { settingsOf, waysFor } from './decision.ts'
import { replyAddress } from './mail-replies.ts'
import { ANSWER_LINE } from './reply-text.ts'

/** Characters of one message; the rest is in the chat. */
const MAX_LENGTH = 5000

/** Characters after which a mail shows no further message. */
const MAX_MAIL_LENGTH = 100_000

/** realm_name_in_email_notifications_policy: the name of the organization stands in each subject. */
const ALWAYS = 2

export const writeMissedMessages: MailWriter<'missed_messages'> = async (
  ctx,
  { message_ids },
  row,
) => {
  const user = row.user_id === null ? undefined : ctx.store.users.find(row.user_id)
  if (!user) return undefined
  const pause = makePause()
  const messages: Message[] = []
  for (const id of message_ids) {
    const message = ctx.store.messages.find(id)
    if (message && isStillMissed(ctx, user, message)) messages.push(message)
    await pause()
  }
  if (messages.length === 0) return undefined
  const conversations = [...Map.groupBy(messages, (one) => one.conversation_id).values()]
  const about = isContentMailed(ctx, user)
    ? await inFull(ctx, user, conversations)
    : inBrief(ctx, messages)
  return { ...about, ...frame(ctx, user) }
}

/** Read, deleted or muted meanwhile, or mail turned off: then it is not sent. */
function isStillMissed(ctx: Context, user: User, message: Message): boolean {
  const flags = ctx.store.userMessages.flags(user.id, message.id)
  if (flags === undefined || flags & FLAG.read || !mayReadMessage(ctx, user, message)) return false
  return waysFor(ctx, user, message, flags).mail !== undefined
}

/** Whether mails hold what was written: the organization and the person decide. */
export const isContentMailed = (ctx: Context, user: User) =>
  theOrganization(ctx).settings.message_content_allowed_in_email_notifications &&
  settingsOf(user).message_content_in_email_notifications

const frame = (ctx: Context, user: User): Pick<WrittenMail, 'footer' | 'unsubscribe'> => ({
  footer: `You get this mail because of messages to you in ${theOrganization(ctx).settings.name} that you have not read. Settings: ${ctx.server.url}/#settings/notifications`,
  unsubscribe: {
    label: 'Get no more mail about messages',
    url: unsubscribeUrl(ctx, 'messages', user),
  },
})

function inBrief(ctx: Context, messages: readonly Message[]) {
  const name = theOrganization(ctx).settings.name
  const count = messages.length === 1 ? 'a new message' : `${messages.length} new messages`
  return {
    subject: `New messages in ${name}`,
    parts: [
      paragraph(`You have ${count} in ${name}.`),
      button('Open the chat', addressOfMessage(ctx, messages[0]!)),
    ],
  }
}

async function inFull(
  ctx: Context,
  user: User,
  conversations: readonly (readonly Message[])[],
): Promise<Omit<WrittenMail, 'footer' | 'unsubscribe'>> {
  const { name } = theOrganization(ctx).settings
  const [first] = conversations
  const isAlone = conversations.length === 1
  const prefix = settingsOf(user).realm_name_in_email_notifications_policy === ALWAYS
  const about = isAlone ? placeOf(ctx, user, first![0]!) : `Messages you missed in ${name}`
  const replyTo = isAlone ? replyAddress(ctx, user, first!.at(-1)!.id) : undefined
  const threadId = messageIdOf(ctx, 'conversation', first![0]!.conversation_id)
  return {
    subject: prefix ? `[${name}] ${about}` : about,
    parts: [
      ...(replyTo === undefined ? [] : [paragraph(ANSWER_LINE)]),
      ...(await partsOf(ctx, user, conversations)),
    ],
    replyTo,
    references: isAlone ? [threadId] : [],
  }
}

/** As many messages as a mail shows, with turns for others in between. */
async function partsOf(
  ctx: Context,
  user: User,
  conversations: readonly (readonly Message[])[],
): Promise<MailPart[]> {
  const pause = makePause()
  const parts: MailPart[] = []
  let length = 0
  let left = conversations.reduce((sum, messages) => sum + messages.length, 0)
  for (const messages of conversations) {
    if (length > MAX_MAIL_LENGTH) break
    const [first] = messages
    const url = addressOfMessage(ctx, first!)
    parts.push({ kind: 'heading', text: placeOf(ctx, user, first!), url })
    for (const message of messages) {
      if (length > MAX_MAIL_LENGTH) break
      const shown = shownOf(ctx, message)
      parts.push({ kind: 'message', sender: nameFor(ctx, user, message.sender_id), ...shown })
      length += shown.text.length + shown.html.length
      left--
      await pause()
    }
  }
  if (left > 0) {
    const others = left === 1 ? 'One more message is' : `${left} more messages are`
    parts.push(paragraph(`${others} in the chat: ${ctx.server.url}/`))
  }
  return parts
}

function shownOf(ctx: Context, { rendered }: Message): { text: string; html: string } {
  const { html, text } = mailBody(rendered, ctx.server.url, MAX_LENGTH)
  return html === undefined ? shortened(text) : { text, html }
}

function shortened(text: string) {
  const short = `${text.slice(0, MAX_LENGTH).toWellFormed()} …`
  return { text: short, html: `<p>${short.replace(/[<>&]/g, ' ')}</p>` }
}

/** `#garden > tools`, or the people of a direct conversation. */
export function placeOf(ctx: Context, user: User, message: Message): string {
  if (message.channel_id !== null)
    return `#${message.channel_name} > ${message.topic || 'general chat'}`
  const others = otherMemberIds(message.member_key!, user.id)
  return `Direct messages with ${others.map((id) => nameFor(ctx, user, id)).join(', ')}`
}

/** Guests may not learn the names of everyone. */
export function nameFor(ctx: Context, viewer: User, id: number): string {
  const person = ctx.store.users.find(id)!
  return seesUser(ctx, viewer, person) ? person.full_name : unknownPerson(ctx, id).full_name
}
