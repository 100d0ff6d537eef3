// Which settings name a group or a user as the holder of a permission.

import {
  CHANNEL_PERMISSIONS,
  type Channel,
  type ChannelPermission,
} from '../../store/tables/channels.ts'
import { GROUP_PERMISSIONS, type Group, type GroupPermission } from '../../store/tables/groups.ts'
import { audienceReader } from '../access/access.ts'
import { readGroupSetting } from '../access/groups.ts'
import type { Context, Tx } from '../kernel/context.ts'

/** Settings that name a group, by where they belong. */
export interface HeldPermissions {
  organization: string[]
  channels: { channel: Channel; settings: ChannelPermission[] }[]
  groups: { group: Group; settings: GroupPermission[] }[]
}

/** The settings of channels, groups and the organization that one of these groups holds. */
export function permissionsHeldBy(ctx: Context, groupIds: readonly number[]): HeldPermissions {
  const { organization, channels, groups } = ctx.store
  const holders = new Set(groupIds)
  const held = <T extends string>(settings: readonly T[], of: Record<T, number | null>) =>
    settings.filter((setting) => holders.has(of[setting] ?? 0))
  return {
    organization: organization
      .permissions()
      .filter((permission) => holders.has(permission.group_id))
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

/**
 * Emits the settings that name a user directly again, after the user was (de)activated. One person may be
 * named by thousands of settings, so those are found in one pass.
 */
export function emitSettingsNamingUser(tx: Tx, userId: number) {
  const naming = tx.store.groups.ofMember(userId).filter((group) => group.name === null)
  if (naming.length === 0) return
  const uses = permissionsHeldBy(
    tx,
    naming.map((group) => group.id),
  )
  if (uses.organization.length > 0) {
    const holderNow = (setting: string) =>
      readGroupSetting(tx, tx.store.organization.holderOf(setting)!)
    const data = Object.fromEntries(
      uses.organization.map((setting) => [setting, holderNow(setting)]),
    )
    tx.emit({ type: 'realm', op: 'update_dict', property: 'default', data }, 'everyone')
  }
  const audienceOf = audienceReader(tx)
  for (const { channel, settings } of uses.channels) {
    const of = { stream_id: channel.id, name: channel.name }
    const to = audienceOf(channel)
    for (const property of settings) {
      const value = readGroupSetting(tx, channel[property])
      tx.emit({ type: 'stream', op: 'update', ...of, property, value }, to)
    }
  }
  for (const { group, settings } of uses.groups) {
    const of_deactivated = group.deactivated === 1
    // Clients expect one change in each.
    for (const setting of settings) {
      const data = { [setting]: readGroupSetting(tx, group[setting]!) }
      const change = { group_id: group.id, data, of_deactivated }
      tx.emit({ type: 'user_group', op: 'update', ...change }, 'everyone')
    }
  }
}
