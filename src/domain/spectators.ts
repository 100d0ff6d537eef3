import { refuse } from '../errors.ts'
import type { Context } from './context.ts'
import { theOrganization } from './organization.ts'
import type { Viewer } from './users.ts'

export const refuseSpectator = (): never =>
  refuse('UNAUTHORIZED', 'Not logged in: API authentication or user session required')

/** Whether a viewer has an account, or the organization shows itself to people without one. */
export const isAdmitted = (ctx: Context, viewer: Viewer): boolean =>
  viewer !== undefined || theOrganization(ctx).settings.enable_spectator_access

/** Lets people without an account in where the organization does. @throws RequestError UNAUTHORIZED */
export function admitSpectator(ctx: Context, viewer: Viewer) {
  if (!isAdmitted(ctx, viewer)) refuseSpectator()
}
