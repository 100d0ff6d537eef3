// Who is subscribed to which channel, as JSON. An organization has hundreds of thousands of
// subscriptions, so lists of all channels are read in slices, with turns for others in between.

import { seconds } from '../../base/clock.ts'
import { makePause } from '../../base/jobs.ts'
import { type ChannelMembership, canSeeSubscribers } from '../access/access.ts'
import type { Channel } from '../channels/channels.ts'
import type { Context } from '../kernel/context.ts'

/** Which lists a client asks for: all, none, or partial ones of large channels. */
export type WantedLists = 'true' | 'false' | 'partial'

/** A partial list has all subscribers of smaller channels. */
const ALWAYS_LISTED_BELOW = 250

/** A partial list has bots, and users who were active within this time. */
const RECENT_SECONDS = 14 * 86_400

/** Subscriptions that are read before the time is looked at. */
const PORTION = 5000

/** The lists that one request has read. */
export interface SubscriberLists {
  /** The position in the log of changed lists up to which they hold. */
  position: number
  wanted: WantedLists
  /** By channel, each as a field in JSON. */
  lists: Map<number, string>
}

/** Reads the lists of all channels. */
export async function readSubscriberLists(
  ctx: Context,
  wanted: WantedLists,
): Promise<SubscriberLists> {
  const lists = new Map<number, string>()
  const position = ctx.store.subscriptions.changedLists.position()
  if (wanted === 'false') return { position, wanted, lists }
  const pause = makePause()
  for (const channels of inPortions(ctx.store.channels.all())) {
    await pause()
    readLists(ctx, wanted, channels, lists)
  }
  return { position, wanted, lists }
}

/** Channels with as many subscriptions as are read at once. */
function inPortions(channels: readonly Channel[]): Channel[][] {
  const portions: Channel[][] = []
  let room = 0
  for (const channel of channels) {
    if (room <= 0) {
      portions.push([])
      room = PORTION
    }
    portions.at(-1)!.push(channel)
    room -= 1 + channel.subscriber_count
  }
  return portions
}

function readLists(
  ctx: Context,
  wanted: WantedLists,
  channels: readonly Channel[],
  into: Map<number, string>,
) {
  const { subscriptions } = ctx.store
  const isWhole = (channel: Channel) =>
    wanted === 'true' || channel.subscriber_count < ALWAYS_LISTED_BELOW
  const ids = (some: readonly Channel[]) => some.map(({ id }) => id)
  const whole = ids(channels.filter(isWhole))
  for (const [id, list] of subscriptions.lists(whole)) into.set(id, `"subscribers":${list}`)
  const others = ids(channels.filter((channel) => !isWhole(channel)))
  if (others.length === 0) return
  const since = seconds(ctx.clock) - RECENT_SECONDS
  for (const [id, list] of subscriptions.partialLists(others, since))
    into.set(id, `"partial_subscribers":${list}`)
}

/**
 * Makes a function that gives a channel's list as a field in JSON, or nothing if none is wanted.
 * @param known what was read before, which is brought up to date
 */
export function subscriberField(
  ctx: Context,
  viewer: ChannelMembership,
  known: SubscriberLists,
): (channel: Channel) => string {
  if (known.wanted === 'false') return () => ''
  readChanged(ctx, known)
  return (channel) =>
    canSeeSubscribers(viewer, channel) ? known.lists.get(channel.id)! : '"subscribers":[]'
}

/** Reads the lists again that have changed, and those of new channels. */
function readChanged(ctx: Context, known: SubscriberLists) {
  const { channels, subscriptions } = ctx.store
  const changed = subscriptions.changedLists.since(known.position)
  known.position = subscriptions.changedLists.position()
  const isKnown = ({ id }: Channel) => changed?.has(id) === false && known.lists.has(id)
  const others = channels.all().filter((channel) => !isKnown(channel))
  readLists(ctx, known.wanted, others, known.lists)
}
