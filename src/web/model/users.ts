// Users: their accounts, their statuses, and which of them the person has muted.

import { computed, type ReadonlySignal, signal } from '@preact/signals-core'
import type { UserEvent } from './events.ts'
import { Table } from './table.ts'
import type { Snapshot, UserStatus, WireUser } from './wire.ts'

export type User = WireUser & { is_active: boolean }

/** Smaller numbers may do more. */
export const ROLE = { owner: 100, administrator: 200, moderator: 300, member: 400, guest: 600 }

export class Users {
  /** Who is logged in. */
  readonly ownId: ReadonlySignal<number>
  readonly statuses = new Table<number, UserStatus>()
  readonly muted = new Table<number, { timestamp: number }>()
  /** Active people and bots, by name. */
  readonly active: ReadonlySignal<readonly User[]>
  readonly #rows = new Table<number, User>()
  readonly #ownId = signal(0)

  constructor() {
    this.ownId = this.#ownId
    this.active = computed(() =>
      this.#rows
        .values()
        .filter((user) => user.is_active)
        .sort((a, b) => a.full_name.localeCompare(b.full_name)),
    )
  }

  load(snapshot: Snapshot) {
    this.#ownId.value = snapshot.user_id
    const row = (is_active: boolean) => (user: WireUser) =>
      [user.user_id, { ...user, is_active }] as const
    this.#rows.replace([
      ...snapshot.cross_realm_bots.map(row(true)),
      ...snapshot.realm_users.map(row(true)),
      ...snapshot.realm_non_active_users.map(row(false)),
    ])
    this.statuses.replace(
      Object.entries(snapshot.user_status).map(([id, status]) => [Number(id), status]),
    )
    this.loadMuted(snapshot.muted_users)
  }

  loadMuted(muted: readonly { id: number; timestamp: number }[]) {
    this.muted.replace(muted.map(({ id, timestamp }) => [id, { timestamp }]))
  }

  /** One account; undefined for those one may not see. */
  get(id: number): User | undefined {
    return this.#rows.get(id)
  }

  peek(id: number): User | undefined {
    return this.#rows.peek(id)
  }

  /** All accounts, deactivated ones and system bots too. */
  all(): User[] {
    return this.#rows.values()
  }

  /** All accounts, without subscribing. */
  peekAll(): User[] {
    return this.#rows.peekAll().map(([, user]) => user)
  }

  get me(): User {
    return this.#rows.get(this.#ownId.value)!
  }

  name(id: number): string {
    return this.#rows.get(id)?.full_name ?? `User ${id}`
  }

  /** By e-mail address or name, whatever the case; those who are active first. */
  named(text: string): User | undefined {
    const key = text.trim().toLowerCase()
    const found = this.peekAll().filter(
      (user) =>
        user.email.toLowerCase() === key ||
        user.delivery_email?.toLowerCase() === key ||
        user.full_name.toLowerCase() === key,
    )
    return found.find((user) => user.is_active) ?? found[0]
  }

  isMuted(id: number): boolean {
    return this.muted.get(id) !== undefined
  }

  apply(event: UserEvent) {
    const { op, person } = event
    if (op === 'add') return this.#rows.set(person.user_id, { is_active: true, ...person })
    if (op === 'remove') return this.#rows.delete(person.user_id)
    const user = this.peek(person.user_id)
    if (!user) return
    const { new_email, custom_profile_field, ...fields } = person
    const changed: User = { ...user, ...fields }
    if (new_email !== undefined) changed.email = new_email
    if (fields.role !== undefined) Object.assign(changed, ranksOf(fields.role))
    if (custom_profile_field) {
      const { id, value, rendered_value } = custom_profile_field
      const { [id]: _, ...others } = user.profile_data ?? {}
      const entry = rendered_value === undefined ? {} : { rendered_value }
      changed.profile_data = value === null ? others : { ...others, [id]: { value, ...entry } }
    }
    // Fields that only events name say nothing that a snapshot does.
    for (const name of ['avatar_source', 'avatar_url_medium'])
      delete (changed as Record<string, unknown>)[name]
    this.#rows.set(person.user_id, changed)
  }

  /** Values of profile fields that are gone go with them. */
  forgetFieldsBut(ids: ReadonlySet<number>) {
    for (const [id, user] of this.#rows.peekAll()) {
      if (!user.profile_data) continue
      const kept = Object.entries(user.profile_data).filter(([field]) => ids.has(Number(field)))
      this.#rows.patch(id, { profile_data: Object.fromEntries(kept) })
    }
  }

  applyStatus({ user_id, ...changed }: { user_id: number } & Record<string, unknown>) {
    const status = { ...this.statuses.peek(user_id), ...changed }
    // An event that clears the emoji names a type all the same.
    if (status.emoji_name === '') delete status.reaction_type
    const said = Object.entries<unknown>(status).filter(
      ([, value]) => value !== '' && value !== false,
    )
    if (said.length === 0) this.statuses.delete(user_id)
    else this.statuses.set(user_id, Object.fromEntries(said) as UserStatus)
  }
}

const ranksOf = (role: number) => ({
  is_owner: role === ROLE.owner,
  is_admin: role <= ROLE.administrator,
  is_guest: role === ROLE.guest,
})
