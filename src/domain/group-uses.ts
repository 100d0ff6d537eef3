import { CHANNEL_PERMISSIONS, type Channel } from '../store/channels.ts'
import { GROUP_PERMISSIONS, type Group } from '../store/groups.ts'
import { channelAudience } from './access.ts'
import type { Context } from './context.ts'
import { groupSetting } from './groups.ts'
import type { Emit } from './unit-of-work.ts'

/** Settings that one group holds, by where they are. */
export interface GroupUses {
  organization: string[]
  channels: { channel: Channel; settings: string[] }[]
  groups: { group: Group; settings: string[] }[]
}

export function usesOf(ctx: Context, groupIds: readonly number[]): GroupUses {
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

/** Says the settings anew that name a user directly, after the user was (de)activated. */
export function tellSettingsNaming(ctx: Context, emit: Emit, userId: number) {
  for (const anonymous of ctx.store.groups.ofMember(userId)) {
    if (anonymous.name !== null) continue
    const value = groupSetting(ctx, anonymous.id)
    const uses = usesOf(ctx, [anonymous.id])
    const values = (settings: string[]) =>
      Object.fromEntries(settings.map((setting) => [setting, value]))
    if (uses.organization.length > 0) {
      const data = values(uses.organization)
      emit({ type: 'realm', op: 'update_dict', property: 'default', data }, 'everyone')
    }
    for (const { channel, settings } of uses.channels) {
      const of = { stream_id: channel.id, name: channel.name }
      for (const property of settings) {
        emit(
          { type: 'stream', op: 'update', ...of, property, value },
          channelAudience(ctx, channel),
        )
      }
    }
    for (const { group, settings } of uses.groups) {
      const of_deactivated = group.deactivated === 1
      const data = values(settings)
      emit(
        { type: 'user_group', op: 'update', group_id: group.id, data, of_deactivated },
        'everyone',
      )
    }
  }
}
