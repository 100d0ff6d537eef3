// What stands above the first message, and in place of messages that could not be loaded.

import { kindOf, type Narrow } from '../../model/narrow.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { uiText } from '../../ui/text.ts'
import { model } from '../here.ts'
import { bareTopicName, peopleNames } from '../names.tsx'
import { messagesText as t } from './text.ts'

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
