import * as z from 'zod'
import { MAX_MESSAGE_LENGTH } from '../base/limits.ts'
import { addSubmessage } from '../domain/submessages.ts'
import { endpoint } from './endpoint.ts'
import { int, textUpTo } from './params.ts'

export const postSubmessage = endpoint('POST /submessage', {
  tier: 'user',
  params: { message_id: int, msg_type: z.enum(['widget']), content: textUpTo(MAX_MESSAGE_LENGTH) },
  handle: (ctx, { message_id, content }, call) =>
    addSubmessage(ctx, call.user, message_id, content),
})
