// Messages that go out later.

import { directKey, topicKey } from '../../model/conversations.ts'
import type { ScheduledMessage } from '../../model/wire.ts'
import { fullTime } from '../../text/format.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.tsx'
import { hashOfDirect, hashOfTopic } from '../addresses.ts'
import { attempt } from '../attempt.ts'
import { model, session } from '../here.ts'
import { peopleNames, topicName } from '../names.tsx'
import { go } from '../router.ts'
import { viewsText } from '../text.ts'
import { Card, ListPage } from './page.tsx'
import { listsText as t } from './text.ts'

export default function Scheduled() {
  const all = model.personal.scheduled.values().sort(soonestFirst)
  const empty = all.length === 0 ? { title: t.noScheduled, hint: t.noScheduledHint } : undefined
  return (
    <ListPage icon="calendar-clock" title={viewsText.scheduled} empty={empty}>
      {all.map((message) => (
        <Card
          key={message.scheduled_message_id}
          place={<a href={addressOf(message)}>{placeName(message)}</a>}
          when={t.sendAt(fullTime(message.scheduled_delivery_timestamp))}
          text={message.content}
          problem={message.failed ? t.notSent : undefined}
        >
          <Button data-row kind="primary" onClick={() => void backToDrafts(message)}>
            {t.unschedule}
          </Button>
          <Button kind="quiet" onClick={() => void remove(message)}>
            {t.deleteScheduled}
          </Button>
        </Card>
      ))}
    </ListPage>
  )
}

const soonestFirst = (one: ScheduledMessage, other: ScheduledMessage) =>
  one.scheduled_delivery_timestamp - other.scheduled_delivery_timestamp

const idsOf = ({ to }: ScheduledMessage): number[] => (typeof to === 'number' ? [to] : to)

function placeName(message: ScheduledMessage): string {
  const [first = 0] = idsOf(message)
  if (message.type === 'private') return peopleNames(idsOf(message))
  return `#${model.channels.name(first)} › ${topicName(message.topic ?? '')}`
}

function addressOf(message: ScheduledMessage): string {
  const [first = 0] = idsOf(message)
  return message.type === 'private'
    ? hashOfDirect(idsOf(message))
    : hashOfTopic(first, message.topic ?? '')
}

const cancel = ({ scheduled_message_id: id }: ScheduledMessage) =>
  attempt(session.http.call('DELETE', `/scheduled_messages/${id}`))

/** Takes the message back and puts its text into the composer of its conversation. */
async function backToDrafts(message: ScheduledMessage) {
  if (!(await cancel(message))) return
  const { content, topic = '' } = message
  const ids = idsOf(message)
  const [first = 0] = ids
  const isDirect = message.type === 'private'
  session.drafts.write({
    key: isDirect ? directKey(ids, model.users.ownId.value) : topicKey(first, topic),
    to: isDirect ? { userIds: ids } : { channelId: first, topic },
    content,
    caret: content.length,
    scroll: 0,
  })
  go(addressOf(message))
  toast(t.unscheduled)
}

async function remove(message: ScheduledMessage) {
  if (await cancel(message)) toast(t.deletedScheduled)
}
