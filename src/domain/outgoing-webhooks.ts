import { RequestError } from '../errors.ts'
import type { MessageFacts } from '../events/message-shape.ts'
import { CallFailed } from '../outgoing/call-failed.ts'
import type { Caller } from '../outgoing/caller.ts'
import type { Message } from '../store/messages.ts'
import { hasContentAccess } from './access.ts'
import type { Context } from './context.ts'
import { followMessages } from './followers.ts'
import { memberIds, messageFacts } from './message-facts.ts'
import { addressOfMessage } from './message-quotes.ts'
import { withoutSender } from './message-views.ts'
import { type Destination, deliver } from './messages.ts'
import { noteDirectly, silently } from './notices.ts'
import { isPerson, seesUser, type User } from './users.ts'
import { replyIn, type Trigger, type WebhookCall, webhookFormat } from './webhook-formats.ts'

/** What the server calls the program that answers for a bot. */
const CLIENT = 'OutgoingWebhook'

const MAX_ANSWER_BYTES = 256 * 1024

/**
 * Calls the programs behind outgoing-webhook bots: when a person mentions such a bot in a channel it
 * may read, or writes to it directly. What the program answers is posted by the bot in the same
 * conversation; where that fails, the bot's owner is told. Bots call no bots, so no two of them can
 * keep each other talking.
 */
export const startOutgoingWebhooks = (ctx: Context, caller: Caller) =>
  followMessages(ctx, {
    name: 'outgoing webhooks',
    concerns: ({ facts }) => facts !== undefined && calledBots(ctx, facts).length > 0,
    work: async ({ facts }) =>
      void (await Promise.all(
        calledBots(ctx, facts!).map((bot) => callBot(ctx, caller, facts!, bot)),
      )),
  })

/** The bots with a service that a message is for. */
function calledBots(ctx: Context, message: MessageFacts): User[] {
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

const participantsOf = ({ display_recipient }: MessageFacts): number[] =>
  typeof display_recipient === 'string' ? [] : display_recipient.map(({ id }) => id)

async function callBot(ctx: Context, caller: Caller, told: MessageFacts, bot: User) {
  const call = describeCall(ctx, told.id, bot)
  if (!call) return
  try {
    const reply = await answerTo(ctx, caller, call)
    if (reply !== undefined) await postReply(ctx, told.id, bot.id, reply)
  } catch (error) {
    if (!(error instanceof CallFailed || error instanceof RequestError)) throw error
    await tellOwner(ctx, told.id, bot.id, error)
  }
}

/** undefined where the message or the service is gone. */
function describeCall(ctx: Context, messageId: number, bot: User): WebhookCall | undefined {
  const row = ctx.store.messages.find(messageId)
  const service = ctx.store.bots.service(bot.id)
  if (!row || !service) return undefined
  const facts = messageFacts(ctx, row)
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

/** Where the message is by now. @throws RequestError where the bot may not write there */
const postReply = (ctx: Context, messageId: number, botId: number, content: string) =>
  ctx.commit((emit) => {
    const message = ctx.store.messages.find(messageId)
    const bot = ctx.store.users.find(botId)!
    if (!message || !bot.is_active) return
    const destination = conversationOf(message, bot)
    const options = { client: CLIENT, readBySender: true, echo: undefined }
    deliver(ctx, emit, bot, { destination, content, ...options })
  })

function conversationOf(message: Message, bot: User): Destination {
  if (message.channel_id !== null)
    return { kind: 'channel', to: message.channel_id, topic: message.topic! }
  return { kind: 'direct', to: memberIds(message.member_key!).filter((id) => id !== bot.id) }
}

const tellOwner = (ctx: Context, messageId: number, botId: number, problem: Error) =>
  ctx.commit((emit) => {
    const message = ctx.store.messages.find(messageId)
    const bot = ctx.store.users.find(botId)!
    const owner = bot.bot_owner_id === null ? undefined : ctx.store.users.find(bot.bot_owner_id)
    if (!message || !owner?.is_active) return
    const called = `[A message](${addressOfMessage(ctx, message)}) for your bot ${silently(bot)}`
    const reason =
      problem instanceof CallFailed
        ? `The address of its service was called: ${problem.message}.`
        : `What its service answered could not be posted: ${problem.message}`
    noteDirectly(ctx, emit, 'notification', owner, `${called} has no answer. ${reason}`, {
      linksFor: owner,
    })
  })
