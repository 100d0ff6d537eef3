// Endpoints: taking part in a poll or to-do list.

import * as z from 'zod'
import { MAX_MESSAGE_LENGTH } from '../../../base/limits.ts'
import { addSubmessage } from '../../../domain/messages/submessages.ts'
import { endpoint } from '../../core/endpoint.ts'
import { int, textUpTo } from '../../core/params.ts'

export const postSubmessage = endpoint('POST /submessage', {
  summary: 'Adds a vote, an option or a task to the poll or to-do list in a message.',
  tier: 'user',
  params: {
    message_id: int.describe('The message with the poll or the to-do list.'),
    msg_type: z.enum(['widget']).describe('The only type there is.'),
    content: textUpTo(MAX_MESSAGE_LENGTH).describe(
      'JSON of what is done, such as {"type": "vote", "key": "canned,0", "vote": 1}.',
    ),
  },
  handle: (ctx, { message_id, content }, call) =>
    addSubmessage(ctx, call.user, message_id, content),
})
