import { type MessageFacts, shapeMessage } from '../events/message-shape.ts'
import { CallFailed } from '../outgoing/call-failed.ts'
import type { BotService } from '../store/bots.ts'
import { serviceToken } from './bot-lists.ts'
import type { Context } from './context.ts'
import { ORGANIZATION_ID } from './organization.ts'
import { apiEmail, type User } from './users.ts'

/** Why a bot is called. */
export type Trigger = 'mention' | 'direct_message'

/** All that a call tells of. */
export interface WebhookCall {
  bot: User
  service: BotService
  /** As the bot may read it. */
  message: MessageFacts
  trigger: Trigger
}

/** How a program behind a bot is spoken to, and what it may say. */
interface WebhookFormat {
  type: string
  /** @throws CallFailed where the format has no words for it */
  body(ctx: Context, call: WebhookCall): string
  /** The field of an answer that is to be posted; undefined: nothing is. */
  reply(answer: Record<string, unknown>): unknown
}

/** By the number of the interface (organization 2.5). */
export const webhookFormat = ({ service }: WebhookCall) =>
  service.interface === 2 ? slackFormat : ownFormat

/** The message as GET /messages has it, in Markdown, and its HTML beside it. */
const ownFormat: WebhookFormat = {
  type: 'application/json',
  body(ctx, { bot, service, message, trigger }) {
    const shape = {
      applyMarkdown: false,
      clientGravatar: false,
      vendorNames: false,
      emptyTopicName: false,
    }
    return JSON.stringify({
      bot_email: apiEmail(ctx, bot),
      bot_full_name: bot.full_name,
      data: message.content,
      message: { ...shapeMessage(message, shape), rendered_content: message.rendered },
      token: serviceToken(ctx, service),
      trigger,
    })
  },
  reply: ({ response_not_required, response_string, content }) =>
    response_not_required === true ? undefined : (response_string ?? content),
}

const slackFormat: WebhookFormat = {
  type: 'application/x-www-form-urlencoded',
  body(ctx, { bot, service, message, trigger }) {
    if (message.stream_id === undefined)
      throw new CallFailed("Slack's format cannot express direct messages")
    return new URLSearchParams({
      token: serviceToken(ctx, service),
      team_id: `T${ORGANIZATION_ID}`,
      team_domain: new URL(ctx.site.url).hostname,
      channel_id: `C${message.stream_id}`,
      channel_name: String(message.display_recipient),
      thread_ts: String(message.timestamp),
      timestamp: String(message.timestamp),
      user_id: `U${message.sender_id}`,
      user_name: message.sender_full_name,
      text: message.content,
      trigger_word: trigger,
      service_id: String(bot.id),
    }).toString()
  },
  reply: ({ text }) => text,
}

/** What an answer wants to have posted; undefined for nothing. @throws CallFailed */
export function replyIn(call: WebhookCall, body: string): string | undefined {
  const answer = body.trim() === '' ? {} : parse(body)
  // An empty string is how some frameworks say nothing.
  if (answer === '') return undefined
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer))
    throw new CallFailed('its answer is not a JSON object')
  const reply = webhookFormat(call).reply(answer as Record<string, unknown>) ?? ''
  if (typeof reply !== 'string') throw new CallFailed('the text in its answer is not a string')
  return reply.trim() === '' ? undefined : reply
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new CallFailed('its answer is not JSON')
  }
}
