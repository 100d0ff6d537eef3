import { RequestError } from '../errors.ts'
import type { Channel } from './channels.ts'
import type { Context } from './context.ts'
import { noteDirectly, noteInChannel, silently } from './notices.ts'
import { theOrganization } from './organization.ts'
import type { Emit } from './unit-of-work.ts'
import { isPerson, type User } from './users.ts'

/** Above this many people a bulk subscription sends no notices (organization 1.4). */
export const MAX_NOTIFIED_SUBSCRIBERS = 100

const linkTo = (channel: Channel) => `#**${channel.name}**`

/** Tells the announcement channel about new channels; private ones stay between those in them. */
export function announceChannels(
  ctx: Context,
  emit: Emit,
  creator: User,
  channels: readonly Channel[],
) {
  const open = channels.filter((channel) => !channel.invite_only)
  const { new_stream_announcements_stream_id } = theOrganization(ctx).settings
  const place = ctx.store.channels.find(new_stream_announcements_stream_id)
  if (open.length === 0 || !place) return
  const lines = open.map((channel) =>
    [linkTo(channel), channel.description].filter(Boolean).join(': '),
  )
  const content = `${silently(creator)} has opened ${
    lines.length === 1 ? `a new channel, ${lines[0]}` : `new channels:\n* ${lines.join('\n* ')}`
  }`
  postIn(ctx, emit, creator, place, 'new channels', content)
}

/** Tells people which channels somebody else has subscribed them to. */
export function tellSubscribed(
  ctx: Context,
  emit: Emit,
  by: User,
  added: ReadonlyMap<number, readonly Channel[]>,
) {
  for (const [userId, channels] of added) {
    const user = ctx.store.users.find(userId)!
    if (userId === by.id || !isPerson(user) || channels.length === 0) continue
    const names =
      channels.length === 1
        ? linkTo(channels[0]!)
        : `these channels:\n* ${channels.map(linkTo).join('\n* ')}`
    unlessRefused(ctx, () =>
      noteDirectly(
        ctx,
        emit,
        'notification',
        user,
        `${silently(by)} has subscribed you to ${names}`,
        { linksFor: user },
      ),
    )
  }
}

/** Leaves a note in a channel about a change of it, where the organization wants such notes. */
export function noteChange(ctx: Context, emit: Emit, by: User, channelId: number, change: string) {
  const channel = ctx.store.channels.find(channelId)!
  if (channel.is_archived || !theOrganization(ctx).settings.send_channel_events_messages) return
  postIn(ctx, emit, by, channel, 'channel events', `${silently(by)} ${change}`)
}

/** Posts what somebody has done; they know it, and need not read it. */
function postIn(
  ctx: Context,
  emit: Emit,
  by: User,
  channel: Channel,
  topic: string,
  content: string,
) {
  const allowed = channel.topics_policy === 'empty_topic_only' ? '' : topic
  const options = { linksFor: by, readBy: (userId: number) => userId === by.id }
  unlessRefused(ctx, () => noteInChannel(ctx, emit, channel.id, allowed, content, options))
}

/** A note that cannot be posted must not undo what it tells of. */
function unlessRefused(ctx: Context, post: () => void) {
  try {
    post()
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    ctx.log.info('notice-refused', { error: error.message })
  }
}
