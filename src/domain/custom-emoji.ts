import { codePoints, MAX_EMOJI_NAME_LENGTH } from '../base/limits.ts'
import { refuse } from '../errors.ts'
import type { CustomEmoji } from '../store/custom-emoji.ts'
import { EXTRA_EMOJI, emojiByName } from '../text/emoji.ts'
import type { Context } from './context.ts'
import { holds } from './groups.ts'
import { pictureUrl, storePicture } from './pictures.ts'
import { ROLE } from './roles.ts'
import type { User } from './users.ts'

const describe = ({ id, name, author_id, file, still_file, deactivated }: CustomEmoji) => ({
  id: String(id),
  name,
  source_url: pictureUrl(file),
  still_url: still_file === null ? null : pictureUrl(still_file),
  deactivated: deactivated === 1,
  author_id,
})

/** All custom emoji by ID, deactivated ones too: old messages and reactions still show them. */
export const listEmoji = (ctx: Context) =>
  Object.fromEntries(ctx.store.customEmoji.all().map((emoji) => [emoji.id, describe(emoji)]))

/** Where the picture of an active custom emoji is; undefined where none has the name. */
export function customEmojiUrl(ctx: Context, name: string): string | undefined {
  const emoji = ctx.store.customEmoji.findActive(name)
  return emoji && pictureUrl(emoji.file)
}

/** POST /realm/emoji/{name}. @throws RequestError for the name, the file, or who asks */
export function createEmoji(
  ctx: Context,
  author: User,
  wantedName: string,
  files: readonly File[],
): Promise<void> {
  const name = checkName(wantedName)
  requireMayCreate(ctx, author, name)
  return storePicture(ctx, 'emoji', files, 'You must upload exactly one file.', (picture) =>
    ctx.commit((emit) => {
      requireMayCreate(ctx, author, name)
      const emoji = {
        name,
        author_id: author.id,
        file: picture.name,
        still_file: picture.stillName,
      }
      const id = ctx.store.customEmoji.create(emoji)
      emit(
        {
          type: 'realm_emoji',
          op: 'add',
          emoji: describe({ ...emoji, id, deactivated: 0 }),
          realm_emoji: listEmoji(ctx),
        },
        'everyone',
      )
    }),
  )
}

/** DELETE /realm/emoji/{name}: nobody can use it any more, and what used it still shows it. */
export const deactivateEmoji = (ctx: Context, by: User, name: string) =>
  ctx.commit((emit) => {
    const emoji =
      ctx.store.customEmoji.findActive(name) ??
      refuse('NOT_FOUND', `Emoji '${name}' does not exist`)
    if (by.role > ROLE.administrator && emoji.author_id !== by.id) {
      refuse('BAD_REQUEST', 'Insufficient permission')
    }
    ctx.store.customEmoji.deactivate(emoji.id)
    emit(
      {
        type: 'realm_emoji',
        op: 'update_one',
        emoji_id: String(emoji.id),
        data: { deactivated: true },
        realm_emoji: listEmoji(ctx),
      },
      'everyone',
    )
  })

/** Organization 7. @returns the name as it is kept */
function checkName(wanted: string): string {
  const name = wanted.trim().replaceAll(' ', '_')
  if (name === '') refuse('BAD_REQUEST', 'Emoji name is missing')
  if (codePoints(name) > MAX_EMOJI_NAME_LENGTH) {
    refuse('BAD_REQUEST', `Emoji names are at most ${MAX_EMOJI_NAME_LENGTH} characters long.`)
  }
  if (!/^[0-9a-z_-]+$/.test(name)) {
    refuse(
      'BAD_REQUEST',
      'Emoji names may hold lower-case English letters, digits, spaces, dashes and underscores.',
    )
  }
  if (!/[0-9a-z]$/.test(name)) {
    refuse('BAD_REQUEST', 'Emoji names must end with either a letter or digit.')
  }
  return name
}

function requireMayCreate(ctx: Context, author: User, name: string) {
  if (!holds(ctx, author, 'can_add_custom_emoji_group')) {
    refuse('BAD_REQUEST', 'Insufficient permission')
  }
  if (ctx.store.customEmoji.findActive(name)) {
    refuse('BAD_REQUEST', 'A custom emoji with this name already exists.')
  }
  const isBuiltIn = name === EXTRA_EMOJI || emojiByName(name) !== undefined
  if (isBuiltIn && author.role > ROLE.administrator) {
    refuse('BAD_REQUEST', 'Only administrators may take the name of a built-in emoji.')
  }
}
