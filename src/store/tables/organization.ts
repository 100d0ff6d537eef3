// Tables organization and organization_permission: the single row with all settings of the
// organization.

import { cachedLookup } from '../cached-lookup.ts'
import type { Bool, Db } from '../db.ts'
import { writing } from '../writing.ts'

export interface OrganizationRow {
  uuid: string
  created_at: number
  deactivated: Bool
  /** JSON of the settings that differ from their default. */
  settings: string
}

/** Statements on the organization and its permissions. */
export function organization(db: Db) {
  const get = db.prepare<[], OrganizationRow>(
    'SELECT uuid, created_at, deactivated, settings FROM organization',
  )
  const found = db.prepare<[uuid: string, at: number, settings: string]>(
    'INSERT INTO organization (id, uuid, created_at, settings) VALUES (1, ?, ?, ?)',
  )
  const saveSettings = db.prepare<[settings: string]>('UPDATE organization SET settings = ?')
  const permissions = db.prepare<[], { setting: string; group_id: number }>(
    'SELECT setting, group_id FROM organization_permission',
  )
  const grant = db.prepare<[setting: string, groupId: number]>(
    'INSERT INTO organization_permission (setting, group_id) VALUES (?, ?) ON CONFLICT DO UPDATE SET group_id = excluded.group_id',
  )
  const userDefaults = db.prepare<[], string>('SELECT user_defaults FROM organization').pluck()
  const saveUserDefaults = db.prepare<[settings: string]>(
    'UPDATE organization SET user_defaults = ?',
  )
  const pictures = db.prepare<[], string>('SELECT pictures FROM organization').pluck()
  const savePictures = db.prepare<[pictures: string]>('UPDATE organization SET pictures = ?')
  const deactivate = db.prepare<[deletionAt: number | null]>(
    'UPDATE organization SET deactivated = 1, deletion_at = ?',
  )
  const reopen = db.prepare<[]>(
    'UPDATE organization SET deactivated = 0, deletion_at = NULL WHERE deactivated = 1',
  )
  const deletionAt = db
    .prepare<[], number | null>('SELECT deletion_at FROM organization WHERE deactivated = 1')
    .pluck()
  const dailyJobAt = db.prepare<[], number>('SELECT daily_job_at FROM organization').pluck()
  const setDailyJob = db.prepare<[at: number]>('UPDATE organization SET daily_job_at = ?')

  const find = cachedLookup(db, 'organization', (_only: 1) => get.get())
  const holders = cachedLookup(
    db,
    'organization_permission',
    (_only: 1) => new Map(permissions.all().map(({ setting, group_id }) => [setting, group_id])),
  )

  return {
    find: () => find(1),
    /** When the daily upkeep last ran through, 0 for never; undefined without an organization. */
    dailyJobAt: () => dailyJobAt.get(),
    /** JSON of the personal settings newcomers start with, where they differ from the server's. */
    userDefaults: () => userDefaults.get(),
    /** JSON of the uploaded icon and logos. */
    pictures: () => pictures.get(),
    /** When it is to be erased; undefined and null: never. */
    deletionAt: () => deletionAt.get(),
    permissions: () => permissions.all(),
    /** The group that holds an organization-wide permission. */
    holderOf: (setting: string) => holders(1)!.get(setting),

    ...writing({
      setDailyJobAt: (at: number) => void setDailyJob.run(at),
      create: (uuid: string, at: number, settings: string) => void found.run(uuid, at, settings),
      saveSettings: (settings: string) => void saveSettings.run(settings),
      saveUserDefaults: (settings: string) => void saveUserDefaults.run(settings),
      savePictures: (json: string) => void savePictures.run(json),
      /** @param deletionAt when it is to be erased; null: never */
      deactivate: (deletionAt: number | null) => void deactivate.run(deletionAt),
      /** @returns whether it was deactivated */
      reopen: (): boolean => reopen.run().changes > 0,
      grant: (setting: string, groupId: number) => void grant.run(setting, groupId),
    }),
  }
}
