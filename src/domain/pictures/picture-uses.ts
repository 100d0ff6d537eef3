// Which stored pictures are in use.

import type { Context } from '../kernel/context.ts'
import { organizationPictureFiles } from './organization-pictures.ts'

/** Names of the pictures that users, emoji or the organization use. */
export function picturesInUse(ctx: Pick<Context, 'store'>): Set<string> {
  const { users, customEmoji } = ctx.store
  return new Set(
    [
      ...[...users.all(), ...users.systemBots()].map((user) => user.avatar_file),
      ...customEmoji.all().flatMap((emoji) => [emoji.file, emoji.still_file]),
      ...organizationPictureFiles(ctx),
    ].filter((name) => name !== null),
  )
}
