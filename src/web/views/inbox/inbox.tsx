// The home view: conversations with unread messages, and a hint when everything is read.

import { useComputed } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { plainText } from '../../model/content.ts'
import type { ConversationKey } from '../../model/conversations.ts'
import { conversationOf, isResolved } from '../../model/conversations.ts'
import { shortTime } from '../../text/format.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { memo } from '../../ui/memo.ts'
import { toast, toastWithUndo } from '../../ui/toast.tsx'
import { hashOfChannel, hashOfConversation, narrowOf } from '../addresses.ts'
import { attempt } from '../attempt.ts'
import { ConversationFace } from '../conversation-face.tsx'
import { Pause, UnreadCount } from '../counts.tsx'
import { model, session } from '../here.ts'
import { useListKeys } from '../list-keys.ts'
import { bareTopicName, ChannelSign, peopleNames } from '../names.tsx'
import { now } from '../now.ts'
import { go } from '../router.ts'
import { Header } from '../shell/header.tsx'
import { viewsText } from '../text.ts'
import { inboxGroups, newestIn } from './groups.ts'
import { inboxText as t } from './text.ts'

/** Of more conversations the newest message is not asked for. */
const PREVIEWED = 100

export default function Inbox() {
  const groups = useComputed(inboxGroups).value
  const box = useRef<HTMLDivElement>(null)
  useListKeys(box)
  // What each conversation is about comes after the list is there.
  useEffect(() => {
    const shown = groups.flatMap(({ conversations }) => conversations).slice(0, PREVIEWED)
    void session.views.bring(shown.map(newestIn))
  }, [groups])
  return (
    <>
      <Header icon="inbox" title={viewsText.inbox}>
        {groups.length > 0 && (
          <IconButton icon="circle-check" label={t.markAll} onClick={() => void markAll()} />
        )}
      </Header>
      <div class="page" ref={box}>
        {groups.length === 0 ? (
          <Nothing />
        ) : (
          <section class="inner inbox" aria-label={t.list}>
            {groups.map(({ key, channelId, conversations }) => (
              <section key={key}>
                <GroupTitle channelId={channelId} />
                <ul class="list">
                  {conversations.map((conversation) => (
                    <Row key={conversation} conversation={conversation} />
                  ))}
                </ul>
              </section>
            ))}
            {model.unreads.oldMissing.value && <p class="note">{t.older}</p>}
          </section>
        )}
      </div>
    </>
  )
}

function GroupTitle({ channelId }: { channelId: number | undefined }) {
  if (channelId === undefined) {
    return (
      <h2 class="group-title">
        <Icon name="message-circle" />
        <span class="cut">{viewsText.directMessages}</span>
      </h2>
    )
  }
  return (
    <h2 class="group-title">
      <ChannelSign id={channelId} />
      <a class="cut" href={hashOfChannel(channelId)}>
        {model.channels.name(channelId)}
      </a>
    </h2>
  )
}

const Row = memo(({ conversation }: { conversation: ConversationKey }) => {
  const count = model.unreads.countIn(conversation)
  const mentioned = model.unreads.mentionsIn(conversation)
  const name = rowName(conversation)
  const where = conversationOf(conversation)
  return (
    <li class="list-row" data-row-frame>
      <a class="fill" data-row href={hashOfConversation(conversation)}>
        <ConversationFace conversation={conversation} />
        <span class="name cut">
          {name}
          <Pause />
        </span>
        {where.kind !== 'direct' && isResolved(where.topic) && <Icon name="check" />}
        <Latest conversation={conversation} />
        <UnreadCount
          count={count}
          strong={where.kind === 'direct' || mentioned}
          mentioned={mentioned}
        />
      </a>
      <IconButton
        kind="small"
        icon="circle-check"
        label={t.markRead(name)}
        onClick={() => void markOne(conversation, name)}
      />
    </li>
  )
})

/** Who wrote the newest message, what, and when; nothing until it has come. */
function Latest({ conversation }: { conversation: ConversationKey }) {
  const message = model.messages.get(newestIn(conversation))
  if (!message) return <span class="latest" />
  const { sender_id, timestamp, content } = message
  const isAlone = conversationOf(conversation).kind === 'direct' && message.people?.length === 1
  return (
    <>
      <span class="latest cut" aria-hidden="true">
        {!isAlone && `${model.users.name(sender_id)}: `}
        {plainText(content) || t.noText}
      </span>
      <time class="when" dateTime={new Date(timestamp * 1000).toISOString()} aria-hidden="true">
        {shortTime(timestamp, now.value)}
      </time>
    </>
  )
}

function rowName(conversation: ConversationKey): string {
  const where = conversationOf(conversation)
  if (where.kind === 'direct') return peopleNames(where.userIds)
  return bareTopicName(model.topics.spelling(where.channelId, where.topic))
}

async function markOne(conversation: ConversationKey, name: string) {
  const [first] = model.unreads.idsIn(conversation)
  const narrow = narrowOf(conversation)
  if (!(await attempt(session.reader.markRead(narrow))) || first === undefined) return
  toastWithUndo(t.markedRead(name), () => {
    void attempt(session.reader.markUnreadFrom(first, narrow))
  })
}

async function markAll() {
  if (await attempt(session.reader.markAllRead())) toast(t.markedAll)
}

const Nothing = () => (
  <div class="empty">
    <Icon name="inbox" />
    <h2>{t.emptyTitle}</h2>
    <p>{t.emptyHint}</p>
    <Button icon="history" onClick={() => go('#recent')}>
      {t.toRecent}
    </Button>
  </div>
)
