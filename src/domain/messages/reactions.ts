// Emoji reactions.

import { NO_REACTION, REACTION_EXISTS } from '../../errors/messages.ts'
import { refuse } from '../../errors.ts'
import { TRAIT } from '../../store/bits.ts'
import type { Message } from '../../store/tables/messages.ts'
import type { Reaction } from '../../store/tables/reactions.ts'
import { changeableMessage } from '../access/message-access.ts'
import { messageAudience } from '../access/message-audience.ts'
import {
  chosenEmoji,
  type Emoji,
  type EmojiChoice,
  emojiNamed,
  emojiTypeNamed,
  requireEmojiCode,
  requireUsableEmoji,
} from '../content/emoji-choice.ts'
import type { App, Context, Tx } from '../kernel/context.ts'
import { apiEmail, type User, unknownPerson, userAudience } from '../users/users.ts'
import { ensureMessageRow, participate } from './participation.ts'

/** Different emoji that a message can have: everyone who reads it gets all of them. */
const MOST_EMOJI = 100

/** POST /messages/{id}/reactions. */
export const addReaction = (
  ctx: App,
  user: User,
  messageId: number,
  choice: EmojiChoice & { name: string },
) =>
  ctx.commit((tx) => {
    const message = changeableMessage(tx, user, messageId)
    const emoji = chosenEmoji(tx, choice)
    const present = tx.store.reactions.ofMessage(messageId)
    const alike = present.filter((reaction) => isSame(reaction, emoji))
    if (alike.some((reaction) => reaction.user_id === user.id)) refuse(REACTION_EXISTS)
    // Joining an existing reaction is allowed even if the emoji was deactivated since.
    if (alike[0] === undefined) {
      requireUsableEmoji(tx, emoji)
      requireRoom(present)
    }
    const reaction = { ...emoji, ...alike[0], user_id: user.id }

    tx.store.reactions.add(messageId, reaction)
    tx.store.messages.addTraits(messageId, TRAIT.reactions)
    ensureMessageRow(tx, user, messageId)
    emitReaction(tx, 'add', message, user, reaction)
    participate(tx, user, message)
  })

/** DELETE /messages/{id}/reactions. */
export const removeReaction = (ctx: App, user: User, messageId: number, choice: EmojiChoice) =>
  ctx.commit((tx) => {
    const message = changeableMessage(tx, user, messageId)
    if (choice.name === undefined && choice.code === undefined) {
      refuse(
        'BAD_REQUEST',
        'At least one of the following arguments must be present: emoji_name, emoji_code',
      )
    }
    const reaction = ownReaction(tx, user, messageId, choice)

    tx.store.reactions.remove(messageId, reaction)
    if (tx.store.reactions.ofMessage(messageId).length === 0)
      tx.store.messages.dropTraits(messageId, TRAIT.reactions)
    emitReaction(tx, 'remove', message, user, reaction)
  })

function emitReaction(
  tx: Tx,
  op: 'add' | 'remove',
  message: Message,
  user: User,
  { emoji_name, emoji_code, reaction_type }: Reaction,
) {
  // Older clients have the reactor from here and not from `user_id`.
  const known = {
    user: { user_id: user.id, email: apiEmail(tx, user), full_name: user.full_name },
  }
  const unknown = { user: unknownPerson(tx, user.id) }
  const isKnownTo = userAudience(tx, user)
  tx.emit(
    {
      type: 'reaction',
      op,
      message_id: message.id,
      user_id: user.id,
      emoji_name,
      emoji_code,
      reaction_type,
    },
    messageAudience(tx, message),
    { personal: (viewerId) => (isKnownTo(viewerId) ? known : unknown) },
  )
}

const isSame = (one: Emoji, other: Emoji) =>
  one.emoji_code === other.emoji_code && one.reaction_type === other.reaction_type

function requireRoom(present: readonly Reaction[]) {
  const emoji = new Set(present.map((one) => `${one.reaction_type} ${one.emoji_code}`))
  if (emoji.size >= MOST_EMOJI)
    refuse('BAD_REQUEST', `This message has ${MOST_EMOJI} different emoji, which is the limit.`)
}

/**
 * The reaction to remove. Stored reactions were valid once, so the emoji is only compared.
 * @throws RequestError REACTION_DOES_NOT_EXIST; BAD_REQUEST if it is not an emoji
 */
function ownReaction(ctx: Context, user: User, messageId: number, choice: EmojiChoice): Reaction {
  const type = emojiTypeNamed(choice.type)
  const own = ctx.store.reactions
    .ofMessage(messageId)
    .filter(
      (reaction) =>
        reaction.user_id === user.id && (type === undefined || reaction.reaction_type === type),
    )
  const stored =
    choice.code !== undefined
      ? own.find((reaction) => reaction.emoji_code === choice.code)
      : own.find((reaction) => reaction.emoji_name === choice.name)
  if (stored) return stored
  const code = choice.code ?? emojiNamed(ctx, choice.name!).emoji_code
  requireEmojiCode(ctx, code, type)
  return own.find((reaction) => reaction.emoji_code === code) ?? refuse(NO_REACTION)
}
