// Calls the web service of a bot when a message is for it, and posts the reply.

import { RequestError } from '../../errors.ts'
import type { CanonicalMessage } from '../../events/types/message-format.ts'
import { CallFailed } from '../../outgoing-http/call-failed.ts'
import type { Caller } from '../../outgoing-http/caller.ts'
import type { Message } from '../../store/tables/messages.ts'
import { hasContentAccess } from '../access/access.ts'
import { prepareRendering } from '../content/rendering.ts'
import { onMessagesCommitted } from '../kernel/commit-listeners.ts'
import type { App, Context } from '../kernel/context.ts'
import { canonicalMessage, otherMemberIds } from '../messages/canonical-message.ts'
import { deliver } from '../messages/deliver.ts'
import type { MessageDestination } from '../messages/message-draft.ts'
import { addressOfMessage } from '../messages/message-quotes.ts'
import { withoutSender } from '../messages/message-views.ts'
import { sendSystemDm, silentMention } from '../messages/system-messages.ts'
import { isPerson, seesUser, type User } from '../users/users.ts'
import { replyIn, type Trigger, type WebhookCall, webhookFormat } from './webhook-formats.ts'

/** The client name of messages that web services of bots send. */
const CLIENT = 'OutgoingWebhook'

const MAX_ANSWER_BYTES = 256 * 1024

/**
 * Calls the web services of outgoing-webhook bots: when a person mentions such a bot in a channel it
 * may read, or writes to it directly. The bot posts the reply in the same conversation; if the call
 * fails, its owner gets a direct message. Messages of bots call no services, so that two bots
 * cannot keep each other talking.
 */
export const startOutgoingWebhooks = (ctx: App, caller: Caller) =>
  onMessagesCommitted(ctx, {
    name: 'outgoing webhooks',
    isInterested: ({ facts }) => facts !== undefined && calledBots(ctx, facts).length > 0,
    work: async ({ facts }) =>
      void (await Promise.all(
        calledBots(ctx, facts!).map((bot) => callBot(ctx, caller, facts!, bot)),
      )),
  })

/** The bots with a service that a message is for. */
function calledBots(ctx: Context, message: CanonicalMessage): User[] {
  const { users, bots, channels } = ctx.store
  if (!isPerson(users.find(message.sender_id)!)) return []
  if (message.stream_id !== undefined) {
    if (!message.rendered.includes('class="user-mention"')) return []
    const channel = channels.find(message.stream_id)!
    return bots
      .mentionedServices(message.id)
      .map((id) => users.find(id)!)
      .filter((bot) => bot.is_active && hasContentAccess(ctx, bot, channel))
  }
  return participantsOf(message)
    .map((id) => users.find(id)!)
    .filter((bot) => bot.is_active && !isPerson(bot) && bots.service(bot.id) !== undefined)
}

const participantsOf = ({ display_recipient }: CanonicalMessage): number[] =>
  typeof display_recipient === 'string' ? [] : display_recipient.map(({ id }) => id)

async function callBot(ctx: App, caller: Caller, told: CanonicalMessage, bot: User) {
  const call = describeCall(ctx, told.id, bot)
  if (!call) return
  try {
    const reply = await answerTo(ctx, caller, call)
    if (reply !== undefined) await postReply(ctx, told.id, bot.id, reply)
  } catch (error) {
    if (!(error instanceof CallFailed || error instanceof RequestError)) throw error
    await sendFailureDm(ctx, told.id, bot.id, error)
  }
}

/** The call to make; undefined if the message or the service no longer exists. */
function describeCall(ctx: Context, messageId: number, bot: User): WebhookCall | undefined {
  const row = ctx.store.messages.find(messageId)
  const service = ctx.store.bots.service(bot.id)
  if (!row || !service) return undefined
  const facts = canonicalMessage(ctx, row)
  const isKnown = seesUser(ctx, bot, ctx.store.users.find(row.sender_id)!)
  const message = isKnown ? facts : withoutSender(ctx, facts)
  const trigger: Trigger = row.channel_id === null ? 'direct_message' : 'mention'
  return { bot, service, message, trigger }
}

async function answerTo(ctx: Context, caller: Caller, call: WebhookCall) {
  const format = webhookFormat(call)
  const { status, body } = await caller.call({
    method: 'POST',
    url: call.service.base_url,
    headers: { 'Content-Type': format.type, Accept: 'application/json' },
    body: format.body(ctx, call),
    redirects: 0,
    maxBytes: MAX_ANSWER_BYTES,
    longer: 'refuse',
  })
  if (status < 200 || status > 299) throw new CallFailed(`it answered with the status ${status}`)
  return replyIn(call, body.toString())
}

/** Posts to the message's current place. @throws RequestError if the bot may not post there */
async function postReply(ctx: App, messageId: number, botId: number, content: string) {
  await prepareRendering(ctx, ctx.store.users.find(botId)!, content)
  await ctx.commit((tx) => {
    const message = tx.store.messages.find(messageId)
    const bot = tx.store.users.find(botId)!
    if (!message || !bot.is_active) return
    const destination = conversationOf(message, bot)
    const options = { client: CLIENT, readBySender: true, echo: undefined }
    deliver(tx, bot, { destination, content, ...options })
  })
}

function conversationOf(message: Message, bot: User): MessageDestination {
  if (message.channel_id !== null)
    return { kind: 'channel', id: message.channel_id, topic: message.topic! }
  return { kind: 'people', ids: otherMemberIds(message.member_key!, bot.id) }
}

const sendFailureDm = (ctx: App, messageId: number, botId: number, problem: Error) =>
  ctx.commit((tx) => {
    const message = tx.store.messages.find(messageId)
    const bot = tx.store.users.find(botId)!
    const owner = bot.bot_owner_id === null ? undefined : tx.store.users.find(bot.bot_owner_id)
    if (!message || !owner?.is_active) return
    const called = `[A message](${addressOfMessage(tx, message)}) for your bot ${silentMention(bot)}`
    const reason =
      problem instanceof CallFailed
        ? `The address of its service was called: ${problem.message}.`
        : `What its service answered could not be posted: ${problem.message}`
    sendSystemDm(tx, 'notification', owner, `${called} has no answer. ${reason}`, {
      linksFor: owner,
    })
  })
