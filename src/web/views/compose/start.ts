// Ways to begin writing, from anywhere.

import { effect } from '@preact/signals'
import { holdKeys } from '../../keys/holding.ts'
import type { Recipient } from '../../model/outbox.ts'
import { shownNarrow } from '../router.ts'
import { insert } from './editing.ts'
import { chosen, draftKeyOf, type Target, target } from './target.ts'

const field = () => document.querySelector<HTMLTextAreaElement>('textarea[data-composer]')

/** A part of the composer by its accessible name's purpose. */
const part = (name: string) =>
  document.querySelector<HTMLElement>(`.composer [data-part="${name}"] input`)

/** A message whose place is still to be chosen. */
export function startMessage(kind: 'topic' | 'direct') {
  const now = target.peek()
  const channelId = now?.kind === 'topic' ? now.channelId : undefined
  chosen.value =
    kind === 'topic'
      ? { kind: 'topic', channelId, topic: '', isFixed: false }
      : { kind: 'direct', userIds: [], isFixed: false }
  focusLater(() => part(kind === 'topic' && channelId !== undefined ? 'topic' : 'to'))
}

export function startNewTopic(channelId: number) {
  chosen.value = { kind: 'topic', channelId, topic: '', isFixed: false }
  focusLater(() => part('topic'))
}

/** Answers in a conversation, which need not be the one that is looked at. */
export function startReply(to: Recipient) {
  const next: Target = { ...to, isFixed: true }
  const current = target.peek()
  if (!current || draftKeyOf(current) !== draftKeyOf(next)) chosen.value = next
  focusLater(field)
}

/** Types into the composer, which is there or about to be. */
export function insertIntoComposer(text: string) {
  requestAnimationFrame(() => {
    const at = field()
    if (at) insert(at, text)
  })
}

/** What was chosen holds in the place where it was chosen. */
export const startForgetting = () => {
  let before = shownNarrow.peek()
  return effect(() => {
    const now = shownNarrow.value
    if (now !== before) chosen.value = undefined
    before = now
  })
}

/** The field is drawn in the next frame; what is typed until then belongs to it. */
function focusLater(find: () => HTMLElement | null) {
  const hold = holdKeys()
  requestAnimationFrame(() => {
    const found = find() ?? field()
    found?.focus()
    if (found) hold.release()
    else hold.drop()
  })
}
