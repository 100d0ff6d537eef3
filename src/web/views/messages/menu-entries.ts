// The menu of a message: what can be done with it, each item only where it is permitted.

import { keysOf } from '../../keys/dispatch.ts'
import type { CommandId } from '../../keys/keymap.ts'
import { plainText } from '../../model/content.ts'
import type { Message } from '../../model/messages.ts'
import { confirm } from '../../ui/dialog.tsx'
import { openMenu } from '../../ui/menu.tsx'
import { hashOfMessage } from '../addresses.ts'
import { attempt } from '../attempt.ts'
import { copyAddress, copyText } from '../copying.ts'
import { pickEmoji } from '../emoji/picking.tsx'
import { model, session } from '../here.ts'
import { markUnreadFrom, startEditing, toggleStar } from './actions.ts'
import { actionsText as t } from './actions-text.ts'
import {
  showForward,
  showHistory,
  showMove,
  showReceipts,
  showReminder,
  showReport,
} from './dialogs.tsx'
import type { FeedState } from './feed-state.ts'
import { toggleReaction } from './reactions.tsx'
import { quoteAndReply, replyTo } from './replying.ts'

export function openMessageMenu(anchor: Element | DOMPoint, feed: FeedState, message: Message) {
  openMenu(anchor, t.menu, entriesFor(feed, message, anchor), 'bottom-end')
}

const keyed = (id: CommandId) => ({ keys: keysOf(id) })

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a flat list, one entry an item
function entriesFor(feed: FeedState, message: Message, anchor: Element | DOMPoint) {
  const { permissions } = model
  const channel =
    message.stream_id === undefined ? undefined : model.channels.get(message.stream_id)
  const starred = message.flags.includes('starred')
  const history = model.organization.get('message_edit_history_visibility_policy') !== 'none'
  const changed = message.last_edit_timestamp ?? message.last_moved_timestamp
  const mayMove =
    channel !== undefined &&
    (permissions.mayMoveWithin(channel, message) || permissions.mayMoveOut(channel, message))
  return [
    { label: t.reply, icon: 'reply', ...keyed('reply'), select: () => replyTo(message) },
    {
      label: t.react,
      icon: 'smile-plus',
      ...keyed('react'),
      select: () => pickEmoji(anchor, (emoji) => toggleReaction(message, emoji)),
    },
    {
      label: t.quote,
      icon: 'text-quote',
      ...keyed('quote'),
      select: () => void quoteAndReply(message),
    },
    {
      label: t.forward,
      icon: 'forward',
      ...keyed('forwardMessage'),
      select: () => showForward(message),
    },
    'line',
    permissions.mayEdit(message) && message.submessages.length === 0
      ? {
          label: t.edit,
          icon: 'pencil',
          ...keyed('edit'),
          select: () => startEditing(feed, message),
        }
      : {
          label: t.source,
          icon: 'code',
          ...keyed('edit'),
          select: () => startEditing(feed, message),
        },
    mayMove && {
      label: t.move,
      icon: 'folder-input',
      ...keyed('move'),
      select: () => showMove(message),
    },
    {
      label: starred ? t.unstar : t.star,
      icon: 'star',
      ...keyed('star'),
      select: () => toggleStar(message),
    },
    {
      label: t.markUnread,
      icon: 'mail-open',
      ...keyed('markUnread'),
      select: () => markUnreadFrom(feed, message),
    },
    { label: t.remind, icon: 'alarm-clock', select: () => showReminder(message) },
    'line',
    { label: t.copyLink, icon: 'link', select: () => copyAddress(hashOfMessage(message)) },
    { label: t.copyText, icon: 'copy', select: () => void copyText(plainText(message.content)) },
    history &&
      changed !== undefined && {
        label: t.history,
        icon: 'history',
        ...keyed('editHistory'),
        select: () => showHistory(message),
      },
    model.organization.get('enable_read_receipts') && {
      label: t.receipts,
      icon: 'eye',
      ...keyed('readReceipts'),
      select: () => showReceipts(message),
    },
    (model.organization.get('moderation_request_channel_id') ?? -1) !== -1 && {
      label: t.report,
      icon: 'flag',
      select: () => showReport(message),
    },
    permissions.mayDelete(message) && 'line',
    permissions.mayDelete(message) && {
      label: t.delete,
      icon: 'trash-2',
      danger: true,
      select: () => void deleteMessage(message),
    },
  ] satisfies Parameters<typeof openMenu>[2]
}

async function deleteMessage(message: Message) {
  const agreed = await confirm({
    title: t.deleteTitle,
    text: t.deleteText,
    action: t.delete,
    danger: true,
  })
  if (agreed) await attempt(session.actions.deleteMessage(message.id))
}
