// Messages of the server about moved and resolved topics.

import { messagePath } from '../../text/narrow-links.ts'
import { RESOLVED_PREFIX, topicKey } from '../content/topics.ts'
import type { Context, Tx } from '../kernel/context.ts'
import { postSystemMessage, silentMention } from '../messages/system-messages.ts'
import { POLICY } from '../topics/user-topics.ts'
import { userSetting } from '../users/user-settings.ts'
import type { User } from '../users/users.ts'
import { deleteMessages } from './message-deletion.ts'
import type { Move, TopicRef } from './move-permissions.ts'
import type { MoveOptions } from './move-requests.ts'

/** Undoing within this time removes the system message instead of adding another. */
const UNDO_WINDOW_SECONDS = 60

const TOGGLED = / (?:resolved this topic|marked this topic as unresolved)\.$/

/** Posts that a topic was resolved or reopened, or removes the message about the opposite just before. */
export function postResolveMessage(tx: Tx, user: User, { to }: Move) {
  const { conversations, messageMoves, users } = tx.store
  const topic = conversations.findTopic(to.channel.id, topicKey(to.topic))!
  const newest = messageMoves.newestSentIn(topic.id)
  const isFreshNotice =
    newest !== undefined &&
    newest.sender_id === users.findSystemBot('notification')!.id &&
    TOGGLED.test(newest.content) &&
    tx.now - newest.sent_at < UNDO_WINDOW_SECONDS
  if (isFreshNotice) {
    deleteMessages(tx, user, [tx.store.messages.find(newest.id)!])
    return
  }

  const isResolved = to.topic.startsWith(RESOLVED_PREFIX)
  const action = isResolved ? 'resolved this topic.' : 'marked this topic as unresolved.'
  postSystemMessage(tx, to.channel.id, to.topic, `${silentMention(user)} ${action}`, {
    linksFor: user,
    readBy: (userId) => userId === user.id || readsAutomatically(tx, userId, to),
  })
}

/** Whether messages about resolving count as read for a user. */
function readsAutomatically(ctx: Context, userId: number, { channel, topic }: TopicRef): boolean {
  const policy = userSetting(
    ctx.store.users.find(userId)!,
    'resolved_topic_notice_auto_read_policy',
  )
  if (policy === 'always') return true
  if (policy === 'never') return false
  return ctx.store.userTopics.policy(userId, channel.id, topicKey(topic)) !== POLICY.followed
}

/** Posts the requested system messages in the old and the new place. */
export function postMoveMessages(tx: Tx, user: User, move: Move, options: MoveOptions) {
  const { from, to, ids } = move
  const what = (place: TopicRef) => {
    if (move.isWhole) return 'this topic'
    if (ids.length > 1) return `${ids.length} messages`
    return `[a message](${linkTo(place, ids[0]!)})`
  }
  const draftOptions = { linksFor: user, readBy: (userId: number) => userId === user.id }
  if (options.notifyNew) {
    const content = `${silentMention(user)} moved ${what(to)} here from ${mention(from)}.`
    postSystemMessage(tx, to.channel.id, to.topic, content, draftOptions)
  }
  if (options.notifyOld) {
    const content = `${silentMention(user)} moved ${what(to)} from here to ${mention(to)}.`
    postSystemMessage(tx, from.channel.id, from.topic, content, draftOptions)
  }
}

/** A link to a topic; plain words if its name would end the link early. */
const mention = ({ channel, topic }: TopicRef) =>
  /[*\n]/.test(channel.name + topic)
    ? `#${channel.name} > ${topic}`
    : `#**${channel.name}>${topic}**`

const linkTo = ({ channel, topic }: TopicRef, messageId: number) =>
  messagePath(channel, topic, messageId)
