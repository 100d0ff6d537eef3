// Groups of people, and who is in them through others.

import { computed, type ReadonlySignal } from '@preact/signals-core'
import type { GroupEvent } from './events.ts'
import { Table } from './table.ts'
import type { GroupSetting, Snapshot, UserGroup } from './wire.ts'

export class Groups {
  /** The groups one is in, directly or through groups below them. */
  readonly mine: ReadonlySignal<ReadonlySet<number>>
  readonly #rows = new Table<number, UserGroup>()

  constructor(ownId: ReadonlySignal<number>) {
    this.mine = computed(() => {
      const own = ownId.value
      const groups = this.#rows.values()
      return new Set(groups.filter(({ id }) => this.contains(id, own)).map(({ id }) => id))
    })
  }

  load(snapshot: Snapshot) {
    this.#rows.replace(snapshot.realm_user_groups.map((group) => [group.id, group]))
  }

  get(id: number): UserGroup | undefined {
    return this.#rows.get(id)
  }

  /** All groups, those of the system and deactivated ones too. */
  all(): UserGroup[] {
    return this.#rows.values()
  }

  /** Groups that people made and use. */
  named(): UserGroup[] {
    return this.all().filter((group) => !group.is_system_group && !group.deactivated)
  }

  /** Whether a user is in a group, directly or through groups below it. */
  contains(groupId: number, userId: number, seen: Set<number> = new Set()): boolean {
    const group = this.#rows.get(groupId)
    if (!group || seen.has(groupId)) return false
    seen.add(groupId)
    if (group.members.includes(userId)) return true
    return group.direct_subgroup_ids.some((id) => this.contains(id, userId, seen))
  }

  /** Whether one holds a permission oneself. */
  admitsMe(setting: GroupSetting, ownId: number): boolean {
    if (typeof setting === 'number') return this.mine.value.has(setting)
    const { direct_members, direct_subgroups } = setting
    return direct_members.includes(ownId) || direct_subgroups.some((id) => this.mine.value.has(id))
  }

  /** Everybody in a group, directly or through groups below it. */
  membersOf(groupId: number, found: Set<number> = new Set(), seen = new Set<number>()) {
    const group = this.#rows.get(groupId)
    if (!group || seen.has(groupId)) return found
    seen.add(groupId)
    for (const id of group.members) found.add(id)
    for (const id of group.direct_subgroup_ids) this.membersOf(id, found, seen)
    return found
  }

  apply(event: GroupEvent) {
    if (event.op === 'add') return this.#rows.set(event.group.id, event.group)
    const group = this.#rows.peek(event.group_id)
    if (!group) return
    switch (event.op) {
      case 'remove':
        return this.#rows.delete(group.id)
      case 'update':
        return this.#rows.patch(group.id, event.data)
      case 'add_members':
        return this.#rows.patch(group.id, { members: withIds(group.members, event.user_ids) })
      case 'remove_members':
        return this.#rows.patch(group.id, { members: withoutIds(group.members, event.user_ids) })
      case 'add_subgroups': {
        const ids = withIds(group.direct_subgroup_ids, event.direct_subgroup_ids)
        return this.#rows.patch(group.id, { direct_subgroup_ids: ids })
      }
      case 'remove_subgroups': {
        const ids = withoutIds(group.direct_subgroup_ids, event.direct_subgroup_ids)
        return this.#rows.patch(group.id, { direct_subgroup_ids: ids })
      }
    }
  }
}

const withIds = (ids: readonly number[], added: readonly number[]) =>
  [...new Set([...ids, ...added])].sort((a, b) => a - b)

const withoutIds = (ids: readonly number[], gone: readonly number[]) =>
  ids.filter((id) => !gone.includes(id))
