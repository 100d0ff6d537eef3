import * as z from 'zod'
import { typeDirectly, typeInChannel } from '../domain/typing.ts'
import { refuse } from '../errors.ts'
import { endpoint } from './endpoint.ts'
import { int, ints, text } from './params.ts'

export const postTyping = endpoint('POST /typing', {
  tier: 'user',
  params: {
    op: z.enum(['start', 'stop']),
    type: z.enum(['direct', 'private', 'channel', 'stream']).default('direct'),
    to: ints.optional(),
    stream_id: int.optional(),
    topic: text.optional(),
  },
  handle(ctx, { op, type, to, stream_id, topic }, call) {
    if (type === 'direct' || type === 'private') {
      if (to === undefined) refuse('BAD_REQUEST', "Missing 'to' argument")
      return typeDirectly(ctx, call.user, op, to)
    }
    if (stream_id === undefined) refuse('BAD_REQUEST', 'Missing stream_id')
    if (topic === undefined) refuse('BAD_REQUEST', 'Missing topic')
    return typeInChannel(ctx, call.user, op, stream_id, topic)
  },
})
