import { refuse } from '../errors.ts'
import type { Context } from './context.ts'
import { DEFAULT_SETTINGS, type OrganizationSettings } from './organization-settings.ts'

export interface Organization {
  uuid: string
  createdAt: number
  isDeactivated: boolean
  settings: OrganizationSettings
}

/** One folder of data is one organization; on the wire it has this ID. */
export const ORGANIZATION_ID = 1

/** undefined until somebody has founded it. */
export function findOrganization(ctx: Context): Organization | undefined {
  const row = ctx.store.organization.find()
  return (
    row && {
      uuid: row.uuid,
      createdAt: row.created_at,
      isDeactivated: row.deactivated === 1,
      settings: readSettings(row.settings),
    }
  )
}

let known: { text: string; settings: OrganizationSettings } | undefined

/** Every request asks for the settings, and they seldom change: the same text is read once. */
function readSettings(text: string): OrganizationSettings {
  if (known?.text !== text) {
    const set = JSON.parse(text) as Partial<OrganizationSettings>
    known = { text, settings: Object.freeze({ ...DEFAULT_SETTINGS, ...set }) }
  }
  return known.settings
}

/** @throws RequestError where nothing has been founded yet */
export const theOrganization = (ctx: Context): Organization =>
  findOrganization(ctx) ??
  refuse('SERVER_NOT_READY', 'This server has no organization yet; open its set-up link first.')
