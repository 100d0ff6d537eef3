import { RequestError } from '../errors.ts'
import type { Channel } from './channels.ts'
import type { Context } from './context.ts'
import { noteDirectly, noteInChannel, silently } from './notices.ts'
import { theOrganization } from './organization.ts'
import type { Emit } from './unit-of-work.ts'
import { isPerson, type User } from './users.ts'

/** Above this many people a bulk subscription sends no notices (organization 1.4). */
export const MAX_NOTIFIED_SUBSCRIBERS = 100

/** Links a channel, unless its name would end the link early and could go on as a mention. */
const linkTo = ({ name }: Channel) => (/[*`]/.test(name) ? verbatim(name) : `#**${name}**`)

/** Shows what somebody wrote with nothing in it taken for Markdown. */
export const verbatim = (text: string) => `\`${text.replaceAll('`', "'")}\``

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
  const names = listOf('a new channel', 'new channels', open)
  const content = `${silently(creator)} has opened ${names}`
  postIn(ctx, emit, creator, place, 'new channels', content)
}

const listOf = (one: string, many: string, channels: readonly Channel[]) =>
  channels.length === 1
    ? `${one}: ${linkTo(channels[0]!)}`
    : `${many}:\n* ${channels.map(linkTo).join('\n* ')}`

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
    const names = listOf('a channel', 'channels', channels)
    unlessRefused(ctx, () =>
      noteDirectly(ctx, emit, 'notification', user, `${silently(by)} has added you to ${names}`, {
        linksFor: user,
      }),
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
