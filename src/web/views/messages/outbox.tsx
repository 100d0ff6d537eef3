// Messages on their way out, below those that have arrived.

import { escapedHtml } from '../../model/content.ts'
import type { ConversationKey } from '../../model/conversations.ts'
import type { OutboxEntry } from '../../model/outbox.ts'
import { clockTime } from '../../text/format.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Icon } from '../../ui/icon.tsx'
import { memo } from '../../ui/memo.ts'
import { model, session } from '../here.ts'
import { reasonOf } from '../refused.ts'
import { Content } from './content.tsx'
import { messagesText as t } from './text.ts'

export const OutboxRows = ({ conversation }: { conversation: ConversationKey }) => (
  <>
    {model.outbox.entriesIn(conversation).map((entry) => (
      <OutboxRow key={entry.localId} entry={entry} />
    ))}
  </>
)

const OutboxRow = memo(({ entry }: { entry: OutboxEntry }) => {
  const { me } = model.users
  const { localId, content, timestamp } = entry
  return (
    <article class="message first pending" aria-labelledby={`s${localId} t${localId}`}>
      <div class="row">
        <Avatar url={me.avatar_url} class="face" />
        <div class="head">
          <span class="sender" id={`s${localId}`}>
            {me.full_name}
          </span>
          <span class="time" id={`t${localId}`}>
            {clockTime(timestamp)}
          </span>
        </div>
        <div class="body">
          <Content html={escapedHtml(content)} />
          <Delivery entry={entry} />
        </div>
      </div>
    </article>
  )
})

function Delivery({ entry: { localId, state, problem } }: { entry: OutboxEntry }) {
  if (state === 'refused') {
    return (
      <div class="delivery failed" role="alert">
        <Icon name="triangle-alert" />
        <span>
          {t.notSent}
          {problem ? `: ${reasonOf(problem)}` : ''}
        </span>
        <button type="button" onClick={() => session.sender.retry(localId)}>
          {t.sendAgain}
        </button>
        <button type="button" onClick={() => session.sender.discard(localId)}>
          {t.discard}
        </button>
      </div>
    )
  }
  const offline = state === 'waiting' && session.connection.value.kind === 'reconnecting'
  return <div class="delivery">{offline ? t.waiting : t.sending}</div>
}
