// Channels in the sidebar with their topics, in sections that can be closed.

import { useComputed } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Channel } from '../../model/channels.ts'
import { isResolved, topicKey } from '../../model/conversations.ts'
import { kindOf } from '../../model/narrow.ts'
import { IconButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { memo } from '../../ui/memo.ts'
import { hashOfChannel, hashOfTopic } from '../addresses.ts'
import { startNewTopic } from '../compose/start.ts'
import { model, session } from '../here.ts'
import { bareTopicName, ChannelSign } from '../names.tsx'
import { route, shownNarrow } from '../router.ts'
import { isOpen, toggle } from './folding.ts'
import { openChannelMenu, openTopicMenu } from './menus.ts'
import { type Section, sections, topicsShown } from './order.ts'
import { SideRow } from './row.tsx'
import { sidebarText as t } from './text.ts'

export function Channels() {
  const all = useComputed(sections).value
  if (all.length === 0) return <p class="side-note">{t.noChannels}</p>
  return all.map((section) => <ChannelSection key={section.key} section={section} />)
}

function ChannelSection({ section: { key, kind, channels } }: { section: Section }) {
  const name = nameOf(kind)
  const open = isOpen(key)
  const unread = model.unreads.inChannels(channels.map(({ stream_id }) => stream_id))
  return (
    <section>
      <div class="side-section">
        <button type="button" aria-expanded={open} onClick={() => toggle(key)}>
          <Icon name="chevron-right" />
          <span class="cut">{name}</span>
        </button>
        {!open && unread > 0 && <span class="count">{unread}</span>}
      </div>
      {open && (
        <ul>
          {channels.map((channel) => (
            <ChannelRow key={channel.stream_id} channel={channel} />
          ))}
        </ul>
      )}
    </section>
  )
}

function nameOf(kind: Section['kind']): string {
  if (kind === 'pinned') return t.pinned
  if (kind === 'others') return sections().length > 1 ? t.otherChannels : t.myChannels
  return model.folders.get(kind)?.name ?? ''
}

/** The channel that is looked at, or whose topic is. */
function shownChannel(): number | undefined {
  const now = route.value
  const kind = now.view === 'messages' ? kindOf(now.place.narrow) : undefined
  return kind?.kind === 'channel' || kind?.kind === 'topic' ? kind.channelId : undefined
}

const ChannelRow = memo(({ channel }: { channel: Channel }) => {
  const id = channel.stream_id
  const isShown = useComputed(() => shownChannel() === id).value
  const isCurrent = useComputed(() => shownNarrow.value === `channel:${id}`).value
  const hasUnread = useComputed(() => model.unreads.inChannel(id) > 0).value
  const open = isShown || (hasUnread && !channel.is_muted)
  return (
    <li>
      <SideRow
        href={hashOfChannel(id)}
        name={channel.name}
        count={model.unreads.inChannel(id)}
        isCurrent={isCurrent}
        muted={channel.is_muted ?? false}
        sign={<ChannelSign id={id} />}
        beside={
          isShown && (
            <IconButton
              kind="small"
              class="icon-button small new-topic"
              icon="plus"
              label={t.newTopicIn(channel.name)}
              onClick={() => startNewTopic(id)}
            />
          )
        }
        onMenu={(anchor) => openChannelMenu(anchor, id)}
      />
      {open && <TopicRows channelId={id} isShown={isShown} />}
    </li>
  )
})

function TopicRows({ channelId, isShown }: { channelId: number; isShown: boolean }) {
  const shown = useComputed(() =>
    shownNarrow.value?.startsWith(`c:${channelId}:`) ? shownNarrow.value : undefined,
  ).value
  const list = useComputed(() => topicsShown(channelId, shown))
  const isComplete = model.topics.isComplete(channelId)
  useEffect(() => {
    if (isShown && !isComplete) void session.actions.loadTopics(channelId)
  }, [isShown, isComplete])
  const { topics, more } = list.value
  const unread = topics.filter(({ name }) => model.unreads.countIn(topicKey(channelId, name)) > 0)
  const rows = isShown ? topics : unread
  return (
    <ul class="side-topics">
      {rows.map(({ name }) => (
        <TopicRow key={topicKey(channelId, name)} channelId={channelId} topic={name} />
      ))}
      {isShown && more > 0 && (
        <li>
          <a class="side-more" href={hashOfChannel(channelId)}>
            {t.moreTopics(more)}
          </a>
        </li>
      )}
    </ul>
  )
}

const TopicRow = memo(({ channelId, topic }: { channelId: number; topic: string }) => {
  const key = topicKey(channelId, topic)
  const isCurrent = useComputed(() => shownNarrow.value === key).value
  const mentioned = useComputed(() => model.unreads.mentionsIn(key)).value
  return (
    <li>
      <SideRow
        class="topic"
        href={hashOfTopic(channelId, topic)}
        name={bareTopicName(topic)}
        count={model.unreads.countIn(key)}
        mentioned={mentioned}
        isCurrent={isCurrent}
        muted={model.isTopicHidden(channelId, topic)}
        after={
          isResolved(topic) ? (
            <span class="done">✓</span>
          ) : (
            model.topics.isFollowed(channelId, topic) && <Icon name="bell" />
          )
        }
        onMenu={(anchor) => openTopicMenu(anchor, channelId, topic)}
      />
    </li>
  )
})
