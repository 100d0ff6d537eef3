// Reports of messages to the moderators.

import { refuse } from '../../errors.ts'
import { readableMessage } from '../access/message-access.ts'
import type { App, Context } from '../kernel/context.ts'
import { theOrganization } from '../organization/organization.ts'
import type { User } from '../users/users.ts'
import { addressOfMessage, quoted } from './message-quotes.ts'
import { postSystemMessage, prepareSystemMessage, silentMention } from './system-messages.ts'

/** Why a message may be reported. */
export const REPORT_TYPES = [
  { key: 'spam', name: 'Spam' },
  { key: 'harassment', name: 'Harassment' },
  { key: 'inappropriate', name: 'Inappropriate content' },
  { key: 'norms', name: 'Violates community norms' },
  { key: 'other', name: 'Other reason' },
] as const

export type ReportType = (typeof REPORT_TYPES)[number]['key']

/** What someone reports, and why. */
export interface Report {
  messageId: number
  type: ReportType
  description: string
}

/**
 * POST /messages/{id}/report: posts a complaint in the channel the organization has chosen for its
 * moderators. The author of the message is not informed.
 */
export async function reportMessage(ctx: App, by: User, report: Report) {
  await prepareSystemMessage(ctx, complaintOf(ctx, by, report).content, by)
  return ctx.commit((tx) => {
    const { channelId, topic, content } = complaintOf(tx, by, report)
    // As the reporter sees it: Notification Bot could not show the files in the message.
    postSystemMessage(tx, channelId, topic, content, { linksFor: by })
  })
}

/** The message to the moderators. */
function complaintOf(ctx: Context, by: User, { messageId, type, description }: Report) {
  const { moderation_request_channel_id } = theOrganization(ctx).settings
  const channel = ctx.store.channels.find(moderation_request_channel_id)
  if (channel === undefined || channel.is_archived)
    refuse('BAD_REQUEST', 'This organization has no channel for reports.')
  if (type === 'other' && description === '')
    refuse('BAD_REQUEST', 'A report for another reason needs a description.')
  const message = readableMessage(ctx, by, messageId)
  const sender = ctx.store.users.find(message.sender_id)!
  const what = message.channel_id === null ? 'a direct message' : 'a message'
  const { name } = REPORT_TYPES.find(({ key }) => key === type)!
  const lines = [
    `${silentMention(by)} has reported [${what}](${addressOfMessage(ctx, message)}) of ${silentMention(sender)}.`,
    `**Reason:** ${name}`,
    ...(description === '' ? [] : ['**Description:**', quoted(description)]),
    '**The message:**',
    // The last, because it may be too long to be quoted whole.
    quoted(message.content),
  ]
  return {
    channelId: channel.id,
    topic: channel.topics_policy === 'empty_topic_only' ? '' : `Reports: ${sender.full_name}`,
    content: lines.join('\n\n'),
  }
}
