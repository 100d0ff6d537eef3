// The edit history of a message, as an entry list and as GET /messages/{id}/history shows it.

import { makePause } from '../../base/jobs.ts'
import { refuse } from '../../errors.ts'
import {
  type CanonicalMessage,
  type EditHistoryEntry,
  shownTopic,
} from '../../events/types/message-format.ts'
import { TRAIT } from '../../store/bits.ts'
import type { EditLimits, MessageEdit } from '../../store/tables/message-edits.ts'
import type { Message } from '../../store/tables/messages.ts'
import { htmlDiff } from '../../text/search/html-diff.ts'
import { readableMessage } from '../access/message-access.ts'
import { isResolveToggle } from '../content/topics.ts'
import type { Context } from '../kernel/context.ts'
import { theOrganization } from '../organization/organization.ts'
import type { User } from '../users/users.ts'

/** Newest entries of a message object. A topic can be renamed without end, and a page has many messages. */
const SHOWN_IN_MESSAGE = { edits: 50, characters: 200_000 }

/** Newest entries of GET /messages/{id}/history, whose answer says most content twice. */
const SHOWN_IN_HISTORY = { edits: 1000, characters: 2_000_000 }

const isContentEdit = (edit: MessageEdit) => edit.prev_content !== null
const isMove = (edit: MessageEdit) => edit.topic !== null || edit.channel_id !== null

/** Whether it is more than marking a topic as resolved, or no longer so. */
const isRealMove = (edit: MessageEdit) =>
  edit.channel_id !== null ||
  (edit.topic !== null && !isResolveToggle(edit.prev_topic!, edit.topic))

/** The fields of a message object about edits and moves. */
export function editFacts(
  ctx: Context,
  message: Message,
): Pick<CanonicalMessage, 'last_edit_timestamp' | 'last_moved_timestamp' | 'edit_history'> {
  const { edits } = historyOf(ctx, message, SHOWN_IN_MESSAGE)
  if (edits.length === 0) return {}
  const edited = edits.find(isContentEdit)
  const moved = edits.find(isRealMove)
  const policy = theOrganization(ctx).settings.message_edit_history_visibility_policy
  const visible = policy === 'all' ? edits : edits.filter(isMove)
  const shown = policy === 'none' ? [] : visible.map((edit) => describeEdit(edit, policy === 'all'))
  return {
    ...(edited && { last_edit_timestamp: edited.edited_at }),
    ...(moved && { last_moved_timestamp: moved.edited_at }),
    ...(shown.length > 0 && { edit_history: shown }),
  }
}

/** Newest first. Most messages have none, which costs one step into an index. */
function historyOf(ctx: Context, message: Message, most: EditLimits) {
  const { messageEdits } = ctx.store
  const { id, conversation_id, history_floor } = message
  if (!(message.traits & TRAIT.edits) && !messageEdits.hasMoved(conversation_id))
    return { edits: [], isCut: false }
  return messageEdits.ofMessage(id, conversation_id, history_floor, most)
}

const describeEdit = (edit: MessageEdit, withContent: boolean): EditHistoryEntry => ({
  user_id: edit.user_id,
  timestamp: edit.edited_at,
  ...(withContent &&
    edit.prev_content !== null && {
      prev_content: edit.prev_content,
      prev_rendered_content: edit.prev_rendered!,
    }),
  ...(edit.channel_id !== null && { prev_stream: edit.prev_channel_id!, stream: edit.channel_id }),
  ...(edit.topic !== null && { prev_topic: edit.prev_topic!, topic: edit.topic }),
})

/** A message as it was after an edit, and what the edit changed. */
interface State {
  topic: string
  content: string
  rendered_content: string
  timestamp: number
  user_id: number | null
  prev_topic?: string
  prev_stream?: number
  stream?: number
  prev_content?: string
  prev_rendered_content?: string
  content_html_diff?: string
}

/**
 * GET /messages/{id}/history: the message as it was sent, then after each edit. Where only moves
 * are shown, every state has the present content. A history without end shows its newest part.
 */
export async function messageHistory(
  ctx: Context,
  viewer: User,
  messageId: number,
  allowEmptyTopic: boolean,
): Promise<State[]> {
  const message = readableMessage(ctx, viewer, messageId)
  const policy = theOrganization(ctx).settings.message_edit_history_visibility_policy
  if (policy === 'none')
    refuse('BAD_REQUEST', 'Message edit history is disabled in this organization')
  const withContent = policy === 'all'
  const { edits: all, isCut } = historyOf(ctx, message, SHOWN_IN_HISTORY)
  const edits = all.filter((edit) => withContent || isMove(edit))
  const shown = (topic: string) => shownTopic(topic, allowEmptyTopic)

  // From the present state back: each edit says what was before it.
  const states: State[] = []
  const pause = makePause()
  let topic = message.topic ?? ''
  let { content, rendered } = message
  for (const edit of edits) {
    const state: State = {
      topic: shown(topic),
      content,
      rendered_content: rendered,
      timestamp: edit.edited_at,
      user_id: edit.user_id,
    }
    if (edit.topic !== null) {
      state.prev_topic = shown(edit.prev_topic!)
      topic = edit.prev_topic!
    }
    if (edit.channel_id !== null) {
      state.prev_stream = edit.prev_channel_id!
      state.stream = edit.channel_id
    }
    if (withContent && edit.prev_content !== null) {
      state.prev_content = edit.prev_content
      state.prev_rendered_content = edit.prev_rendered!
      state.content_html_diff = htmlDiff(edit.prev_rendered!, rendered, DIFF_WORK / edits.length)
      content = edit.prev_content
      rendered = edit.prev_rendered!
    }
    states.push(state)
    await pause()
  }
  if (isCut) return states.reverse()
  states.push({
    topic: shown(topic),
    content,
    rendered_content: rendered,
    timestamp: message.sent_at,
    user_id: message.sender_id,
  })
  return states.reverse()
}

/** Comparisons of words that one answer may cost: about 20 ms. */
const DIFF_WORK = 2_000_000
