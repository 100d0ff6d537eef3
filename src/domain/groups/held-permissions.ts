// Which settings name a group or a user as the holder of a permission.

import { CHANNEL_PERMISSIONS, type Channel } from '../../store/tables/channels.ts'
import { GROUP_PERMISSIONS, type Group } from '../../store/tables/groups.ts'
import { channelAudience } from '../access/access.ts'
import { readGroupSetting } from '../access/groups.ts'
import type { Context, Tx } from '../kernel/context.ts'

/** Settings that name a group, by where they belong. */
export interface HeldPermissions {
  organization: string[]
  channels: { channel: Channel; settings: string[] }[]
  groups: { group: Group; settings: string[] }[]
}

/** The settings of channels, groups and the organization that one of these groups holds. */
export function permissionsHeldBy(ctx: Context, groupIds: readonly number[]): HeldPermissions {
  const { organization, channels, groups } = ctx.store
  const held = <T extends string>(settings: readonly T[], of: Record<T, number | null>) =>
    settings.filter((setting) => groupIds.includes(of[setting] ?? 0))
  return {
    organization: organization
      .permissions()
      .filter((permission) => groupIds.includes(permission.group_id))
      .map((permission) => permission.setting),
    channels: channels
      .all()
      .map((channel) => ({ channel, settings: held(CHANNEL_PERMISSIONS, channel) }))
      .filter(({ settings }) => settings.length > 0),
    groups: groups
      .named()
      .map((group) => ({ group, settings: held(GROUP_PERMISSIONS, group) }))
      .filter(({ settings }) => settings.length > 0),
  }
}

/** Emits the settings that name a user directly again, after the user was (de)activated. */
export function emitSettingsNamingUser(tx: Tx, userId: number) {
  for (const anonymous of tx.store.groups.ofMember(userId)) {
    if (anonymous.name !== null) continue
    const value = readGroupSetting(tx, anonymous.id)
    const uses = permissionsHeldBy(tx, [anonymous.id])
    const values = (settings: string[]) =>
      Object.fromEntries(settings.map((setting) => [setting, value]))
    if (uses.organization.length > 0) {
      const data = values(uses.organization)
      tx.emit({ type: 'realm', op: 'update_dict', property: 'default', data }, 'everyone')
    }
    for (const { channel, settings } of uses.channels) {
      const of = { stream_id: channel.id, name: channel.name }
      for (const property of settings) {
        tx.emit(
          { type: 'stream', op: 'update', ...of, property, value },
          channelAudience(tx, channel),
        )
      }
    }
    for (const { group, settings } of uses.groups) {
      const of_deactivated = group.deactivated === 1
      const data = values(settings)
      tx.emit(
        { type: 'user_group', op: 'update', group_id: group.id, data, of_deactivated },
        'everyone',
      )
    }
  }
}
