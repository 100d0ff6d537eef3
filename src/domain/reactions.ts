import { refuse } from '../errors.ts'
import type { Message } from '../store/messages.ts'
import { TRAIT } from '../store/messages.ts'
import type { Reaction } from '../store/reactions.ts'
import { EXTRA_EMOJI, emojiByCode, emojiByName } from '../text/emoji.ts'
import { raiseForDeed } from './automatic-visibility.ts'
import type { Context } from './context.ts'
import { NEVER_RECEIVED } from './flags.ts'
import { changeableMessage } from './message-access.ts'
import { messageAudience } from './message-audience.ts'
import type { Emit } from './unit-of-work.ts'
import { apiEmail, type User, unknownPerson, userAudience } from './users.ts'

/** Which emoji a client means; what it leaves out follows from the name. */
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
  ctx: Context,
  user: User,
  messageId: number,
  choice: EmojiChoice & { name: string },
) =>
  ctx.commit((emit) => {
    const message = changeableMessage(ctx, user, messageId)
    const emoji = chosenEmoji(ctx, choice)
    const alike = reactionsLike(ctx, messageId, emoji)
    if (alike.some((reaction) => reaction.user_id === user.id))
      refuse('REACTION_ALREADY_EXISTS', 'Reaction already exists.')
    // Whoever joins a vote need not be able to start it: the emoji may be gone since.
    if (alike[0] === undefined) requireValid(ctx, emoji)
    const reaction = { ...emoji, ...alike[0], user_id: user.id }

    ctx.store.reactions.add(messageId, reaction)
    ctx.store.messages.addTraits(messageId, TRAIT.reactions)
    announce(ctx, emit, 'add', message, user, reaction)
    receiveLater(ctx, user, messageId)
    if (message.channel_id !== null) {
      raiseForDeed(ctx, emit, user, { id: message.channel_id }, message.topic!, 'participated')
    }
  })

/** DELETE /messages/{id}/reactions. */
export const removeReaction = (ctx: Context, user: User, messageId: number, choice: EmojiChoice) =>
  ctx.commit((emit) => {
    const message = changeableMessage(ctx, user, messageId)
    if (choice.name === undefined && choice.code === undefined) {
      refuse(
        'BAD_REQUEST',
        'At least one of the following arguments must be present: emoji_name, emoji_code',
      )
    }
    const reaction = ownReaction(ctx, user, messageId, choice)

    ctx.store.reactions.remove(messageId, reaction)
    if (ctx.store.reactions.ofMessage(messageId).length === 0)
      ctx.store.messages.dropTraits(messageId, TRAIT.reactions)
    announce(ctx, emit, 'remove', message, user, reaction)
  })

function announce(
  ctx: Context,
  emit: Emit,
  op: 'add' | 'remove',
  message: Message,
  user: User,
  { emoji_name, emoji_code, reaction_type }: Reaction,
) {
  ctx.messageCache.forget(message.id)
  // Older clients have the reactor from here and not from `user_id`.
  const known = {
    user: { user_id: user.id, email: apiEmail(ctx, user), full_name: user.full_name },
  }
  const unknown = { user: unknownPerson(ctx, user.id) }
  const isKnownTo = userAudience(ctx, user)
  emit(
    {
      type: 'reaction',
      op,
      message_id: message.id,
      user_id: user.id,
      emoji_name,
      emoji_code,
      reaction_type,
    },
    messageAudience(ctx, message),
    { personal: (viewerId) => (isKnownTo(viewerId) ? known : unknown) },
  )
}

/** Gives somebody a row for a message they read without having received it. */
function receiveLater(ctx: Context, user: User, messageId: number) {
  const { userMessages } = ctx.store
  if (userMessages.flags(user.id, messageId) === undefined)
    userMessages.create(user.id, messageId, NEVER_RECEIVED)
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
const EMOJI_NAME = /^[0-9a-z_+-]{1,100}$/

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
      if (emoji_code !== EXTRA_EMOJI) refuse('BAD_REQUEST', 'Invalid emoji code.')
      if (emoji_name !== EXTRA_EMOJI) refuse('BAD_REQUEST', 'Invalid emoji name.')
      return
    case 'unicode_emoji':
      if (emojiByCode(emoji_code) === undefined) refuse('BAD_REQUEST', 'Invalid emoji code.')
      // Clients with tables of their own know it by other names than ours (organization 7).
      if (!EMOJI_NAME.test(emoji_name)) refuse('BAD_REQUEST', 'Invalid emoji name.')
      return
    default:
      refuse('BAD_REQUEST', 'Invalid emoji type.')
  }
}

/**
 * The reaction that somebody takes back. What is stored was valid once, so it is only compared.
 * @throws RequestError REACTION_DOES_NOT_EXIST; BAD_REQUEST for what is no emoji at all
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
  return (
    own.find((reaction) => reaction.emoji_code === code) ??
    refuse('REACTION_DOES_NOT_EXIST', "Reaction doesn't exist.")
  )
}

function requireCode(ctx: Context, code: string, type: string | undefined) {
  const isKnown =
    emojiByCode(code) !== undefined ||
    code === EXTRA_EMOJI ||
    customEmojiOf(ctx, code) !== undefined
  if (!isKnown) refuse('BAD_REQUEST', 'Invalid emoji code.')
  if (type !== undefined && !['unicode_emoji', 'realm_emoji', EXTRA].includes(type))
    refuse('BAD_REQUEST', 'Invalid emoji type.')
}
