// People without an account: whether the organization lets them in.

import { NOT_LOGGED_IN } from '../../errors/callers.ts'
import { refuse } from '../../errors.ts'
import type { Context } from '../kernel/context.ts'
import type { Viewer } from '../kernel/viewer.ts'
import { theOrganization } from '../organization/organization.ts'

/** @throws RequestError UNAUTHORIZED, as for a request without credentials */
export const refuseSpectator = (): never => refuse(NOT_LOGGED_IN)

/** Whether a viewer has an account, or the organization has web-public channels. */
export const isAdmitted = (ctx: Context, viewer: Viewer): boolean =>
  viewer !== undefined || theOrganization(ctx).settings.enable_spectator_access

/** @throws RequestError UNAUTHORIZED for spectators if the organization does not allow them */
export function admitSpectator(ctx: Context, viewer: Viewer) {
  if (!isAdmitted(ctx, viewer)) refuseSpectator()
}
