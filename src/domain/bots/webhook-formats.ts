// The two formats in which web services of bots are called: our own and Slack's.

import { type CanonicalMessage, formatMessage } from '../../events/types/message-format.ts'
import { CallFailed } from '../../outgoing-http/call-failed.ts'
import type { BotService } from '../../store/tables/bots.ts'
import type { Context } from '../kernel/context.ts'
import { ORGANIZATION_ID } from '../organization/organization.ts'
import { serviceToken } from '../users/bot-lists.ts'
import { apiEmail, type User } from '../users/users.ts'

/** Why a bot is called. */
export type Trigger = 'mention' | 'direct_message'

/** The content of one call. */
export interface WebhookCall {
  bot: User
  service: BotService
  /** As the bot may read it. */
  message: CanonicalMessage
  trigger: Trigger
}

/** How a web service is called, and how its reply is read. */
interface WebhookFormat {
  type: string
  /** The body of the request. @throws CallFailed if the format cannot express the call */
  body(ctx: Context, call: WebhookCall): string
  /** The field of the reply to post; undefined to post nothing. */
  reply(answer: Record<string, unknown>): unknown
}

/** By the number of the interface: 1 is our own format, 2 that of Slack. */
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
      message: { ...formatMessage(message, shape), rendered_content: message.rendered },
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
      team_domain: new URL(ctx.server.url).hostname,
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

/**
 * The text that a reply wants posted; undefined for nothing.
 * @throws CallFailed if it is malformed
 */
export function replyIn(call: WebhookCall, body: string): string | undefined {
  const answer = body.trim() === '' ? {} : parse(body)
  // Some frameworks send an empty string for an empty reply.
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
