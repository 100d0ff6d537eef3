// Endpoints: reporting a message.

import * as z from 'zod'
import { MAX_REPORT_LENGTH } from '../../../base/limits.ts'
import { REPORT_TYPES, reportMessage } from '../../../domain/messages/message-reports.ts'
import { endpoint } from '../../core/endpoint.ts'
import { int, textUpTo } from '../../core/params.ts'

export const reportMessageEndpoint = endpoint('POST /messages/:message_id/report', {
  summary: "Reports a message to the organization's moderators.",
  tier: 'user',
  params: {
    message_id: int,
    report_type: z
      .enum(REPORT_TYPES.map(({ key }) => key))
      .describe('Why the message is reported.'),
    description: textUpTo(MAX_REPORT_LENGTH)
      .trim()
      .default('')
      .describe('A text for the moderators; required for the type "other".'),
  },
  handle: (ctx, { message_id, report_type, description }, call) =>
    reportMessage(ctx, call.user, { messageId: message_id, type: report_type, description }),
})
