import { seconds } from '../base/clock.ts'
import { nextTurn } from '../base/jobs.ts'
import { tellUpdate, type Update } from './channel-updates.ts'
import type { Channel } from './channels.ts'
import type { Context } from './context.ts'

const DAY = 86_400
/** Traffic is judged by four weeks, so that one quiet week does not change it much. */
const WINDOW_DAYS = 28
/** Younger channels have no traffic worth extrapolating. */
const MIN_AGE_DAYS = 7
/** A channel in which nobody has written for this long is no longer recently active. */
const ACTIVE_DAYS = 180
/** Messages counted in one go, some milliseconds of work. */
const COUNTED_AT_ONCE = 200_000

/**
 * Reviews how busy each channel is (organization 1.3), one channel after the other, so that others
 * are served in between.
 */
export async function reviewTraffic(ctx: Context, isStopping: () => boolean) {
  const { channels, messages } = ctx.store
  const from = messages.firstIdSince(seconds(ctx.clock) - WINDOW_DAYS * DAY)
  for (const { id } of channels.all().filter((channel) => !channel.is_archived)) {
    const written = await countFrom(ctx, id, from, isStopping)
    if (isStopping()) return
    await ctx.commit((emit) => {
      const channel = channels.find(id)!
      for (const update of reviewChannel(ctx, channel, written)) {
        tellUpdate(ctx, emit, channel, update)
      }
    })
  }
}

async function countFrom(ctx: Context, id: number, from: number, isStopping: () => boolean) {
  const { channelTraffic, messages } = ctx.store
  const end = messages.newestId() + 1
  let count = 0
  for (let start = from; start < end && !isStopping(); start += COUNTED_AT_ONCE) {
    count += channelTraffic.count(id, start, Math.min(end, start + COUNTED_AT_ONCE))
    await nextTurn()
  }
  return count
}

function reviewChannel(ctx: Context, channel: Channel, messages: number): Update[] {
  const updates: Update[] = []
  const now = seconds(ctx.clock)
  const traffic = weeklyTraffic(messages, Math.floor((now - channel.created_at) / DAY))
  if (traffic !== channel.weekly_traffic) {
    ctx.store.channels.change(channel.id, { weekly_traffic: traffic })
    updates.push({ property: 'stream_weekly_traffic', value: traffic })
  }
  const lastAt = ctx.store.channelTraffic.lastAt(channel.id) ?? channel.created_at
  if (channel.is_recently_active && now - lastAt > ACTIVE_DAYS * DAY) {
    ctx.store.channels.change(channel.id, { is_recently_active: 0 })
    updates.push({ property: 'is_recently_active', value: false })
  }
  return updates
}

/**
 * Messages a week, to two significant digits.
 * @param messages of the last 28 days
 * @param age of the channel in days
 * @returns null when it is too young to tell
 */
export function weeklyTraffic(messages: number, age: number): number | null {
  if (age < MIN_AGE_DAYS) return null
  const days = Math.min(age, WINDOW_DAYS)
  const average = Math.floor((messages * 7) / days)
  if (average === 0) return messages > 0 ? 1 : 0
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(average)) - 1)
  return Math.round(average / unit) * unit
}
