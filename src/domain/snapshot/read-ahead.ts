// What takes long about a single section of a snapshot is read before it, in slices with turns for others
// in between: a section itself is read in one turn of the event loop.

import { makePause } from '../../base/jobs.ts'
import { prepareChannels } from '../channels/channels-as-json.ts'
import { readGroupsAhead } from '../groups/user-groups.ts'
import type { Context } from '../kernel/context.ts'
import { type KnownStarred, readStarred } from '../reading/starred.ts'
import { readUnreads, type UnreadPlaces } from '../reading/unread-places.ts'
import {
  readSubscriberLists,
  type SubscriberLists,
  type WantedLists,
} from '../subscriptions/subscriber-lists.ts'
import { prepareUserLists } from '../users/user-lists.ts'
import type { User } from '../users/users.ts'

/** What was read ahead. Each part says itself whether it still holds when the snapshot is read. */
export interface ReadAhead {
  unreads?: UnreadPlaces | undefined
  starred?: KnownStarred | undefined
  lists?: SubscriberLists | undefined
}

/** The parts of a snapshot that the client asks for. */
export interface Wanted {
  has(type: string): boolean
  showsUnreads: boolean
  lists: WantedLists
  clientGravatar: boolean
}

/** Reads all parts ahead. Lists that all users share are written anew if they have changed. */
export async function readAhead(ctx: Context, user: User, wanted: Wanted): Promise<ReadAhead> {
  const pause = makePause()
  if (wanted.has('realm_user')) await prepareUserLists(ctx, user, wanted.clientGravatar, pause)
  if (wanted.has('realm_user_groups')) await readGroupsAhead(ctx, pause)
  await pause()
  const listsChannels = wanted.has('subscription') || wanted.has('stream')
  if (listsChannels) await prepareChannels(ctx, pause)
  await pause()
  const lists = wanted.has('subscription')
    ? await readSubscriberLists(ctx, wanted.lists)
    : undefined
  await pause()
  const starred = wanted.has('starred_messages') ? await readStarred(ctx, user) : undefined
  await pause()
  const unreads = wanted.showsUnreads ? await readUnreads(ctx, user) : undefined
  return { lists, starred, unreads }
}
