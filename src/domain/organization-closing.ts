import { seconds } from '../base/clock.ts'
import type { Context } from './context.ts'
import { ORGANIZATION_ID } from './organization.ts'

const DAY = 86_400

/** How soon a closed organization's data may go, for somebody may have closed it by mistake. */
export const MIN_DELETION_DAYS = 14

/**
 * POST /realm/deactivate: from now on every call is refused.
 * @param deletionDays after which everything is erased; null: it stays as it is
 */
export async function deactivateOrganization(ctx: Context, deletionDays: number | null) {
  await ctx.commit((emit) => {
    const deletionAt = deletionDays === null ? null : seconds(ctx.clock) + deletionDays * DAY
    ctx.store.organization.deactivate(deletionAt)
    ctx.store.sessions.removeAll()
    emit({ type: 'realm', op: 'deactivated', realm_id: ORGANIZATION_ID }, 'everyone')
  })
  for (const userId of [...ctx.hub.listeners()]) ctx.hub.closeAllOf(userId)
}

/** Takes that back, and with it the erasing. @returns whether the organization was closed */
export const reopenOrganization = (ctx: Context): Promise<boolean> =>
  ctx.commit(() => ctx.store.organization.reopen())

/** Whether the organization was closed to be erased, and the time for it has come. */
export function isToBeErased(ctx: Context): boolean {
  const at = ctx.store.organization.deletionAt() ?? undefined
  return at !== undefined && at <= seconds(ctx.clock)
}
