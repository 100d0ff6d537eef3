// All channels in JSON, which snapshots and lists of subscriptions have in common. Thousands of them are written once,
// and each again after it has changed, or a group that holds a permission in it.

import { utf8Of } from '../../base/json.ts'
import { CHANNEL_PERMISSIONS } from '../../store/tables/channels.ts'
import type { Context } from '../kernel/context.ts'
import { derived } from '../kernel/derived.ts'
import { WrittenInParts } from '../kernel/written-parts.ts'
import { type Channel, describeChannel } from './channels.ts'

/** A channel with its description as JSON in UTF-8 that lacks the closing brace. */
interface WrittenChannel {
  channel: Channel
  prefix: string
}

/** All channels by name. */
export const channelsAsJson = (ctx: Context): readonly WrittenChannel[] => writtenOf(ctx).whole(ctx)

/** Writes channels that have changed, so that all are there at once. @param pause awaited between them */
export const prepareChannels = (ctx: Context, pause: () => Promise<unknown>): Promise<void> =>
  writtenOf(ctx).writeAhead(ctx, pause)

const writtenOf = derived(
  // It follows by itself what changes.
  () => 0,
  () => {
    const position = { channels: Number.NEGATIVE_INFINITY, groups: Number.NEGATIVE_INFINITY }
    return new WrittenInParts<WrittenChannel, readonly WrittenChannel[]>({
      changed({ store }, written) {
        const channels = store.channels.changes.since(position.channels)
        const groups = store.groups.changes.since(position.groups)
        position.channels = store.channels.changes.position()
        position.groups = store.groups.changes.position()
        return channels && groups
          ? [...channels, ...ruledBy(groups, written)]
          : store.channels.ids()
      },
      write(ctx, id) {
        const channel = ctx.store.channels.find(id)
        if (!channel) return undefined
        const text = JSON.stringify(describeChannel(ctx, channel))
        return { channel, prefix: utf8Of(text.slice(0, -1)) }
      },
      join: ({ store }, written) => store.channels.ids().map((id) => written.get(id)!),
    })
  },
)

/** IDs of the channels in which any of these groups holds a permission. */
const ruledBy = (groups: ReadonlySet<number>, written: ReadonlyMap<number, WrittenChannel>) =>
  groups.size === 0
    ? []
    : [...written.values()]
        .filter(({ channel }) => CHANNEL_PERMISSIONS.some((name) => groups.has(channel[name])))
        .map(({ channel }) => channel.id)
