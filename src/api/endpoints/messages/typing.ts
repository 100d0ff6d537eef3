// Endpoints: typing notifications.

import * as z from 'zod'
import { typeDirectly, typeInChannel } from '../../../domain/messages/typing.ts'
import { MISSING_TOPIC } from '../../../errors/channels.ts'
import { MISSING_ARGUMENT } from '../../../errors/parameters.ts'
import { refuse } from '../../../errors.ts'
import { MOST_RECIPIENTS } from '../../core/destinations.ts'
import { endpoint } from '../../core/endpoint.ts'
import { int, ints, text } from '../../core/params.ts'
import { withFewer } from '../../core/value-count.ts'

export const postTyping = endpoint('POST /typing', {
  summary: 'Tells people or the subscribers of a channel that the caller starts or stops typing.',
  tier: 'user',
  params: {
    op: z.enum(['start', 'stop']).describe('Whether typing starts or stops.'),
    type: z
      .enum(['direct', 'private', 'channel', 'stream'])
      .default('direct')
      .describe(
        'direct for people, channel for a channel; private and stream are their older names.',
      ),
    to: withFewer(MOST_RECIPIENTS, ints.optional()).describe(
      'The IDs of the users, for direct messages.',
    ),
    stream_id: int.optional().describe('The channel, for channel messages.'),
    topic: text.optional().describe('The topic, for channel messages.'),
  },
  handle(ctx, { op, type, to, stream_id, topic }, call) {
    if (type === 'direct' || type === 'private') {
      if (to === undefined) refuse(MISSING_ARGUMENT, { name: 'to' })
      return typeDirectly(ctx, call.user, op, to)
    }
    if (stream_id === undefined) refuse('BAD_REQUEST', 'Missing stream_id')
    if (topic === undefined) refuse(MISSING_TOPIC)
    return typeInChannel(ctx, call.user, op, stream_id, topic)
  },
})
