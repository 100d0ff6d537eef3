// Closes the organization, opens it again, and decides when its data is erased.

import { seconds } from '../../base/clock.ts'
import type { App, Context } from '../kernel/context.ts'
import { ORGANIZATION_ID } from './organization.ts'

const DAY = 86_400

/** The shortest time until the data of a closed organization is erased, in case it was a mistake. */
export const MIN_DELETION_DAYS = 14

/**
 * POST /realm/deactivate: closes the organization; from now on every request is refused.
 * @param deletionDays days after which all data is erased; null to keep it
 */
export const deactivateOrganization = (ctx: App, deletionDays: number | null) =>
  ctx.commit((tx) => {
    const deletionAt = deletionDays === null ? null : tx.now + deletionDays * DAY
    tx.store.organization.deactivate(deletionAt)
    tx.store.sessions.removeAll()
    tx.emit({ type: 'realm', op: 'deactivated', realm_id: ORGANIZATION_ID }, 'everyone')
    tx.afterCommit(() => {
      for (const userId of [...tx.hub.listeners()]) tx.hub.closeAllOf(userId)
    })
  })

/** Opens the organization again and cancels the deletion. @returns whether it was closed */
export const reopenOrganization = (ctx: App): Promise<boolean> =>
  ctx.commit((tx) => tx.store.organization.reopen())

/** Whether the organization was closed to be erased, and the time for it has come. */
export function isToBeErased(ctx: Context): boolean {
  const at = ctx.store.organization.deletionAt() ?? undefined
  return at !== undefined && at <= seconds(ctx.clock)
}
