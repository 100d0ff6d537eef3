// The channels that a request names to subscribe people to: which there are, and which are to be created.

import { refuse } from '../../errors.ts'
import { canReadChannel, membershipFor } from '../access/access.ts'
import { type Channel, channelKey, checkChannelName } from '../channels/channels.ts'
import type { Context } from '../kernel/context.ts'
import { readColor } from '../subscriptions/subscription-settings.ts'
import type { User } from '../users/users.ts'

/** One channel to subscribe to: its name, and its properties in case it has to be created. */
export interface ChannelRequest {
  name: string
  color?: string | undefined
  description?: string | undefined
}

/** Channels that are joined or created in one transaction, so that others wait for milliseconds only. */
const CHANNELS_AT_ONCE = 100

/** Each channel once, in groups for one transaction each. */
export function channelPortions(wanted: readonly ChannelRequest[]): ChannelRequest[][] {
  const each = new Map<string, ChannelRequest>()
  for (const one of wanted) {
    const key = channelKey(checkChannelName(one.name))
    each.set(key, each.get(key) ?? one)
  }
  const all = [...each.values()]
  return Array.from({ length: Math.ceil(all.length / CHANNELS_AT_ONCE) }, (_, at) =>
    all.slice(at * CHANNELS_AT_ONCE, (at + 1) * CHANNELS_AT_ONCE),
  )
}

/**
 * Sorts the requested channels: existing ones, ones to create, and ones the caller may not join.
 */
export function partitionChannels(
  ctx: Context,
  by: User,
  {
    wanted,
    unauthorizedIsFatal,
  }: { wanted: readonly ChannelRequest[]; unauthorizedIsFatal: boolean },
) {
  const existing = new Map<number, Channel>()
  const missing = new Map<string, ChannelRequest>()
  const unauthorized = new Set<string>()
  const membership = membershipFor(ctx, by, wanted.length)
  for (const one of wanted) {
    const key = channelKey(checkChannelName(one.name))
    const channel = ctx.store.channels.findByName(key)
    if (!channel) missing.set(key, missing.get(key) ?? one)
    else if (!channel.is_archived && canReadChannel(membership, channel))
      existing.set(channel.id, channel)
    else if (unauthorizedIsFatal)
      refuse('BAD_REQUEST', `Unable to access channel (${one.name.trim()}).`)
    else unauthorized.add(one.name.trim())
  }
  return {
    existing: [...existing.values()],
    missing: [...missing.values()],
    unauthorized: [...unauthorized],
  }
}

/** The colours asked for, by ID of the channel. */
export function colorsOf(ctx: Context, wanted: readonly ChannelRequest[]) {
  const colors = new Map<number, string>()
  for (const { name, color } of wanted) {
    if (color === undefined) continue
    const channel = ctx.store.channels.findByName(channelKey(name))
    if (channel) colors.set(channel.id, readColor(color))
  }
  return colors
}
