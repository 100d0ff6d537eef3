// What was written and not sent comes back with the place it was written for.

import type { RefObject } from 'preact'
import { model, session } from '../here.ts'
import { withoutLostFiles } from './attached.ts'
import { draftKeyOf, type Target } from './target.ts'

/** Keeps the text of the field as the draft of a target. */
export function useDraft(field: RefObject<HTMLTextAreaElement | null>, to: Target) {
  const key = draftKeyOf(to)
  return {
    /** Puts the draft's text into the field, with the caret where it was. */
    restore() {
      const element = field.current!
      const draft = model.drafts.peek(key)
      const content = withoutLostFiles(key, draft?.content ?? '')
      if (element.value === content) return
      element.value = content
      element.setSelectionRange(draft?.caret ?? 0, draft?.caret ?? 0)
      element.scrollTop = draft?.scroll ?? 0
    },
    write() {
      // A field that is taken away loses its focus as well.
      if (!field.current) return
      const { value, selectionStart, scrollTop } = field.current
      const known = model.drafts.peek(key)
      if (value === (known?.content ?? '') && selectionStart === (known?.caret ?? 0)) return
      if (value.trim() === '') session.drafts.drop(key)
      else
        session.drafts.write({
          key,
          to: destinationOf(to),
          content: value,
          caret: selectionStart,
          scroll: scrollTop,
        })
    },
    drop: () => session.drafts.drop(key),
  }
}

const destinationOf = (to: Target) =>
  to.kind === 'direct'
    ? { userIds: to.userIds }
    : { topic: to.topic, ...(to.channelId !== undefined && { channelId: to.channelId }) }
