import { refuse } from '../errors.ts'
import type { Context } from './context.ts'
import { DEFAULT_SETTINGS, type OrganizationSettings } from './organization-settings.ts'
import type { Emit } from './unit-of-work.ts'

export interface Organization {
  uuid: string
  createdAt: number
  isDeactivated: boolean
  settings: OrganizationSettings
}

/** undefined until somebody has founded it. */
export function findOrganization(ctx: Context): Organization | undefined {
  const row = ctx.store.organization.find()
  return (
    row && {
      uuid: row.uuid,
      createdAt: row.created_at,
      isDeactivated: row.deactivated === 1,
      settings: {
        ...DEFAULT_SETTINGS,
        ...(JSON.parse(row.settings) as Partial<OrganizationSettings>),
      },
    }
  )
}

/** @throws RequestError where nothing has been founded yet */
export const theOrganization = (ctx: Context): Organization =>
  findOrganization(ctx) ??
  refuse('SERVER_NOT_READY', 'This server has no organization yet; open its set-up link first.')

/** Saves settings of an organization and says what changed; values that stay the same say nothing. */
export function changeSettings(ctx: Context, emit: Emit, changes: Partial<OrganizationSettings>) {
  const { settings } = theOrganization(ctx)
  const changed = Object.entries(changes).filter(
    ([name, value]) => settings[name as keyof OrganizationSettings] !== value,
  )
  if (changed.length === 0) return
  // Only what differs from the default is kept, so that a better default reaches those who never chose.
  const sparse = Object.entries({ ...settings, ...changes }).filter(
    ([name, value]) => DEFAULT_SETTINGS[name as keyof OrganizationSettings] !== value,
  )
  ctx.store.organization.saveSettings(JSON.stringify(Object.fromEntries(sparse)))
  for (const [property, value] of changed) {
    emit({ type: 'realm', op: 'update', property, value }, 'everyone')
  }
}
