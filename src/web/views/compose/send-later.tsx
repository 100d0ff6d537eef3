// Opens the dialogs about messages that go out later, which load when they are first needed.

import type { Recipient } from '../../model/outbox.ts'
import type { ScheduledMessage } from '../../model/wire.ts'
import { openDialog } from '../../ui/dialog.tsx'
import { lazyField } from '../lazy.tsx'

const SendLater = lazyField(async () => ({ default: (await import('./later.tsx')).SendLater }))
const Reschedule = lazyField(async () => ({ default: (await import('./later.tsx')).Reschedule }))

/** @param onDone is called when the message is scheduled, before the dialog closes */
export const showSendLater = (to: Recipient, content: string, onDone: () => void) =>
  void openDialog((close) => (
    <SendLater to={to} content={content} onDone={onDone} onClose={close} />
  ))

/** Changes the text or the time of a message that is scheduled already. */
export const showReschedule = (scheduled: ScheduledMessage) =>
  void openDialog((close) => <Reschedule scheduled={scheduled} onClose={close} />)
