// Tables profile_field and profile_value: custom fields of profiles, and what people filled in.

import type { Bool, Db } from '../db.ts'
import { writing } from '../writing.ts'

export interface ProfileField {
  id: number
  position: number
  /** 1 short text, 2 paragraph, 3 dropdown, 4 date, 5 link, 6 users, 7 external account, 8 pronouns. */
  type: number
  name: string
  hint: string
  /** JSON text; '' for types without any. */
  data: string
  required: Bool
  editable_by_user: Bool
  display_in_profile_summary: Bool
  use_for_user_matching: Bool
}

export type NewProfileField = Omit<ProfileField, 'id' | 'position'>

export interface ProfileValue {
  user_id: number
  field_id: number
  value: string
  /** HTML, on types that hold Markdown. */
  rendered: string | null
}

/** Statements on profile fields and their values. */
export function profileFields(db: Db) {
  const all = db.prepare<[], ProfileField>('SELECT * FROM profile_field ORDER BY position, id')
  const byId = db.prepare<[id: number], ProfileField>('SELECT * FROM profile_field WHERE id = ?')
  const byName = db.prepare<[name: string], ProfileField>(
    'SELECT * FROM profile_field WHERE name = ?',
  )
  const insert = db.prepare<NewProfileField>(`
    INSERT INTO profile_field (position, type, name, hint, data, required, editable_by_user,
                               display_in_profile_summary, use_for_user_matching)
    VALUES ((SELECT coalesce(max(position), 0) + 1 FROM profile_field), @type, @name, @hint, @data,
            @required, @editable_by_user, @display_in_profile_summary, @use_for_user_matching)`)
  const update = db.prepare<ProfileField>(`
    UPDATE profile_field
       SET position = @position, name = @name, hint = @hint, data = @data, required = @required,
           editable_by_user = @editable_by_user,
           display_in_profile_summary = @display_in_profile_summary,
           use_for_user_matching = @use_for_user_matching
     WHERE id = @id`)
  const remove = db.prepare<[id: number]>('DELETE FROM profile_field WHERE id = ?')

  const values = db.prepare<[], ProfileValue>('SELECT * FROM profile_value')
  const valuesOf = db.prepare<[user: number], ProfileValue>(
    'SELECT * FROM profile_value WHERE user_id = ?',
  )
  const valuesIn = db.prepare<[field: number], ProfileValue>(
    'SELECT * FROM profile_value WHERE field_id = ?',
  )
  const setValue = db.prepare<ProfileValue>(`
    INSERT INTO profile_value VALUES (@user_id, @field_id, @value, @rendered)
    ON CONFLICT DO UPDATE SET value = excluded.value, rendered = excluded.rendered`)
  const removeValue = db.prepare<[user: number, field: number]>(
    'DELETE FROM profile_value WHERE user_id = ? AND field_id = ?',
  )

  return {
    /** In display order. */
    all: () => all.all(),
    find: (id: number) => byId.get(id),
    findByName: (name: string) => byName.get(name),
    /** Everyone's values of all fields. */
    values: () => values.all(),
    valuesOf: (userId: number) => valuesOf.all(userId),
    valuesIn: (fieldId: number) => valuesIn.all(fieldId),

    ...writing({
      /** Comes last in the display order. */
      create: (field: NewProfileField): number => Number(insert.run(field).lastInsertRowid),
      save: (field: ProfileField) => void update.run(field),
      /** With everyone's values. */
      remove: (id: number) => void remove.run(id),
      setValue: (value: ProfileValue) => void setValue.run(value),
      removeValue: (userId: number, fieldId: number) => void removeValue.run(userId, fieldId),
    }),
  }
}
