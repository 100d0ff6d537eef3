import type { Context } from './context.ts'
import type { User } from './users.ts'

export const apiKey = (ctx: Context, user: User) => ctx.keys.apiKey(user.id, user.key_version)

/** Replaces a key: whoever listens with the old one is cut off at once. @returns the new key */
export async function regenerateApiKey(ctx: Context, user: User): Promise<string> {
  await ctx.commit(() => ctx.store.users.raiseKeyVersion(user.id))
  ctx.hub.closeAllOf(user.id)
  return apiKey(ctx, ctx.store.users.find(user.id)!)
}
