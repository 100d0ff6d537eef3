import * as z from 'zod'
import { MAX_REPORT_LENGTH } from '../base/limits.ts'
import { REPORT_TYPES, reportMessage } from '../domain/message-reports.ts'
import { endpoint } from './endpoint.ts'
import { int, textUpTo } from './params.ts'

export const reportMessageEndpoint = endpoint('POST /messages/:message_id/report', {
  tier: 'user',
  params: {
    message_id: int,
    report_type: z.enum(REPORT_TYPES.map(({ key }) => key)),
    description: textUpTo(MAX_REPORT_LENGTH).trim().default(''),
  },
  handle: (ctx, { message_id, report_type, description }, call) =>
    reportMessage(ctx, call.user, message_id, report_type, description),
})
