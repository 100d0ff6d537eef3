// Messages of the server about channels: new ones, changes, subscriptions made by others.

import { RequestError } from '../../errors.ts'
import type { Channel } from '../channels/channels.ts'
import type { Context, Tx } from '../kernel/context.ts'
import { postSystemMessage, sendSystemDm, silentMention } from '../messages/system-messages.ts'
import { theOrganization } from '../organization/organization.ts'
import { isPerson, type User } from '../users/users.ts'

/** Above this many people a bulk subscription sends no notices. */
export const MAX_NOTIFIED_SUBSCRIBERS = 100

/** Links a channel, unless its name would end the link early and could go on as a mention. */
const linkTo = ({ name }: Channel) => (/[*`]/.test(name) ? verbatim(name) : `#**${name}**`)

/** Shows text as it is, without Markdown. */
export const verbatim = (text: string) => `\`${text.replaceAll('`', "'")}\``

/**
 * Notes in new channels who opened them, and tells the announcement channel about them if asked to;
 * private ones stay between those in them.
 */
export function postNewChannels(
  tx: Tx,
  creator: User,
  channels: readonly Channel[],
  announce: boolean,
) {
  const open = channels.filter((channel) => !channel.invite_only)
  for (const { id } of open) postChannelEvent(tx, creator, id, 'has opened this channel')
  if (announce) announceChannels(tx, creator, open)
}

function announceChannels(tx: Tx, creator: User, open: readonly Channel[]) {
  const { new_stream_announcements_stream_id } = theOrganization(tx).settings
  const place = tx.store.channels.find(new_stream_announcements_stream_id)
  if (open.length === 0 || !place) return
  const names = listOf('a new channel', 'new channels', open)
  const content = `${silentMention(creator)} has opened ${names}`
  postIn(tx, creator, place, 'new channels', content)
}

const listOf = (one: string, many: string, channels: readonly Channel[]) =>
  channels.length === 1
    ? `${one}: ${linkTo(channels[0]!)}`
    : `${many}:\n* ${channels.map(linkTo).join('\n* ')}`

/** Sends people a direct message about channels that another user subscribed them to. */
export function sendSubscribedDms(
  tx: Tx,
  by: User,
  added: ReadonlyMap<number, readonly Channel[]>,
) {
  for (const [userId, channels] of added) {
    const user = tx.store.users.find(userId)!
    if (userId === by.id || !isPerson(user) || channels.length === 0) continue
    const names = listOf('a channel', 'channels', channels)
    unlessRefused(tx, () =>
      sendSystemDm(tx, 'notification', user, `${silentMention(by)} has added you to ${names}`, {
        linksFor: user,
      }),
    )
  }
}

/** Posts a change of a channel in the channel itself, if the organization wants such messages. */
export function postChannelEvent(tx: Tx, by: User, channelId: number, change: string) {
  const channel = tx.store.channels.find(channelId)!
  if (channel.is_archived || !theOrganization(tx).settings.send_channel_events_messages) return
  postIn(tx, by, channel, 'channel events', `${silentMention(by)} ${change}`)
}

/** Posts a system message that counts as read for the acting user. */
function postIn(tx: Tx, by: User, channel: Channel, topic: string, content: string) {
  const allowed = channel.topics_policy === 'empty_topic_only' ? '' : topic
  const options = { linksFor: by, readBy: (userId: number) => userId === by.id }
  unlessRefused(tx, () => postSystemMessage(tx, channel.id, allowed, content, options))
}

/** Ignores refusals: a system message that cannot be posted must not undo the change it reports. */
function unlessRefused(ctx: Context, post: () => void) {
  try {
    post()
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    ctx.log.info('notice-refused', { error: error.message })
  }
}
