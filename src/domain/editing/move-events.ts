// The events of a move.

import type { UpdateMessageEvent } from '../../events/types/message-events.ts'
import { FLAG, flagsField } from '../content/flags.ts'
import { linksInTopic } from '../content/rendering.ts'
import type { Context, Tx } from '../kernel/context.ts'
import type { Move } from './move-permissions.ts'

/** The fields of the event about content that the same request changed. */
export type MovedContent = Pick<
  UpdateMessageEvent,
  'content' | 'rendered_content' | 'orig_content' | 'orig_rendered_content' | 'is_me_message'
>

/** Which messages each user may read; see sightOf. */
type ReadableIds = ReadonlyMap<number, readonly number[]>

/**
 * Emits `update_message` to users who can read the messages after the move, and `delete_message` to
 * users who lost access.
 */
export function emitMove(
  tx: Tx,
  move: Move,
  before: ReadableIds,
  after: ReadableIds,
  content: MovedContent | undefined,
) {
  const { from } = move
  // Grouped by list: most users can read the same messages.
  const updates = new Map<readonly number[], { known: number[]; unknown: number[] }>()
  for (const [userId, seen] of after) {
    const group = updates.get(seen) ?? { known: [], unknown: [] }
    updates.set(seen, group)
    group[before.has(userId) ? 'known' : 'unknown'].push(userId)
  }
  for (const [seen, { known, unknown }] of updates) {
    const { stream_name, ...update } = describeMove(tx, move, seen, content)
    const messageId = update.message_id
    const personal = (userId: number) =>
      flagsField(tx.store.userMessages.flags(userId, messageId) ?? FLAG.read)
    if (known.length > 0)
      tx.emit({ ...update, stream_name: from.channel.name }, known, { personal })
    // Users who could not see the old channel must not learn its name.
    if (unknown.length > 0) tx.emit(update, unknown, { personal })
  }
  const losses = new Map<readonly number[], number[]>()
  for (const [userId, seen] of before) {
    const lost = lostOf(seen, after.get(userId))
    if (lost.length > 0) losses.set(lost, [...(losses.get(lost) ?? []), userId])
  }
  for (const [lost, userIds] of losses) {
    tx.emit(
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
