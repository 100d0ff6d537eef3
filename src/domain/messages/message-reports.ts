// Reports of messages to the moderators.

import { refuse } from '../../errors.ts'
import { readableMessage } from '../access/message-access.ts'
import { prepareRendering } from '../content/rendering.ts'
import type { App } from '../kernel/context.ts'
import { theOrganization } from '../organization/organization.ts'
import type { User } from '../users/users.ts'
import { addressOfMessage, quoted } from './message-quotes.ts'
import { prepareRerendering } from './message-rerendering.ts'
import { postSystemMessage, silentMention } from './system-messages.ts'

/** Why a message may be reported. */
export const REPORT_TYPES = [
  { key: 'spam', name: 'Spam' },
  { key: 'harassment', name: 'Harassment' },
  { key: 'inappropriate', name: 'Inappropriate content' },
  { key: 'norms', name: 'Violates community norms' },
  { key: 'other', name: 'Other reason' },
] as const

export type ReportType = (typeof REPORT_TYPES)[number]['key']

/**
 * POST /messages/{id}/report: posts a complaint in the channel the organization has chosen for its
 * moderators. The author of the message is not informed.
 */
export async function reportMessage(
  ctx: App,
  by: User,
  messageId: number,
  type: ReportType,
  description: string,
) {
  // Formulas in what is quoted are typeset before the transaction begins.
  await prepareRerendering(ctx, messageId)
  await prepareRendering(ctx, by, description)
  return ctx.commit((tx) => {
    const { moderation_request_channel_id } = theOrganization(tx).settings
    const channel = tx.store.channels.find(moderation_request_channel_id)
    if (channel === undefined || channel.is_archived)
      refuse('BAD_REQUEST', 'This organization has no channel for reports.')
    if (type === 'other' && description === '')
      refuse('BAD_REQUEST', 'A report for another reason needs a description.')
    const message = readableMessage(tx, by, messageId)
    const sender = tx.store.users.find(message.sender_id)!
    const what = message.channel_id === null ? 'a direct message' : 'a message'
    const { name } = REPORT_TYPES.find(({ key }) => key === type)!
    const lines = [
      `${silentMention(by)} has reported [${what}](${addressOfMessage(tx, message)}) of ${silentMention(sender)}.`,
      `**Reason:** ${name}`,
      ...(description === '' ? [] : ['**Description:**', quoted(description)]),
      '**The message:**',
      // The last, because it may be too long to be quoted whole.
      quoted(message.content),
    ]
    const topic = channel.topics_policy === 'empty_topic_only' ? '' : `Reports: ${sender.full_name}`
    // As the reporter sees it: Notification Bot could not show the files in the message.
    postSystemMessage(tx, channel.id, topic, lines.join('\n\n'), { linksFor: by })
  })
}
