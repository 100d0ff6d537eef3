// Where there are no messages: what the place is for, and what to do next.

import { useEffect } from 'preact/hooks'
import { toggleResolved } from '../../model/conversations.ts'
import { type Kind, keyOf, kindOf, type Narrow } from '../../model/narrow.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { hashOfTopic } from '../addresses.ts'
import { model, session } from '../here.ts'
import { peopleNames } from '../names.tsx'
import { replaceAddress, shownNarrow } from '../router.ts'
import { emptyText as t } from './empty-text.ts'

type Said = [icon: IconName, title: string, hint: string]

export default function Empty({ narrow }: { narrow: Narrow }) {
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
      return ['message-square', t.topic, t.topicHint]
    case 'channel':
      return ['hash', t.channel, t.channelHint]
    case 'direct':
      return directWords(kind.userIds)
    case 'mentions':
      return ['at-sign', t.mentions, t.mentionsHint]
    case 'starred':
      return ['star', t.starred, t.starredHint]
    case 'search':
      return ['search', t.search, t.searchHint]
    default:
      return ['messages-square', t.feed, t.feedHint]
  }
}

function directWords(userIds: readonly number[]): Said {
  if (userIds[0] === model.users.ownId.value) return ['bookmark', t.self, t.selfHint]
  const hint = userIds.length > 1 ? t.groupHint : t.directHint
  return ['message-circle', t.direct(peopleNames(userIds)), hint]
}
