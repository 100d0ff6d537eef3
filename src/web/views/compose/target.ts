// Where what is written goes: the conversation that is looked at, or one that was chosen.

import { computed, signal } from '@preact/signals'
import { directKey, topicKey } from '../../model/conversations.ts'
import { kindOf } from '../../model/narrow.ts'
import type { Recipient } from '../../model/outbox.ts'
import { model } from '../here.ts'
import { route } from '../router.ts'

export type Target =
  | { kind: 'topic'; channelId: number | undefined; topic: string; isFixed: boolean }
  | { kind: 'direct'; userIds: readonly number[]; isFixed: boolean }

/** What was chosen by a button or a key; it holds until one goes elsewhere. */
export const chosen = signal<Target | undefined>(undefined)

/** undefined where nothing can be written: in lists of several conversations. */
export const target = computed<Target | undefined>(() => chosen.value ?? targetOfRoute())

function targetOfRoute(): Target | undefined {
  const now = route.value
  if (now.view !== 'messages') return undefined
  const kind = kindOf(now.place.narrow)
  if (kind.kind === 'topic') return { ...kind, isFixed: true }
  if (kind.kind === 'channel')
    return { kind: 'topic', channelId: kind.channelId, topic: '', isFixed: false }
  return kind.kind === 'direct' ? { ...kind, isFixed: true } : undefined
}

/** The key of the draft that belongs to a target. */
export function draftKeyOf(to: Target): string {
  if (to.isFixed && to.kind === 'topic' && to.channelId !== undefined)
    return topicKey(to.channelId, to.topic)
  if (to.isFixed && to.kind === 'direct') return directKey(to.userIds, model.users.ownId.peek())
  // The key does not change while the place is being chosen: otherwise the text would jump to another draft.
  const now = route.peek()
  const kind = now.view === 'messages' ? kindOf(now.place.narrow) : undefined
  return kind?.kind === 'channel' ? `new:${kind.channelId}` : 'new'
}

/** Where a message would go now; undefined while that is not complete. */
export function recipientOf(to: Target): Recipient | undefined {
  if (to.kind === 'topic') {
    return to.channelId === undefined
      ? undefined
      : { kind: 'topic', channelId: to.channelId, topic: to.topic.trim() }
  }
  return to.userIds.length > 0 ? { kind: 'direct', userIds: to.userIds } : undefined
}
