// Which emoji a client means by name, code and type, and whether it may be used.

import {
  INVALID_EMOJI_CODE,
  INVALID_EMOJI_NAME,
  INVALID_EMOJI_TYPE,
} from '../../errors/messages.ts'
import { refuse } from '../../errors.ts'
import type { Reaction } from '../../store/tables/reactions.ts'
import { EXTRA_EMOJI, emojiByCode, emojiByName } from '../../text/emoji.ts'
import type { Context } from '../kernel/context.ts'

/** The emoji a client names; missing parts follow from the name. */
export interface EmojiChoice {
  name: string | undefined
  code: string | undefined
  type: string | undefined
}

export type Emoji = Pick<Reaction, 'emoji_name' | 'emoji_code' | 'reaction_type'>

/** The type of the one emoji beyond Unicode that every organization has. */
const EXTRA = 'service_extra_emoji'

/** Existing clients know it by this name. */
const EXTRA_ALIAS = 'zulip_extra_emoji'

/** The type as it is stored. */
export const emojiTypeNamed = (type: string | undefined) => (type === EXTRA_ALIAS ? EXTRA : type)

/** The chosen emoji with all its parts, not checked. @throws RequestError for an unknown name */
export function chosenEmoji(
  ctx: Context,
  { name, code, type }: EmojiChoice & { name: string },
): Emoji {
  const reactionType = emojiTypeNamed(type)
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

/** The custom emoji of a code, even if it was deactivated. */
const customEmojiOf = (ctx: Context, code: string) =>
  /^\d{1,15}$/.test(code) ? ctx.store.customEmoji.find(Number(code)) : undefined

/** The names of our table and of the tables of clients. */
const EMOJI_NAME = /^[\p{Ll}\p{N}_+-]{1,100}$/u

/** @throws RequestError unless name, code and type go together and the emoji may be used */
export function requireUsableEmoji(ctx: Context, emoji: Emoji) {
  switch (emoji.reaction_type) {
    case 'realm_emoji':
      return requireCustomEmoji(ctx, emoji)
    case EXTRA:
      if (emoji.emoji_code !== EXTRA_EMOJI) refuse(INVALID_EMOJI_CODE)
      if (emoji.emoji_name !== EXTRA_EMOJI) refuse(INVALID_EMOJI_NAME)
      return
    case 'unicode_emoji':
      return requireUnicodeEmoji(emoji)
    default:
      refuse(INVALID_EMOJI_TYPE)
  }
}

function requireCustomEmoji(ctx: Context, { emoji_name, emoji_code }: Emoji) {
  const custom = customEmojiOf(ctx, emoji_code) ?? refuse('BAD_REQUEST', 'Invalid custom emoji.')
  if (custom.name !== emoji_name) refuse('BAD_REQUEST', 'Invalid custom emoji name.')
  if (custom.deactivated) refuse('BAD_REQUEST', 'This custom emoji has been deactivated.')
}

/**
 * Clients with tables of their own have other names than ours for it. But a name that we give to
 * another emoji would show one and say the other.
 */
function requireUnicodeEmoji({ emoji_name, emoji_code }: Emoji) {
  if (emojiByCode(emoji_code) === undefined) refuse(INVALID_EMOJI_CODE)
  const isOfOther = (emojiByName(emoji_name) ?? emoji_code) !== emoji_code
  if (!EMOJI_NAME.test(emoji_name) || isOfOther) refuse(INVALID_EMOJI_NAME)
}

/** @throws RequestError unless an emoji has the code; the type may be missing */
export function requireEmojiCode(ctx: Context, code: string, type: string | undefined) {
  const isKnown =
    emojiByCode(code) !== undefined ||
    code === EXTRA_EMOJI ||
    customEmojiOf(ctx, code) !== undefined
  if (!isKnown) refuse(INVALID_EMOJI_CODE)
  if (type !== undefined && !['unicode_emoji', 'realm_emoji', EXTRA].includes(type))
    refuse(INVALID_EMOJI_TYPE)
}
