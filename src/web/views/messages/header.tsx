// The line above messages: where one is, what that place is about, and what can be done with it.

import { isResolved } from '../../model/conversations.ts'
import { type Kind, kindOf, type Narrow } from '../../model/narrow.ts'
import { POLICY } from '../../model/topics.ts'
import { IconButton } from '../../ui/button.tsx'
import type { IconName } from '../../ui/icon.tsx'
import { hashOfChannel } from '../addresses.ts'
import { attempt } from '../attempt.ts'
import { model, session } from '../here.ts'
import { aboutChannel, bareTopicName, ChannelSign, peopleNames } from '../names.tsx'
import { toggleTopic } from '../resolving.ts'
import { Header, SearchLine } from '../shell/header.tsx'
import { openChannelMenu, openTopicMenu } from '../sidebar/menus.ts'
import { viewsText } from '../text.ts'
import { messagesText as t } from './text.ts'

export function MessagesHeader({ narrow }: { narrow: Narrow }) {
  const kind = kindOf(narrow)
  switch (kind.kind) {
    case 'topic':
      return <TopicHeader channelId={kind.channelId} topic={kind.topic} />
    case 'channel':
      return <ChannelHeader channelId={kind.channelId} />
    case 'direct':
      return <DirectHeader userIds={kind.userIds} />
    case 'search':
      return <SearchLine terms={narrow} />
    default: {
      const [icon, title] = titleOf(kind)
      return <Header icon={icon} title={title} />
    }
  }
}

function titleOf(kind: Kind): [IconName, string] {
  if (kind.kind === 'feed') return ['messages-square', viewsText.allMessages]
  if (kind.kind === 'mentions') return ['at-sign', viewsText.mentions]
  if (kind.kind === 'starred') return ['star', viewsText.starred]
  if (kind.kind === 'directs') return ['message-circle', viewsText.directMessages]
  return ['search', viewsText.searchResults]
}

const about = (channelId: number) => aboutChannel(model.channels.get(channelId))

function ChannelName({ channelId }: { channelId: number }) {
  return (
    <>
      <ChannelSign id={channelId} />
      <a class="cut" href={hashOfChannel(channelId)}>
        {model.channels.name(channelId)}
      </a>
    </>
  )
}

function ChannelHeader({ channelId }: { channelId: number }) {
  return (
    <Header title={<ChannelName channelId={channelId} />} about={about(channelId)}>
      <IconButton
        icon="ellipsis"
        label={t.channelMenu}
        aria-haspopup="menu"
        onClick={(event) => openChannelMenu(event.currentTarget, channelId)}
      />
    </Header>
  )
}

function TopicHeader({ channelId, topic }: { channelId: number; topic: string }) {
  const channel = model.channels.get(channelId)
  const followed = model.topics.isFollowed(channelId, topic)
  const spelled = model.topics.spelling(channelId, topic)
  const resolved = isResolved(spelled)
  const title = (
    <>
      <ChannelName channelId={channelId} />
      <span class="step">›</span>
      <span class="cut">
        {resolved && <span class="done">✓ </span>}
        {bareTopicName(spelled)}
      </span>
    </>
  )
  return (
    <Header title={title} about={about(channelId)}>
      <span class="only-wide">
        {channel && model.permissions.mayResolve(channel) && (
          <IconButton
            icon="circle-check"
            label={resolved ? t.reopen : t.resolve}
            aria-pressed={resolved}
            onClick={() => void toggleTopic(channelId, spelled)}
          />
        )}
        <IconButton
          icon="bell"
          label={followed ? t.unfollow : t.follow}
          aria-pressed={followed}
          onClick={() =>
            void attempt(
              session.actions.setTopicPolicy(
                channelId,
                spelled,
                followed ? POLICY.none : POLICY.followed,
              ),
            )
          }
        />
      </span>
      <IconButton
        icon="ellipsis"
        label={t.topicMenu}
        aria-haspopup="menu"
        onClick={(event) => openTopicMenu(event.currentTarget, channelId, spelled)}
      />
    </Header>
  )
}

function DirectHeader({ userIds }: { userIds: readonly number[] }) {
  const [first = 0] = userIds
  const status = userIds.length === 1 ? model.users.statuses.get(first)?.status_text : undefined
  return (
    <Header
      icon={userIds.length > 1 ? 'users' : 'message-circle'}
      title={peopleNames(userIds)}
      about={status}
    />
  )
}
