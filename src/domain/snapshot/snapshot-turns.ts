// Reads the snapshot of POST /register over several turns of the event loop, so that it holds nobody.
//
// The queue is open before, and notes what happens while the sections are read. At the end, in one turn,
// the sections that this may have changed are read once more, and the events that came until then are
// dropped: every event is either in the snapshot or in the queue, none lost, none twice.

import { makePause } from '../../base/jobs.ts'
import type { EventQueue } from '../../events/delivery/queue.ts'
import { refuseDeactivated } from '../authentication/accounts.ts'
import type { Context } from '../kernel/context.ts'
import type { Viewer } from '../kernel/viewer.ts'
import type { User } from '../users/users.ts'
import { assembled, readOneByOne, type SnapshotOptions } from './snapshot.ts'

/** Sections about the messages of the user. */
const OF_MESSAGES = [
  'message',
  'update_message_flags',
  'recent_private_conversations',
  'starred_messages',
]

/**
 * Sections that an event of a type changes, for the types that come often. An event of any other type may
 * change all of them.
 */
const CHANGED_BY: Readonly<Record<string, readonly string[]>> = {
  typing: [],
  typing_edit_message: [],
  reaction: [],
  submessage: [],
  attachment: [],
  presence: ['presence'],
  drafts: ['drafts'],
  message: OF_MESSAGES,
  update_message: OF_MESSAGES,
  delete_message: OF_MESSAGES,
  update_message_flags: OF_MESSAGES,
}

const isChangedBy = (eventTypes: ReadonlySet<string>) => (type: string) =>
  [...eventTypes].some((eventType) => CHANGED_BY[eventType]?.includes(type) ?? true)

/**
 * Reads a snapshot, and the ID of the last event that it shows.
 * @param queue that of the viewer, to which no event is lost meanwhile
 * @throws RequestError if the viewer was deactivated meanwhile
 */
export async function readInTurns(
  ctx: Context,
  viewer: Viewer,
  queue: EventQueue | undefined,
  options: SnapshotOptions,
) {
  const happened = new Set<string>()
  if (queue) queue.happened = happened
  try {
    const pause = makePause()
    const sections = new Map<string, Record<string, unknown>>()
    for (const [type, section] of readOneByOne(ctx, viewer, options)) {
      sections.set(type, section)
      await pause()
    }
    // What is in the database without its events would be in the snapshot, and later in the queue as well.
    await ctx.published()
    const present = viewer && activeAccount(ctx, viewer)
    for (const [type, section] of readOneByOne(ctx, present, options, isChangedBy(happened)))
      sections.set(type, section)
    if (queue) ctx.hub.acknowledge(queue, queue.lastEventId)
    // The ID is read here: before the caller goes on, there may be another event.
    return { last_event_id: queue?.lastEventId ?? -1, ...assembled(ctx, sections) }
  } catch (error) {
    if (queue) ctx.hub.close(queue)
    throw error
  } finally {
    if (queue) queue.happened = undefined
  }
}

/** The account as it is now. @throws RequestError if it is deactivated */
export function activeAccount(ctx: Context, { id }: User): User {
  const user = ctx.store.users.find(id)!
  refuseDeactivated(ctx, user)
  return user
}
