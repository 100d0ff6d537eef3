// Keys in a list of messages.

import type { RefObject } from 'preact'
import { useCommands } from '../../keys/dispatch.ts'
import type { Message } from '../../model/messages.ts'
import { kindOf } from '../../model/narrow.ts'
import { hashOfChannel, hashOfMessage, hashOfTopic } from '../addresses.ts'
import { attempt } from '../attempt.ts'
import { showCard } from '../cards.tsx'
import { pickEmoji } from '../emoji/picking.tsx'
import { model, session } from '../here.ts'
import { showImage } from '../lightbox/showing.tsx'
import { toggleTopic } from '../resolving.ts'
import { go } from '../router.ts'
import { openTopicMenu } from '../sidebar/menus.ts'
import { markUnreadFrom, startEditing, toggleStar } from './actions.ts'
import { showForward, showHistory, showMove, showReceipts } from './dialogs.tsx'
import type { FeedState } from './feed-state.ts'
import { openMessageMenu } from './menu.ts'
import { toggleReaction } from './reactions.tsx'
import { quoteAndReply, replyDirectly, replyMentioning, replyTo } from './replying.ts'
import { rowOf, type Scroller } from './scroller.ts'

const THUMBS_UP = { emoji_name: 'thumbs_up', emoji_code: '1f44d', reaction_type: 'unicode_emoji' }

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a flat list, one entry a command
export function useFeedCommands(
  feed: FeedState,
  scroller: { now?: Scroller },
  box: RefObject<HTMLElement | null>,
) {
  const { selected } = feed
  /** Does something with the selected message, if there is one. */
  const withSelected = (act: (message: Message, row: HTMLElement) => unknown) => () => {
    const id = selected.peek()
    const message = id === undefined ? undefined : model.messages.peek(id)
    const row = id === undefined ? undefined : rowOf(box.current!, id)
    return message && row ? act(message, row) : false
  }
  const select = (id: number | undefined) => {
    if (id === undefined) return
    selected.value = id
    scroller.now?.show(id)
    rowOf(box.current!, id)?.focus({ preventScroll: true })
  }
  const step = (by: 1 | -1) => () => {
    const ids = feed.view.rows.peek().flatMap((row) => (row.kind === 'message' ? [row.id] : []))
    const at = ids.indexOf(selected.peek() ?? -1)
    const next = ids[at + by]
    if (next === undefined) return scroller.now?.page(by * 0.5)
    select(next)
  }

  useCommands({
    nextMessage: step(1),
    previousMessage: step(-1),
    pageDown: () => scroller.now?.page(0.9),
    pageUp: () => scroller.now?.page(-0.9),
    firstMessage: async () => {
      await feed.view.toOldest()
      select(feed.view.rows.peek().find((row) => row.kind === 'message')?.id)
    },
    lastMessage: async () => {
      await feed.view.toEnd()
      scroller.now?.toEnd()
      const last = feed.view.rows.peek().findLast((row) => row.kind === 'message')
      select(last?.id)
    },
    reply: withSelected(replyTo),
    replyDirectly: withSelected(replyDirectly),
    replyMentioning: withSelected(replyMentioning),
    quote: withSelected((message) => void quoteAndReply(message)),
    forwardMessage: withSelected(showForward),
    messageMenu: withSelected((message, row) => openMessageMenu(row, feed, message)),
    react: withSelected((message, row) =>
      pickEmoji(row, (emoji) => toggleReaction(message, emoji)),
    ),
    thumbsUp: withSelected((message) => toggleReaction(message, THUMBS_UP)),
    joinReaction: withSelected((message) => {
      const [first] = message.reactions
      if (!first) return false
      toggleReaction(message, first)
    }),
    edit: withSelected((message) => startEditing(feed, message)),
    editLast: () => editLast(feed, select),
    star: withSelected(toggleStar),
    move: withSelected((message) => message.stream_id !== undefined && showMove(message)),
    editHistory: withSelected(showHistory),
    readReceipts: withSelected(showReceipts),
    markUnread: withSelected((message) => markUnreadFrom(feed, message)),
    collapse: withSelected((message) =>
      attempt(session.actions.collapse(message.id, !message.flags.includes('collapsed'))),
    ),
    senderCard: withSelected((message, row) =>
      showCard(message.sender_id, row.querySelector('.sender') ?? row),
    ),
    viewMedia: withSelected((_, row) => {
      const image = row.querySelector<HTMLAnchorElement>('a.image')
      return image ? showImage(image, box.current!) : false
    }),
    conversationOfMessage: withSelected((message) => go(hashOfMessage(message))),
    channelOrConversation: withSelected((message) => {
      if (message.stream_id === undefined) return false
      const isTopic = kindOf(feed.narrow).kind === 'topic'
      go(isTopic ? hashOfChannel(message.stream_id) : hashOfTopic(message.stream_id, message.topic))
    }),
    topicVisibility: withSelected((message, row) =>
      message.stream_id === undefined
        ? false
        : openTopicMenu(row, message.stream_id, message.topic),
    ),
    resolve: withSelected(({ stream_id, topic }) => {
      const channel = stream_id === undefined ? undefined : model.channels.peek(stream_id)
      if (!channel || !model.permissions.mayResolve(channel)) return false
      return toggleTopic(channel.stream_id, topic)
    }),
  })
}

/** Edits one's own newest message of those that are shown. */
export function editLast(feed: FeedState, select: (id: number) => void) {
  const own = model.users.ownId.peek()
  const mine = feed.view.rows
    .peek()
    .findLast((row) => row.kind === 'message' && model.messages.peek(row.id)?.sender_id === own)
  const message = mine?.kind === 'message' ? model.messages.peek(mine.id) : undefined
  if (!message || !model.permissions.mayEdit(message)) return false
  select(message.id)
  startEditing(feed, message)
}
