import { refuse } from '../errors.ts'
import type { Context } from './context.ts'
import { readableMessage } from './message-access.ts'
import { addressOfMessage, quoted } from './message-quotes.ts'
import { noteInChannel, silently } from './notices.ts'
import { theOrganization } from './organization.ts'
import type { User } from './users.ts'

/** Why a message may be reported (events 1.6). */
export const REPORT_TYPES = [
  { key: 'spam', name: 'Spam' },
  { key: 'harassment', name: 'Harassment' },
  { key: 'inappropriate', name: 'Inappropriate content' },
  { key: 'norms', name: 'Violates community norms' },
  { key: 'other', name: 'Other reason' },
] as const

export type ReportType = (typeof REPORT_TYPES)[number]['key']

/**
 * POST /messages/{id}/report: puts somebody's complaint before the moderators, in the channel the
 * organization has for that. Nobody else hears of it, also not whoever wrote the message.
 */
export const reportMessage = (
  ctx: Context,
  by: User,
  messageId: number,
  type: ReportType,
  description: string,
) =>
  ctx.commit((emit) => {
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
      `${silently(by)} has reported [${what}](${addressOfMessage(ctx, message)}) of ${silently(sender)}.`,
      `**Reason:** ${name}`,
      ...(description === '' ? [] : ['**Description:**', quoted(description)]),
      '**The message:**',
      // The last, because it may be too long to be quoted whole.
      quoted(message.content),
    ]
    const topic = channel.topics_policy === 'empty_topic_only' ? '' : `Reports: ${sender.full_name}`
    // As the reporter sees it: Notification Bot could not show the files in the message.
    noteInChannel(ctx, emit, channel.id, topic, lines.join('\n\n'), { linksFor: by })
  })
