import { createHash } from 'node:crypto'
import { seconds } from '../base/clock.ts'
import { MAX_MESSAGE_LENGTH } from '../base/limits.ts'
import { refuse } from '../errors.ts'
import { type Message, TRAIT } from '../store/messages.ts'
import { isMeMessage, normaliseContent } from '../text/content.ts'
import { RENDERER_VERSION, type Rendered } from '../text/markdown.ts'
import { searchText } from '../text/search-text.ts'
import { claimFiles, describeAttachment } from './attachments.ts'
import type { Context } from './context.ts'
import { FLAG, flagsField, NEVER_RECEIVED } from './flags.ts'
import { CONTENT_FLAGS, contentFlags, requireMayMention } from './mentions.ts'
import { changeableMessage } from './message-access.ts'
import { messageAudience } from './message-audience.ts'
import { EDIT_GRACE_SECONDS, requireMayEditContent } from './message-limits.ts'
import { type ContentEdit, MOVED_AT_ONCE, moveMessages } from './message-moves.ts'
import { contentTraits } from './messages.ts'
import type { Move } from './move-permissions.ts'
import { type MoveWish, permittedMove, wishedPlace } from './move-wishes.ts'
import { completeMove } from './moved-topics.ts'
import { renderFor } from './rendering.ts'
import type { Emit } from './unit-of-work.ts'
import type { User } from './users.ts'

/** What PATCH /messages/{id} asks for; undefined leaves a thing as it is. */
export interface MessageChanges extends MoveWish {
  content: string | undefined
  /** Lower-case hex SHA-256 of the Markdown the client edited. */
  prevContentHash: string | undefined
}

/**
 * PATCH /messages/{id}: edits a message, moves it, or both (messages 2.1). A long move takes
 * several transactions, so that others are served meanwhile; each leaves every message in one place.
 * @returns the caller's files that no message links any more
 */
export async function changeMessage(
  ctx: Context,
  user: User,
  messageId: number,
  changes: MessageChanges,
) {
  const { detached, move, left } = await ctx.commit((emit) =>
    applyChanges(ctx, emit, user, messageId, changes),
  )
  for (let rest = left; move && rest.length > 0; )
    rest = await ctx.commit((emit) => continueMove(ctx, emit, user, changes, move, rest))
  return { detached_uploads: detached }
}

function applyChanges(
  ctx: Context,
  emit: Emit,
  user: User,
  messageId: number,
  changes: MessageChanges,
) {
  const message = changeableMessage(ctx, user, messageId)
  if (changes.content !== undefined) requireMayEditContent(ctx, user, message, EDIT_GRACE_SECONDS)
  const wished = wishedPlace(message, changes, changes.content !== undefined)
  if (changes.content !== undefined && message.traits & TRAIT.submessages)
    refuse('BAD_REQUEST', 'Widgets cannot be edited.')
  requireUnchanged(message, changes.prevContentHash)

  const edit = changes.content === undefined ? undefined : newContent(changes.content)
  const rendered = edit === undefined ? undefined : renderFor(ctx, user, edit)
  const channel =
    message.channel_id === null ? undefined : ctx.store.channels.find(message.channel_id)!
  const move = permittedMove(ctx, user, message, wished, changes, () => {
    if (rendered)
      requireMayMention(ctx, user, rendered, { channel, conversationId: message.conversation_id })
  })

  const content =
    edit === undefined ? undefined : changeContent(ctx, message, edit, rendered!, emit)
  const detached = (content?.detached ?? []).filter((file) => file.owner_id === user.id)
  if (content && !move) recordEdit(ctx, emit, user, message, content)
  const left = move ? moveMessages(ctx, emit, move, content) : []
  if (move && left.length === 0) completeMove(ctx, emit, user, move, changes)
  return { detached: detached.map((file) => describeAttachment(ctx, file)), move, left }
}

/** The next part of a long move. Messages that somebody has moved or deleted meanwhile stay so. */
function continueMove(
  ctx: Context,
  emit: Emit,
  user: User,
  changes: MessageChanges,
  move: Move,
  rest: readonly number[],
): readonly number[] {
  const next = rest.slice(0, MOVED_AT_ONCE)
  const ids = next.filter((id) => ctx.store.messageMoves.isIn(id, move.conversationId))
  const part = { ...move, ids, isWhole: false, joinsOthers: true }
  const left = ids.length === 0 ? [] : moveMessages(ctx, emit, part, undefined)
  const remaining = [...left, ...rest.slice(next.length)]
  if (remaining.length === 0) completeMove(ctx, emit, user, move, changes)
  return remaining
}

/** @throws RequestError EXPECTATION_MISMATCH where somebody else was faster */
function requireUnchanged(message: Message, hash: string | undefined) {
  if (hash === undefined) return
  if (createHash('sha256').update(message.content).digest('hex') === hash) return
  const field_name = 'prev_content_sha256'
  refuse('EXPECTATION_MISMATCH', `'${field_name}' value does not match the expected value.`, {
    field_name,
  })
}

/** What a message says after an edit; nothing at all stands for a deletion. */
function newContent(raw: string): string {
  const { value, problem } = normaliseContent(
    raw.trim() === '' ? '(deleted)' : raw,
    MAX_MESSAGE_LENGTH,
  )
  return value ?? refuse('BAD_REQUEST', problem)
}

function changeContent(
  ctx: Context,
  message: Message,
  content: string,
  rendered: Rendered,
  emit: Emit,
): ContentEdit & { detached: ReturnType<typeof claimFiles> } {
  ctx.store.messages.changeContent(
    message.id,
    {
      content,
      rendered: rendered.html,
      renderer_version: RENDERER_VERSION,
      traits: contentTraits(rendered) | TRAIT.edits,
    },
    searchText(rendered.html),
    rendered.mentionedUserIds,
  )
  ctx.messageCache.forget(message.id)
  changeFlags(ctx, message, content, rendered)
  return {
    history: { prev_content: message.content, prev_rendered: message.rendered },
    fields: {
      orig_content: message.content,
      orig_rendered_content: message.rendered,
      content,
      rendered_content: rendered.html,
      is_me_message: isMeMessage(content),
    },
    detached: claimFiles(ctx, emit, message.id, rendered.attachments),
  }
}

/** Who is mentioned follows the text; whether it was read does not. */
function changeFlags(ctx: Context, message: Message, content: string, rendered: Rendered) {
  const { userMessages, channels } = ctx.store
  const channel = message.channel_id === null ? undefined : channels.find(message.channel_id)
  const place = { channel, conversationId: message.conversation_id }
  const owners = userMessages.owners(message.id)
  const flags = contentFlags(ctx, message.sender_id, content, rendered, place, owners)
  for (const [userId, bits] of flags) {
    const before = userMessages.flags(userId, message.id)!
    const after = (before & ~CONTENT_FLAGS) | bits
    if (after !== before && !(before & FLAG.historical))
      userMessages.setFlags(userId, message.id, after)
  }
}

function recordEdit(
  ctx: Context,
  emit: Emit,
  user: User,
  message: Message,
  { history, fields }: ContentEdit,
) {
  const at = seconds(ctx.clock)
  ctx.store.messageEdits.add(message.id, {
    user_id: user.id,
    edited_at: at,
    ...history,
    prev_topic: null,
    topic: null,
    prev_channel_id: null,
    channel_id: null,
  })
  emit(
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
    messageAudience(ctx, message),
    {
      personal: (userId) =>
        flagsField(ctx.store.userMessages.flags(userId, message.id) ?? NEVER_RECEIVED),
    },
  )
}
