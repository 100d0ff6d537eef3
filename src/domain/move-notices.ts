import { seconds } from '../base/clock.ts'
import { messagePath } from '../text/narrow-links.ts'
import type { Context } from './context.ts'
import { deleteMessages } from './message-deletion.ts'
import type { Move, Place } from './move-permissions.ts'
import type { MoveWish } from './move-wishes.ts'
import { noteInChannel, silently } from './notices.ts'
import { RESOLVED_PREFIX, topicKey } from './topics.ts'
import type { Emit } from './unit-of-work.ts'
import { userSetting } from './user-settings.ts'
import { POLICY } from './user-topics.ts'
import type { User } from './users.ts'

/** Whoever changes their mind at once leaves no trace. */
const REGRET_SECONDS = 60

const TOGGLED = / (?:resolved this topic|marked this topic as unresolved)\.$/

/** Says in a topic that somebody resolved it, or takes back what was just said (messages 2.1). */
export function tellToggled(ctx: Context, emit: Emit, user: User, { to }: Move) {
  const { conversations, messageMoves, users } = ctx.store
  const topic = conversations.findTopic(to.channel.id, topicKey(to.topic))!
  const newest = messageMoves.newestSentIn(topic.id)
  const isFreshNotice =
    newest !== undefined &&
    newest.sender_id === users.findSystemBot('notification')!.id &&
    TOGGLED.test(newest.content) &&
    seconds(ctx.clock) - newest.sent_at < REGRET_SECONDS
  if (isFreshNotice) {
    deleteMessages(ctx, emit, user, [ctx.store.messages.find(newest.id)!])
    return
  }

  const isResolved = to.topic.startsWith(RESOLVED_PREFIX)
  const deed = isResolved ? 'resolved this topic.' : 'marked this topic as unresolved.'
  noteInChannel(ctx, emit, to.channel.id, to.topic, `${silently(user)} ${deed}`, {
    linksFor: user,
    readBy: (userId) => userId === user.id || readsNotice(ctx, userId, to),
  })
}

/** Whether a person wants notices of resolving to count as read. */
function readsNotice(ctx: Context, userId: number, { channel, topic }: Place): boolean {
  const policy = userSetting(
    ctx.store.users.find(userId)!,
    'resolved_topic_notice_auto_read_policy',
  )
  if (policy === 'always') return true
  if (policy === 'never') return false
  return ctx.store.userTopics.policy(userId, channel.id, topicKey(topic)) !== POLICY.followed
}

/** Leaves the notices that the mover wants where the messages were and where they are now. */
export function tellMoved(ctx: Context, emit: Emit, user: User, move: Move, wish: MoveWish) {
  const { from, to, ids } = move
  const what = (place: Place) => {
    if (move.isWhole) return 'this topic'
    if (ids.length > 1) return `${ids.length} messages`
    return `[a message](${linkTo(place, ids[0]!)})`
  }
  const options = { linksFor: user, readBy: (userId: number) => userId === user.id }
  if (wish.notifyNew) {
    const content = `${silently(user)} moved ${what(to)} here from ${mention(from)}.`
    noteInChannel(ctx, emit, to.channel.id, to.topic, content, options)
  }
  if (wish.notifyOld) {
    const content = `${silently(user)} moved ${what(to)} from here to ${mention(to)}.`
    noteInChannel(ctx, emit, from.channel.id, from.topic, content, options)
  }
}

/** A topic as a link, in words where its name would end the link early. */
const mention = ({ channel, topic }: Place) =>
  /[*\n]/.test(channel.name + topic)
    ? `#${channel.name} > ${topic}`
    : `#**${channel.name}>${topic}**`

const linkTo = ({ channel, topic }: Place, messageId: number) =>
  messagePath(channel, topic, messageId)
