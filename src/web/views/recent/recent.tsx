// Recent conversations: a table of all of them by their latest message.

import { useComputed } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { type ConversationKey, conversationOf, isResolved } from '../../model/conversations.ts'
import { FEED } from '../../model/narrow.ts'
import { clockTime, fullTime, shortTime } from '../../text/format.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { memo } from '../../ui/memo.ts'
import { hashOfChannel, hashOfConversation } from '../addresses.ts'
import { startMessage } from '../compose/start.ts'
import { ConversationFace } from '../conversation-face.tsx'
import { Filters } from '../filters.tsx'
import { model, session } from '../here.ts'
import { useListKeys } from '../list-keys.ts'
import { bareTopicName, ChannelSign, peopleNames } from '../names.tsx'
import { now } from '../now.ts'
import { Header } from '../shell/header.tsx'
import { viewsText } from '../text.ts'
import { filter, participants, type RecentFilter, recentEntries, sort, typed } from './entries.ts'
import { recentText as t } from './text.ts'

const FILTERS: RecentFilter[] = ['all', 'unread', 'followed', 'participated', 'direct']

/** Rows that are drawn at first, and more of them with each press of the button. */
const ROWS = 100

export default function Recent() {
  const box = useRef<HTMLDivElement>(null)
  useListKeys(box)
  useEffect(() => {
    // The newest messages of all channels make the list.
    const view = session.views.of(FEED)
    void view.toEnd().then(() => view.showOlder())
  }, [])
  return (
    <>
      <Header icon="history" title={viewsText.recent} />
      <div class="page" ref={box}>
        <div class="inner recent">
          <Filters
            label={t.filters}
            kinds={FILTERS}
            names={t}
            kind={filter}
            hint={t.filter}
            typed={typed}
          />
          <Table />
        </div>
      </div>
    </>
  )
}

function Table() {
  const entries = useComputed(recentEntries).value
  if (entries.length === 0) return <Nothing />
  return (
    <>
      <table class="recent-table">
        <thead>
          <tr>
            <SortedColumn by="conversation" name={t.conversation} />
            <th scope="col" class="people-column">
              {t.people}
            </th>
            <SortedColumn by="latest" name={t.latest} />
          </tr>
        </thead>
        <tbody>
          {entries.slice(0, ROWS).map((key) => (
            <Row key={key} conversation={key} />
          ))}
        </tbody>
      </table>
      <More />
    </>
  )
}

/** Fetches older messages, which bring older conversations. */
function More() {
  const view = session.views.of(FEED)
  const isWhole = useComputed(() => view.status.value.atOldest).value
  if (isWhole) return null
  return (
    <p class="more">
      <Button kind="quiet" onClick={() => void view.showOlder()}>
        {t.showMore}
      </Button>
    </p>
  )
}

function SortedColumn({ by, name }: { by: 'latest' | 'conversation'; name: string }) {
  const isSorted = sort.value.by === by
  const direction = (by === 'latest') === sort.value.isReversed ? 'ascending' : 'descending'
  return (
    <th scope="col" class={`${by}-column`} aria-sort={isSorted ? direction : 'none'}>
      <button
        type="button"
        aria-label={t.sortBy(name)}
        onClick={() => {
          sort.value = { by, isReversed: isSorted && !sort.value.isReversed }
        }}
      >
        {name}
        {isSorted && <Icon name={direction === 'ascending' ? 'arrow-up' : 'arrow-down'} />}
      </button>
    </th>
  )
}

const Row = memo(({ conversation }: { conversation: ConversationKey }) => {
  const where = conversationOf(conversation)
  const count = model.unreads.countIn(conversation)
  const mentioned = model.unreads.mentionsIn(conversation)
  const newest = model.messages.get(model.recents.newestIn(conversation))
  return (
    <tr class={count > 0 ? 'unread' : undefined} data-row-frame>
      <td class="conversation-column">
        {where.kind === 'direct' ? (
          <span class="where">
            <ConversationFace conversation={conversation} />
            <a class="cut" data-row href={hashOfConversation(conversation)}>
              {peopleNames(where.userIds)}
            </a>
            <Count count={count} strong />
          </span>
        ) : (
          <span class="where">
            <a class="channel cut" href={hashOfChannel(where.channelId)}>
              <ChannelSign id={where.channelId} />
              {model.channels.name(where.channelId)}
            </a>
            <Icon name="chevron-right" />
            <a class="cut" data-row href={hashOfConversation(conversation)}>
              {bareTopicName(model.topics.spelling(where.channelId, where.topic))}
            </a>
            {isResolved(where.topic) && <Icon name="check" />}
            {mentioned && <span class="mark">@</span>}
            <Count count={count} strong={mentioned} />
          </span>
        )}
      </td>
      <td class="people-column">
        <People userIds={participants(conversation)} />
      </td>
      <td class="latest-column">{newest && <When timestamp={newest.timestamp} />}</td>
    </tr>
  )
})

const Count = ({ count, strong }: { count: number; strong: boolean }) =>
  count > 0 ? (
    <span class={strong ? 'count strong' : 'count'}>
      {count}
      <span class="sr"> {viewsText.unread(count)}</span>
    </span>
  ) : null

const SHOWN_PEOPLE = 4

function People({ userIds }: { userIds: readonly number[] }) {
  const more = userIds.length - SHOWN_PEOPLE
  return (
    <span class="faces">
      {userIds.slice(0, SHOWN_PEOPLE).map((id) => (
        <span key={id} data-tip={model.users.name(id)}>
          <Avatar url={model.users.get(id)?.avatar_url} size={22} />
          <span class="sr">{model.users.name(id)} </span>
        </span>
      ))}
      {more > 0 && (
        <span class="second" data-tip={t.more(more)}>
          +{more}
        </span>
      )}
    </span>
  )
}

const When = ({ timestamp }: { timestamp: number }) => (
  <time dateTime={new Date(timestamp * 1000).toISOString()} data-tip={fullTime(timestamp)}>
    {shortTime(timestamp, now.value)}
    <span class="sr"> {clockTime(timestamp)}</span>
  </time>
)

const Nothing = () => (
  <div class="empty">
    <Icon name="history" />
    <h2>{t.emptyTitle}</h2>
    <p>{t.emptyHint}</p>
    <Button icon="pencil" onClick={() => startMessage('topic')}>
      {t.newMessage}
    </Button>
  </div>
)
