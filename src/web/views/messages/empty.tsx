// Where there are no messages, or none before these: what the place is for, and what to do next.

import { useEffect } from 'preact/hooks'
import { toggleResolved } from '../../model/conversations.ts'
import { type Kind, keyOf, kindOf, type Narrow } from '../../model/narrow.ts'
import { Button } from '../../ui/button.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { uiText } from '../../ui/text.ts'
import { hashOfTopic } from '../addresses.ts'
import { model, session } from '../here.ts'
import { bareTopicName, peopleNames } from '../names.tsx'
import { replaceAddress, shownNarrow } from '../router.ts'
import { messagesText as t } from './text.ts'

type Said = [icon: IconName, title: string, hint: string]

export function Empty({ narrow }: { narrow: Narrow }) {
  useEffect(() => void followResolved(narrow), [narrow])
  const [icon, title, hint] = wordsFor(kindOf(narrow))
  return (
    <div class="empty">
      <Icon name={icon} />
      <h2>{title}</h2>
      <p>{hint}</p>
    </div>
  )
}

/** A link with the name that a topic had before it was resolved, or before it was opened again. */
async function followResolved(narrow: Narrow) {
  const kind = kindOf(narrow)
  if (kind.kind !== 'topic') return
  const { channelId, topic } = kind
  await session.actions.loadTopics(channelId)
  const other = toggleResolved(topic, model.organization.peek('max_topic_length'))
  const found = model.topics.find(channelId, other)
  if (found && shownNarrow.peek() === keyOf(narrow))
    replaceAddress(hashOfTopic(channelId, found.name))
}

function wordsFor(kind: Kind): Said {
  switch (kind.kind) {
    case 'topic':
      return ['message-square', t.emptyTopic, t.emptyTopicHint]
    case 'channel':
      return ['hash', t.emptyChannel, t.emptyChannelHint]
    case 'direct':
      return directWords(kind.userIds)
    case 'mentions':
      return ['at-sign', t.emptyMentions, t.emptyMentionsHint]
    case 'starred':
      return ['star', t.emptyStarred, t.emptyStarredHint]
    case 'search':
      return ['search', t.emptySearch, t.emptySearchHint]
    default:
      return ['messages-square', t.emptyFeed, t.emptyFeedHint]
  }
}

function directWords(userIds: readonly number[]): Said {
  if (userIds[0] === model.users.ownId.value) return ['bookmark', t.emptySelf, t.emptySelfHint]
  const hint = userIds.length > 1 ? t.emptyGroupHint : t.emptyDirectHint
  return ['message-circle', t.emptyDirect(peopleNames(userIds)), hint]
}

export function Beginning({ narrow }: { narrow: Narrow }) {
  const kind = kindOf(narrow)
  if (kind.kind === 'topic')
    return <p class="beginning">{t.beginningTopic(bareTopicName(kind.topic))}</p>
  if (kind.kind === 'direct')
    return <p class="beginning">{t.beginningDirect(peopleNames(kind.userIds))}</p>
  if (kind.kind === 'channel')
    return <p class="beginning">{t.beginningChannel(model.channels.name(kind.channelId))}</p>
  return null
}

interface NotLoadedProps {
  problem: { code: string; msg: string }
  onRetry: () => void
}

export const NotLoaded = ({ problem, onRetry }: NotLoadedProps) => (
  <div class="empty" role="alert">
    <Icon name="triangle-alert" />
    <h2>{problem.code === 'NETWORK' ? t.notLoaded : t.noSuchPlace}</h2>
    {problem.code !== 'NETWORK' && <p>{problem.msg}</p>}
    <Button onClick={onRetry}>{uiText.tryAgain}</Button>
  </div>
)
