// The organization: one row, read with its settings.

import { NO_ORGANIZATION } from '../../errors/joining.ts'
import { refuse } from '../../errors.ts'
import type { OrganizationRow } from '../../store/tables/organization.ts'
import type { Context } from '../kernel/context.ts'
import { DEFAULT_SETTINGS, type OrganizationSettings } from './organization-settings.ts'

export interface Organization {
  readonly uuid: string
  createdAt: number
  isDeactivated: boolean
  settings: OrganizationSettings
}

/** One folder of data is one organization; on the wire it has this ID. */
export const ORGANIZATION_ID = 1

/** By the row it was read from, which lookups share until it changes. */
const organizations = new WeakMap<OrganizationRow, Organization>()

/** The organization; undefined until it was created. */
export function findOrganization(ctx: Context): Organization | undefined {
  const row = ctx.store.organization.find()
  if (!row) return undefined
  const known = organizations.get(row)
  if (known) return known
  const organization = Object.freeze({
    uuid: row.uuid,
    createdAt: row.created_at,
    isDeactivated: row.deactivated === 1,
    settings: readSettings(row.settings),
  })
  organizations.set(row, organization)
  return organization
}

let known: { text: string; settings: OrganizationSettings } | undefined

/** Parses the settings; the result is kept until the text changes, since every request needs it. */
function readSettings(text: string): OrganizationSettings {
  if (known?.text !== text) {
    const set = JSON.parse(text) as Partial<OrganizationSettings>
    known = { text, settings: Object.freeze({ ...DEFAULT_SETTINGS, ...set }) }
  }
  return known.settings
}

/** The organization. @throws RequestError if it was not created yet */
export const theOrganization = (ctx: Context): Organization =>
  findOrganization(ctx) ?? refuse(NO_ORGANIZATION)
