// PATCH /messages/{id}: edits the content of a message, moves it, or both.

import { createHash } from 'node:crypto'
import { MAX_MESSAGE_LENGTH } from '../../base/limits.ts'
import { STALE_CONTENT } from '../../errors/messages.ts'
import { refuse } from '../../errors.ts'
import { TRAIT } from '../../store/bits.ts'
import type { Message } from '../../store/tables/messages.ts'
import { isMeMessage, normaliseContent } from '../../text/content.ts'
import { RENDERER_VERSION, type Rendered } from '../../text/markdown/markdown.ts'
import { changeableMessage } from '../access/message-access.ts'
import { messageAudience } from '../access/message-audience.ts'
import { claimFiles, describeAttachment } from '../content/attachments.ts'
import { FLAG, flagsField } from '../content/flags.ts'
import { CONTENT_FLAGS, contentFlags, requireMayMention } from '../content/mentions.ts'
import { prepareRendering, renderFor } from '../content/rendering.ts'
import type { App, Tx } from '../kernel/context.ts'
import { PortionSize } from '../kernel/portion-size.ts'
import { commitPortion } from '../kernel/portions.ts'
import { canNotify } from '../mail/outbox.ts'
import { EDIT_GRACE_SECONDS, requireMayEditContent } from '../messages/message-limits.ts'
import { contentTraits } from '../messages/store-message.ts'
import type { User } from '../users/users.ts'
import { BATCH_SIZE, type ContentEdit, type Moved, moveMessages } from './message-moves.ts'
import { finishMove } from './move-completion.ts'
import { type KnownIds, readMovedIds } from './move-ids.ts'
import type { Move } from './move-permissions.ts'
import { authorizeMove, type MoveOptions, readMoveTarget } from './move-requests.ts'
import { dropRows } from './move-rows.ts'

/** The changes of PATCH /messages/{id}; undefined leaves a property unchanged. */
export interface MessageChanges extends MoveOptions {
  content: string | undefined
  /** Lower-case hex SHA-256 of the Markdown the client edited. */
  prevContentHash: string | undefined
}

/**
 * PATCH /messages/{id}: edits a message, moves it, or both. A long move takes several transactions,
 * so that other requests run in between; after each, every message is in one consistent place.
 * @returns files of the caller that no message links any more
 */
export async function changeMessage(
  ctx: App,
  user: User,
  messageId: number,
  changes: MessageChanges,
) {
  if (changes.content !== undefined) await prepareRendering(ctx, user, changes.content)
  const known =
    changes.mode === 'change_one'
      ? undefined
      : await readMovedIds(ctx, changeableMessage(ctx, user, messageId), changes)
  const size = new PortionSize()
  const { detached, move, progress } = await ctx.commit((tx) =>
    applyChanges(tx, user, messageId, changes, known, size),
  )
  for (let left = progress; move && !isDone(move, left); ) {
    const { at, lost } = left
    left = await commitPortion(ctx, (tx) =>
      lost.length > 0
        ? { at, lost: size.measure(() => dropRows(tx, move, lost, size.rows)) }
        : continueMove(tx, user, changes, move, at, size),
    )
  }
  return { detached_uploads: detached }
}

/** How far a long move is. */
interface Progress {
  /** The place in the move of the first message that is left. */
  at: number
  /** Rows of the messages before it that are still to be dropped. */
  lost: Moved['lost']
}

const isDone = (move: Move, { at, lost }: Progress) => at === move.ids.length && lost.length === 0

function applyChanges(
  tx: Tx,
  user: User,
  messageId: number,
  changes: MessageChanges,
  known: KnownIds | undefined,
  size: PortionSize,
) {
  const message = changeableMessage(tx, user, messageId)
  if (changes.content !== undefined) requireMayEditContent(tx, user, message, EDIT_GRACE_SECONDS)
  const wanted = readMoveTarget(message, changes, changes.content !== undefined)
  if (changes.content !== undefined && message.traits & TRAIT.submessages)
    refuse('BAD_REQUEST', 'Widgets cannot be edited.')
  requireUnchanged(message, changes.prevContentHash)

  const edit = changes.content === undefined ? undefined : newContent(changes.content)
  const rendered = edit === undefined ? undefined : renderFor(tx, user, edit)
  const channel =
    message.channel_id === null ? undefined : tx.store.channels.find(message.channel_id)!
  const move = authorizeMove(tx, user, message, wanted, changes, known, () => {
    if (rendered)
      requireMayMention(tx, user, rendered, { channel, conversationId: message.conversation_id })
  })

  const content = edit === undefined ? undefined : changeContent(tx, message, edit, rendered!)
  const detached = (content?.detached ?? []).filter((file) => file.owner_id === user.id)
  if (content && !move) recordEdit(tx, user, message, content)
  const { moved, lost } = move
    ? size.measure(() => moveMessages(tx, move, content, size.rows))
    : NOTHING_MOVED
  if (move && moved === move.ids.length) finishMove(tx, user, move, changes)
  const progress: Progress = { at: moved, lost }
  return { detached: detached.map((file) => describeAttachment(tx, file)), move, progress }
}

