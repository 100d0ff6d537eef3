// Emoji reactions.

import {
  INVALID_EMOJI_CODE,
  INVALID_EMOJI_NAME,
  INVALID_EMOJI_TYPE,
  NO_REACTION,
  REACTION_EXISTS,
} from '../../errors/messages.ts'
import { refuse } from '../../errors.ts'
import { TRAIT } from '../../store/bits.ts'
import type { Message } from '../../store/tables/messages.ts'
import type { Reaction } from '../../store/tables/reactions.ts'
import { EXTRA_EMOJI, emojiByCode, emojiByName } from '../../text/emoji.ts'
import { changeableMessage } from '../access/message-access.ts'
import { messageAudience } from '../access/message-audience.ts'
import type { App, Context, Tx } from '../kernel/context.ts'
import { apiEmail, type User, unknownPerson, userAudience } from '../users/users.ts'
import { ensureMessageRow, participate } from './participation.ts'

/** The emoji a client names; missing parts follow from the name. */
export interface EmojiChoice {
  name: string | undefined
  code: string | undefined
  type: string | undefined
}

type Emoji = Pick<Reaction, 'emoji_name' | 'emoji_code' | 'reaction_type'>

/** The type of the one emoji beyond Unicode that every organization has. */
const EXTRA = 'service_extra_emoji'

/** Existing clients know it by this name. */
const EXTRA_ALIAS = 'zulip_extra_emoji'

const typeNamed = (type: string | undefined) => (type === EXTRA_ALIAS ? EXTRA : type)

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
    const alike = reactionsLike(tx, messageId, emoji)
    if (alike.some((reaction) => reaction.user_id === user.id)) refuse(REACTION_EXISTS)
    // Joining an existing reaction is allowed even if the emoji was deactivated since.
    if (alike[0] === undefined) requireValid(tx, emoji)
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

const reactionsLike = (ctx: Context, messageId: number, emoji: Emoji) =>
  ctx.store.reactions
    .ofMessage(messageId)
    .filter(
      (reaction) =>
        reaction.emoji_code === emoji.emoji_code && reaction.reaction_type === emoji.reaction_type,
    )

function chosenEmoji(ctx: Context, { name, code, type }: EmojiChoice & { name: string }): Emoji {
  const reactionType = typeNamed(type)
  if (code !== undefined && reactionType !== undefined)
    return { emoji_name: name, emoji_code: code, reaction_type: reactionType }
  const known = emojiNamed(ctx, name)
  return {
    emoji_name: name,
    emoji_code: code ?? known.emoji_code,
    reaction_type: reactionType ?? known.reaction_type,
  }
}

/** A custom emoji may take the name of any other. @throws RequestError for an unknown name */
export function emojiNamed(ctx: Context, name: string): Emoji {
  const custom = ctx.store.customEmoji.findActive(name)
  if (custom)
    return { emoji_name: name, emoji_code: String(custom.id), reaction_type: 'realm_emoji' }
  if (name === EXTRA_EMOJI)
    return { emoji_name: name, emoji_code: EXTRA_EMOJI, reaction_type: EXTRA }
  const code = emojiByName(name) ?? refuse('BAD_REQUEST', `Emoji '${name}' does not exist`)
  return { emoji_name: name, emoji_code: code, reaction_type: 'unicode_emoji' }
}

/** Deactivated ones too. */
const customEmojiOf = (ctx: Context, code: string) =>
  /^\d{1,15}$/.test(code) ? ctx.store.customEmoji.find(Number(code)) : undefined

/** What names of emoji are made of, ours and those of clients. */
const EMOJI_NAME = /^[\p{Ll}\p{N}_+-]{1,100}$/u

/** @throws RequestError unless name, code and type go together and the emoji may be used */
export function requireValid(ctx: Context, { emoji_name, emoji_code, reaction_type }: Emoji) {
  switch (reaction_type) {
    case 'realm_emoji': {
      const custom =
        customEmojiOf(ctx, emoji_code) ?? refuse('BAD_REQUEST', 'Invalid custom emoji.')
      if (custom.name !== emoji_name) refuse('BAD_REQUEST', 'Invalid custom emoji name.')
      if (custom.deactivated) refuse('BAD_REQUEST', 'This custom emoji has been deactivated.')
      return
    }
    case EXTRA:
      if (emoji_code !== EXTRA_EMOJI) refuse(INVALID_EMOJI_CODE)
      if (emoji_name !== EXTRA_EMOJI) refuse(INVALID_EMOJI_NAME)
      return
    case 'unicode_emoji':
      if (emojiByCode(emoji_code) === undefined) refuse(INVALID_EMOJI_CODE)
      // Clients with tables of their own know it by other names than ours, but a
      // name that we give to another emoji would show one and say the other.
      if (!EMOJI_NAME.test(emoji_name) || (emojiByName(emoji_name) ?? emoji_code) !== emoji_code)
        refuse(INVALID_EMOJI_NAME)
      return
    default:
      refuse(INVALID_EMOJI_TYPE)
  }
}

/**
 * The reaction to remove. Stored reactions were valid once, so the emoji is only compared.
 * @throws RequestError REACTION_DOES_NOT_EXIST; BAD_REQUEST if it is not an emoji
 */
function ownReaction(ctx: Context, user: User, messageId: number, choice: EmojiChoice): Reaction {
  const type = typeNamed(choice.type)
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
  requireCode(ctx, code, type)
  return own.find((reaction) => reaction.emoji_code === code) ?? refuse(NO_REACTION)
}

function requireCode(ctx: Context, code: string, type: string | undefined) {
  const isKnown =
    emojiByCode(code) !== undefined ||
    code === EXTRA_EMOJI ||
    customEmojiOf(ctx, code) !== undefined
  if (!isKnown) refuse(INVALID_EMOJI_CODE)
  if (type !== undefined && !['unicode_emoji', 'realm_emoji', EXTRA].includes(type))
    refuse(INVALID_EMOJI_TYPE)
}
