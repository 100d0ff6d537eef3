// Messages that go out later.

import type { Recipient } from '../../model/outbox.ts'
import type { ScheduledMessage } from '../../model/wire.ts'
import { fullTime } from '../../text/format.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.tsx'
import { hashOfRecipient } from '../addresses.ts'
import { showReschedule } from '../compose/send-later.tsx'
import { model } from '../here.ts'
import { peopleNames, topicName } from '../names.tsx'
import { viewsText } from '../text.ts'
import { backToDrafts, cancelScheduled } from './back-to-drafts.ts'
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
          place={<Place to={recipientOf(message)} />}
          when={t.sendAt(fullTime(message.scheduled_delivery_timestamp))}
          text={message.content}
          problem={message.failed ? t.notSent : undefined}
        >
          <Button data-row kind="primary" onClick={() => showReschedule(message)}>
            {t.changeScheduled}
          </Button>
          <Button kind="quiet" onClick={() => void takeBack(message)}>
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

/** Where the message goes, as the composer has it. */
function recipientOf({ to, topic = '', type }: ScheduledMessage): Recipient {
  const ids = typeof to === 'number' ? [to] : to
  return type === 'private'
    ? { kind: 'direct', userIds: ids }
    : { kind: 'topic', channelId: ids[0] ?? 0, topic }
}

function placeName(to: Recipient): string {
  if (to.kind === 'direct') return peopleNames(to.userIds)
  return `#${model.channels.name(to.channelId)} › ${topicName(to.topic)}`
}

const Place = ({ to }: { to: Recipient }) => <a href={hashOfRecipient(to)}>{placeName(to)}</a>

const takeBack = (message: ScheduledMessage) =>
  backToDrafts({ ...message, to: recipientOf(message) })

async function remove({ scheduled_message_id: id }: ScheduledMessage) {
  if (await cancelScheduled(id)) toast(t.deletedScheduled)
}
