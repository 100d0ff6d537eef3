import type { Context } from './context.ts'
import { organizationPictureFiles } from './organization-pictures.ts'

/** Names of the pictures that something shows: people, emoji, the organization. */
export function picturesInUse(ctx: Context): Set<string> {
  const { users, customEmoji } = ctx.store
  return new Set(
    [
      ...[...users.all(), ...users.systemBots()].map((user) => user.avatar_file),
      ...customEmoji.all().flatMap((emoji) => [emoji.file, emoji.still_file]),
      ...organizationPictureFiles(ctx),
    ].filter((name) => name !== null),
  )
}
