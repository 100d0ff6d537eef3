// API keys: derived from the user and a version, never stored.

import type { App, Context } from '../kernel/context.ts'
import type { User } from '../users/users.ts'

/** The API key of a user: 32 characters of A-Za-z0-9. */
export const apiKey = (ctx: Context, user: User) => ctx.keys.apiKey(user.id, user.key_version)

/** Replaces a key and closes the event queues opened with the old one. @returns the new key */
export async function regenerateApiKey(ctx: App, user: User): Promise<string> {
  await ctx.commit((tx) => {
    tx.store.users.raiseKeyVersion(user.id)
    tx.afterCommit(() => tx.hub.closeAllOf(user.id))
  })
  return apiKey(ctx, ctx.store.users.find(user.id)!)
}
