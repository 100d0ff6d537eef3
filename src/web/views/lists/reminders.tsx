// Messages one wants to be reminded of.

import { FEED } from '../../model/narrow.ts'
import type { Reminder } from '../../model/wire.ts'
import { fullTime } from '../../text/format.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.tsx'
import { hashOfNarrow } from '../addresses.ts'
import { attempt } from '../attempt.ts'
import { model, session } from '../here.ts'
import { go } from '../router.ts'
import { viewsText } from '../text.ts'
import { Card, ListPage } from './page.tsx'
import { listsText as t } from './text.ts'

export default function Reminders() {
  const all = model.personal.reminders.values().sort(soonestFirst)
  const empty = all.length === 0 ? { title: t.noReminders, hint: t.noRemindersHint } : undefined
  return (
    <ListPage icon="bell" title={viewsText.reminders} empty={empty}>
      {all.map((reminder) => (
        <Card
          key={reminder.reminder_id}
          place={viewsText.reminders}
          when={t.remindAt(fullTime(reminder.scheduled_delivery_timestamp))}
          text={reminder.content}
        >
          <Button
            data-row
            kind="primary"
            onClick={() => go(hashOfNarrow(FEED, reminder.reminder_target_message_id))}
          >
            {t.openMessage}
          </Button>
          <Button kind="quiet" onClick={() => void remove(reminder)}>
            {t.deleteReminder}
          </Button>
        </Card>
      ))}
    </ListPage>
  )
}

const soonestFirst = (one: Reminder, other: Reminder) =>
  one.scheduled_delivery_timestamp - other.scheduled_delivery_timestamp

async function remove({ reminder_id: id }: Reminder) {
  if (await attempt(session.http.call('DELETE', `/reminders/${id}`))) toast(t.deletedReminder)
}