const NOTHING_MOVED: Moved = { moved: 0, lost: [] }

/**
 * Moves the next part of a long move. Messages moved or deleted in between are skipped.
 * @param at the place of its first message in the move
 */
function continueMove(
  tx: Tx,
  user: User,
  changes: MessageChanges,
  move: Move,
  at: number,
  size: PortionSize,
): Progress {
  const next = move.ids.slice(at, at + BATCH_SIZE)
  const ids = next.filter((id) => tx.store.messageMoves.isIn(id, move.conversationId))
  const part = { ...move, ids, isWhole: false, joinsOthers: true }
  const { moved, lost } =
    ids.length === 0
      ? NOTHING_MOVED
      : size.measure(() => moveMessages(tx, part, undefined, size.rows))
  const end = at + (moved < ids.length ? next.indexOf(ids[moved]!) : next.length)
  if (end === move.ids.length) finishMove(tx, user, move, changes)
  return { at: end, lost }
}

/** @throws RequestError EXPECTATION_MISMATCH if the content changed since the client read it */
function requireUnchanged(message: Message, hash: string | undefined) {
  if (hash === undefined) return
  if (createHash('sha256').update(message.content).digest('hex') === hash) return
  const field_name = 'prev_content_sha256'
  refuse(STALE_CONTENT, { field_name })
}

/** The content after an edit; an empty one becomes "(deleted)". */
function newContent(raw: string): string {
  const { value, problem } = normaliseContent(
    raw.trim() === '' ? '(deleted)' : raw,
    MAX_MESSAGE_LENGTH,
  )
  return value ?? refuse('BAD_REQUEST', problem)
}

function changeContent(
  tx: Tx,
  message: Message,
  content: string,
  rendered: Rendered,
): ContentEdit & { detached: ReturnType<typeof claimFiles> } {
  tx.store.messages.changeContent(
    message.id,
    {
      content,
      rendered: rendered.html,
      renderer_version: RENDERER_VERSION,
      traits: contentTraits(rendered) | TRAIT.edits,
    },
    rendered.mentionedUserIds,
  )
  changeFlags(tx, message, content, rendered)
  return {
    history: { prev_content: message.content, prev_rendered: message.rendered },
    fields: {
      orig_content: message.content,
      orig_rendered_content: message.rendered,
      content,
      rendered_content: rendered.html,
      is_me_message: isMeMessage(content),
    },
    detached: claimFiles(tx, message.id, rendered.attachments),
  }
}

/** Updates flags that depend on the content; read and starred stay. */
function changeFlags(tx: Tx, message: Message, content: string, rendered: Rendered) {
  const { userMessages, channels } = tx.store
  const channel = message.channel_id === null ? undefined : channels.find(message.channel_id)
  const place = { channel, conversationId: message.conversation_id }
  const owners = userMessages.owners(message.id).sort((one, other) => one - other)
  const flags = contentFlags(tx, message.sender_id, content, rendered, place, owners)
  const notifies = canNotify(tx)
  for (const userId of owners) {
    const before = userMessages.flags(userId, message.id)!
    const after = (before & ~CONTENT_FLAGS) | flags.get(userId)!
    if (after === before || before & FLAG.historical) continue
    userMessages.setFlags(userId, message.id, after)
    if (notifies && !(before & FLAG.read)) noteMention(tx, message.id, userId, before)
  }
}

/** @param flags of the person's row before the edit */
const noteMention = (tx: Tx, message_id: number, user_id: number, flags: number) =>
  tx.store.changedMentions.note({ message_id, user_id, flags, changed_at: tx.now })

function recordEdit(tx: Tx, user: User, message: Message, { history, fields }: ContentEdit) {
  const at = tx.now
  tx.store.messageEdits.add(message.id, {
    user_id: user.id,
    edited_at: at,
    ...history,
    prev_topic: null,
    topic: null,
    prev_channel_id: null,
    channel_id: null,
  })
  tx.emit(
    {
      type: 'update_message',
      user_id: user.id,
      edit_timestamp: at,
      message_id: message.id,
      message_ids: [message.id],
      rendering_only: false,
      ...(message.channel_id !== null && {
        stream_id: message.channel_id,
        stream_name: message.channel_name!,
      }),
      ...fields,
    },
    messageAudience(tx, message),
    {
      personal: (userId) =>
        flagsField(tx.store.userMessages.flags(userId, message.id) ?? FLAG.read),
    },
  )
}
