// The profile fields of a person that the organization asks for.

import type { User } from '../../model/users.ts'
import { model } from '../here.ts'

/** Kinds of profile fields whose value is a web address, a list of people, or something chosen. */
const LINK = 5
const PEOPLE = 6
const CHOICE = 3

export function Fields({ user }: { user: User }) {
  const fields = model.shared.profileFields.value
  const filled = fields.flatMap((field) => {
    const value = user.profile_data?.[field.id]?.value
    return value ? [{ field, value }] : []
  })
  if (filled.length === 0) return null
  return (
    <dl class="profile-fields">
      {filled.map(({ field, value }) => (
        <>
          <dt>{field.name}</dt>
          <dd>
            <Value type={field.type} data={field.field_data ?? ''} value={value} />
          </dd>
        </>
      ))}
    </dl>
  )
}

function Value({ type, data, value }: { type: number; data: string; value: string }) {
  if (type === LINK && /^https?:\/\//.test(value)) {
    return (
      <a href={value} target="_blank" rel="noopener noreferrer">
        {value}
      </a>
    )
  }
  if (type === PEOPLE) return <>{namesIn(value).join(', ')}</>
  return <>{type === CHOICE ? chosenIn(data, value) : value}</>
}

function namesIn(value: string): string[] {
  const ids: unknown = JSON.parse(value)
  return Array.isArray(ids) ? ids.map((id) => model.users.name(Number(id))) : []
}

function chosenIn(data: string, value: string): string {
  const choices = JSON.parse(data || '{}') as Record<string, { text?: string }>
  return choices[value]?.text ?? value
}
