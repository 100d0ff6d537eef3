// Reviews once a day how busy each channel is.

import { seconds } from '../../base/clock.ts'
import { nextTurn } from '../../base/jobs.ts'
import type { ChangedChannelProperty } from '../../events/types/channel-events.ts'
import type { Channel } from '../channels/channels.ts'
import type { App, Context, Tx } from '../kernel/context.ts'
import { emitChannelUpdate } from '../subscriptions/channel-updates.ts'

const DAY = 86_400
/** Traffic is an average of four weeks, so that one quiet week changes little. */
const WINDOW_DAYS = 28
/** Younger channels have no traffic worth extrapolating. */
const MIN_AGE_DAYS = 7
/** A channel without messages for this long is no longer active. */
const ACTIVE_DAYS = 180
/** Messages counted in one go, some milliseconds of work. */
const BATCH_SIZE = 20_000

/**
 * Reviews how busy each channel is, one after the other, so that requests run in between.
 */
export async function reviewTraffic(ctx: App, isStopping: () => boolean) {
  const { channels, messages } = ctx.store
  const from = messages.firstIdSince(seconds(ctx.clock) - WINDOW_DAYS * DAY)
  for (const { id } of channels.all().filter((channel) => !channel.is_archived)) {
    const written = await countFrom(ctx, id, from, isStopping)
    if (isStopping()) return
    await ctx.commit((tx) => {
      const channel = channels.find(id)!
      for (const update of reviewChannel(tx, channel, written)) {
        emitChannelUpdate(tx, channel, update)
      }
    })
  }
}

async function countFrom(ctx: Context, id: number, from: number, isStopping: () => boolean) {
  const { channelTraffic } = ctx.store
  let written = 0
  let after = from - 1
  while (!isStopping()) {
    const { count, last } = channelTraffic.count(id, after, BATCH_SIZE)
    written += count
    if (count < BATCH_SIZE) break
    after = last
    await nextTurn()
  }
  return written
}

function reviewChannel(tx: Tx, channel: Channel, messages: number): ChangedChannelProperty[] {
  const updates: ChangedChannelProperty[] = []
  const now = tx.now
  const traffic = weeklyTraffic(messages, Math.floor((now - channel.created_at) / DAY))
  if (traffic !== channel.weekly_traffic) {
    tx.store.channels.change(channel.id, { weekly_traffic: traffic })
    updates.push({ property: 'stream_weekly_traffic', value: traffic })
  }
  const lastAt = tx.store.channelTraffic.lastAt(channel.id) ?? channel.created_at
  if (channel.is_recently_active && now - lastAt > ACTIVE_DAYS * DAY) {
    tx.store.channels.change(channel.id, { is_recently_active: 0 })
    updates.push({ property: 'is_recently_active', value: false })
  }
  return updates
}

/**
 * Messages a week, to two significant digits.
 * @param messages of the last 28 days
 * @param age of the channel in days
 * @returns null if the channel is younger than MIN_AGE_DAYS
 */
export function weeklyTraffic(messages: number, age: number): number | null {
  if (age < MIN_AGE_DAYS) return null
  const days = Math.min(age, WINDOW_DAYS)
  const average = Math.floor((messages * 7) / days)
  if (average === 0) return messages > 0 ? 1 : 0
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(average)) - 1)
  return Math.round(average / unit) * unit
}
