// One message in the list, with what stands above it: a day, the conversation, the unread line.

import { useComputed, useSignal } from '@preact/signals'
import type { Message } from '../../model/messages.ts'
import { kindOf } from '../../model/narrow.ts'
import { clockTime, dayName, fullTime } from '../../text/format.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Icon } from '../../ui/icon.tsx'
import { memo } from '../../ui/memo.ts'
import { hashOfMessage } from '../addresses.ts'
import { count } from '../counting.ts'
import { model } from '../here.ts'
import { lazy } from '../lazy.tsx'
import { Content, htmlOf } from './content.tsx'
import type { FeedState } from './feed-state.ts'
import { Reactions } from './reactions.tsx'
import { Recipient } from './recipient.tsx'
import { messagesText as t } from './text.ts'
import { Tools } from './tools.tsx'
import { hasWidget, Widget } from './widget.tsx'

const EditBox = lazy(() => import('./edit.tsx'), true)

export interface RowProps {
  feed: FeedState
  id: number
  /** It stands under the name above it. */
  continues: boolean
  /** What stands above it. */
  day: number | undefined
  recipient: string | undefined
  isFirstUnread: boolean
}

export const MessageRow = memo(({ feed, id, continues, ...above }: RowProps) => {
  count('row')
  const message = model.messages.get(id)
  const isSelected = useComputed(() => feed.selected.value === id).value
  const isPointed = useComputed(() => feed.pointed.value === id).value
  const isEdited = useComputed(() => feed.editing.value === id).value
  if (!message) return null

  const { flags, is_me_message } = message
  const mentions = flags.some((flag) => flag.endsWith('mentioned'))
  const state = [
    !continues && 'first',
    mentions && 'mentioned',
    is_me_message && 'me',
    isPointed && 'pointed',
  ]
  return (
    <article
      class={['message', ...state].filter(Boolean).join(' ')}
      data-message-id={id}
      aria-labelledby={`s${id} t${id}`}
      aria-current={isSelected ? 'true' : undefined}
      tabIndex={isSelected ? 0 : -1}
    >
      <Preface {...above} topicAlone={kindOf(feed.narrow).kind === 'channel'} />
      <div class="row">
        {!continues && <Avatar url={model.users.get(message.sender_id)?.avatar_url} class="face" />}
        <Head message={message} continues={continues} />
        <div class="body">
          {isEdited ? (
            <EditBox feed={feed} message={message} />
          ) : (
            <Body feed={feed} message={message} />
          )}
          {continues && <Notes message={message} />}
          <Reactions message={message} />
        </div>
        {isPointed && !isEdited && <Tools feed={feed} message={message} />}
      </div>
    </article>
  )
})

type PrefaceProps = Pick<RowProps, 'day' | 'recipient' | 'isFirstUnread'> & {
  topicAlone: boolean
}

function Preface({ day, recipient, isFirstUnread, topicAlone }: PrefaceProps) {
  return (
    <>
      {day !== undefined && <div class="feed-line">{dayName(day, Date.now() / 1000)}</div>}
      {recipient !== undefined && <Recipient conversation={recipient} topicAlone={topicAlone} />}
      {isFirstUnread && <div class="feed-line new">{t.newMessages}</div>}
    </>
  )
}

function Head({ message, continues }: { message: Message; continues: boolean }) {
  const { id, sender_id, timestamp } = message
  const sender = model.users.get(sender_id)
  return (
    <div class="head">
      <button type="button" class="sender" id={`s${id}`} data-act="card" data-user-id={sender_id}>
        {sender?.full_name ?? message.sender_full_name}
      </button>
      {sender?.is_bot && <span class="badge">{t.bot}</span>}
      {sender?.is_guest && model.organization.get('enable_guest_user_indicator') && (
        <span class="badge">{t.guest}</span>
      )}
      <a
        class="time"
        id={`t${id}`}
        href={hashOfMessage(message)}
        data-tip={fullTime(timestamp)}
        tabIndex={-1}
      >
        <time dateTime={new Date(timestamp * 1000).toISOString()}>{clockTime(timestamp)}</time>
      </a>
      {!continues && <Notes message={message} />}
    </div>
  )
}

/** What has happened to the message since. */
function Notes({ message }: { message: Message }) {
  const { last_edit_timestamp, last_moved_timestamp, flags } = message
  return (
    <>
      {last_edit_timestamp !== undefined && (
        <span class="note" data-tip={t.editedAt(fullTime(last_edit_timestamp))}>
          {t.edited}
        </span>
      )}
      {last_moved_timestamp !== undefined && last_edit_timestamp === undefined && (
        <span class="note" data-tip={t.movedAt(fullTime(last_moved_timestamp))}>
          {t.moved}
        </span>
      )}
      {flags.includes('starred') && (
        <span class="starred" role="img" aria-label={t.starred}>
          <Icon name="star-filled" />
        </span>
      )}
    </>
  )
}

function Body({ feed, message }: { feed: FeedState; message: Message }) {
  if (message.flags.includes('collapsed')) return <p class="note">{t.collapsed}</p>
  if (hasWidget(message)) return <Widget message={message} />
  const content = <LongContent message={message} most={feed.view.window.mostNodes.value} />
  if (!message.is_me_message) return content
  return (
    <div class="me-message">
      <b>{model.users.name(message.sender_id)}</b>
      {content}
    </div>
  )
}

/** Very long messages show their beginning until they are opened. */
const LONGEST_PX = 900

function LongContent({ message, most }: { message: Message; most: number }) {
  const isLong = useSignal(false)
  const isOpen = useSignal(false)
  const isFolded = isLong.value && !isOpen.value
  return (
    <>
      <Content
        html={htmlOf(message)}
        flags={message.flags}
        most={isOpen.value ? undefined : most}
        isFolded={isFolded}
        // Few messages are that long: the others hold no button, and are drawn once.
        onDrawn={(box, isCut) => {
          isLong.value = isCut || box.scrollHeight > LONGEST_PX
        }}
      />
      {isFolded && (
        <button type="button" class="unfold" onClick={() => (isOpen.value = true)}>
          {t.showAll}
        </button>
      )}
    </>
  )
}
