// The organization's own emoji.

import type { SentFile } from '../../base/files.ts'
import { codePoints, MAX_EMOJI_NAME_LENGTH } from '../../base/limits.ts'
import { INSUFFICIENT_PERMISSION } from '../../errors/callers.ts'
import { NO_CUSTOM_EMOJI } from '../../errors/files.ts'
import { refuse } from '../../errors.ts'
import type { CustomEmoji } from '../../store/tables/custom-emoji.ts'
import { EXTRA_EMOJI, emojiByName } from '../../text/emoji.ts'
import { requireMayCreateMore } from '../access/creation-limits.ts'
import { hasPermission } from '../access/groups.ts'
import { ROLE } from '../access/roles.ts'
import type { App, Context } from '../kernel/context.ts'
import { pictureUrl, storePicture } from '../pictures/pictures.ts'
import type { User } from '../users/users.ts'

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

/** The address of an active custom emoji's picture; undefined if no emoji has the name. */
export function customEmojiUrl(ctx: Context, name: string): string | undefined {
  const emoji = ctx.store.customEmoji.findActive(name)
  return emoji && pictureUrl(emoji.file)
}

/** POST /realm/emoji/{name}. @throws RequestError about the name, the file or the caller */
export function createEmoji(
  ctx: App,
  author: User,
  wantedName: string,
  files: readonly SentFile[],
): Promise<void> {
  const name = checkName(wantedName)
  requireMayCreate(ctx, author, name)
  const expectation = 'You must upload exactly one file.'
  return storePicture(ctx, { sender: author.id, kind: 'emoji', files, expectation }, (picture) =>
    ctx.commit((tx) => {
      requireMayCreate(tx, author, name)
      const emoji = {
        name,
        author_id: author.id,
        file: picture.name,
        still_file: picture.stillName,
      }
      const id = tx.store.customEmoji.create(emoji)
      tx.emit(
        {
          type: 'realm_emoji',
          op: 'add',
          emoji: describe({ ...emoji, id, deactivated: 0 }),
          realm_emoji: listEmoji(tx),
        },
        'everyone',
      )
    }),
  )
}

/** DELETE /realm/emoji/{name}: deactivates it; messages and reactions keep showing it. */
export const deactivateEmoji = (ctx: App, by: User, name: string) =>
  ctx.commit((tx) => {
    const emoji = tx.store.customEmoji.findActive(name) ?? refuse(NO_CUSTOM_EMOJI, { name })
    if (by.role > ROLE.administrator && emoji.author_id !== by.id) {
      refuse(INSUFFICIENT_PERMISSION)
    }
    tx.store.customEmoji.deactivate(emoji.id)
    tx.emit(
      {
        type: 'realm_emoji',
        op: 'update_one',
        emoji_id: String(emoji.id),
        data: { deactivated: true },
        realm_emoji: listEmoji(tx),
      },
      'everyone',
    )
  })

/**
 * @returns the name as it is kept: spaces become "_".
 * @throws RequestError for other characters than a-z, 0-9, "_" and "-"
 */
function checkName(wanted: string): string {
  const name = wanted.trim().replaceAll(' ', '_')
  if (name === '') refuse('BAD_REQUEST', 'Emoji name is missing')
  if (codePoints(name) > MAX_EMOJI_NAME_LENGTH) {
    refuse('BAD_REQUEST', `Emoji names are at most ${MAX_EMOJI_NAME_LENGTH} characters long.`)
  }
  if (!/^[0-9a-z_-]+$/.test(name)) {
    refuse(
      'BAD_REQUEST',
      'Emoji names must contain only lowercase English letters, digits, spaces, dashes, and underscores.',
    )
  }
  if (!/[0-9a-z]$/.test(name)) {
    refuse('BAD_REQUEST', 'Emoji names must end with either a letter or digit.')
  }
  return name
}

function requireMayCreate(ctx: Context, author: User, name: string) {
  if (!hasPermission(ctx, author, 'can_add_custom_emoji_group')) {
    refuse(INSUFFICIENT_PERMISSION)
  }
  if (ctx.store.customEmoji.findActive(name)) {
    refuse('BAD_REQUEST', 'A custom emoji with this name already exists.')
  }
  const isBuiltIn = name === EXTRA_EMOJI || emojiByName(name) !== undefined
  if (isBuiltIn && author.role > ROLE.administrator) {
    refuse('BAD_REQUEST', 'Only administrators can override default emoji.')
  }
  requireMayCreateMore(ctx, author, 'emoji')
}
