import type { UpdateMessageEvent } from '../events/message-events.ts'
import type { Context } from './context.ts'
import { flagsField, NEVER_RECEIVED } from './flags.ts'
import type { Move } from './move-permissions.ts'
import { linksInTopic } from './rendering.ts'
import type { Emit } from './unit-of-work.ts'

/** What the event tells of a content that was changed by the same request. */
export type MovedContent = Pick<
  UpdateMessageEvent,
  'content' | 'rendered_content' | 'orig_content' | 'orig_rendered_content' | 'is_me_message'
>

/** Which messages each user may read; see sightOf. */
type Sight = ReadonlyMap<number, readonly number[]>

/** Tells of the move whoever may read the messages now, and of their end whoever could until now. */
export function announceMove(
  ctx: Context,
  emit: Emit,
  move: Move,
  before: Sight,
  after: Sight,
  content: MovedContent | undefined,
) {
  const { from } = move
  // Most see the same list; others have one of their own.
  const updates = new Map<readonly number[], { known: number[]; unknown: number[] }>()
  for (const [userId, seen] of after) {
    const group = updates.get(seen) ?? { known: [], unknown: [] }
    updates.set(seen, group)
    group[before.has(userId) ? 'known' : 'unknown'].push(userId)
  }
  for (const [seen, { known, unknown }] of updates) {
    const { stream_name, ...update } = describeMove(ctx, move, seen, content)
    const messageId = update.message_id
    const personal = (userId: number) =>
      flagsField(ctx.store.userMessages.flags(userId, messageId) ?? NEVER_RECEIVED)
    if (known.length > 0) emit({ ...update, stream_name: from.channel.name }, known, { personal })
    // The name of a channel is not for those who could not see it.
    if (unknown.length > 0) emit(update, unknown, { personal })
  }
  const losses = new Map<readonly number[], number[]>()
  for (const [userId, seen] of before) {
    const lost = lostOf(seen, after.get(userId))
    if (lost.length > 0) losses.set(lost, [...(losses.get(lost) ?? []), userId])
  }
  for (const [lost, userIds] of losses) {
    emit(
      {
        type: 'delete_message',
        message_type: 'stream',
        message_ids: lost,
        stream_id: from.channel.id,
        topic: from.topic,
      },
      userIds,
    )
  }
}

function lostOf(before: readonly number[], after: readonly number[] | undefined) {
  if (after === undefined) return before
  if (after === before) return []
  const kept = new Set(after)
  return before.filter((id) => !kept.has(id))
}

function describeMove(
  ctx: Context,
  { message, from, to, mode, byUserId, at }: Move,
  ids: readonly number[],
  content: MovedContent | undefined,
): UpdateMessageEvent {
  const isThere = ids.includes(message.id)
  return {
    type: 'update_message',
    user_id: byUserId,
    edit_timestamp: at,
    message_id: isThere ? message.id : ids[0]!,
    message_ids: ids,
    rendering_only: false,
    stream_id: from.channel.id,
    stream_name: from.channel.name,
    ...(isThere && content),
    orig_subject: from.topic,
    propagate_mode: mode,
    ...(from.topic !== to.topic && {
      subject: to.topic,
      topic_links: linksInTopic(ctx, to.topic),
    }),
    ...(from.channel.id !== to.channel.id && { new_stream_id: to.channel.id }),
  }
}
