// Words of the pages with drafts, scheduled messages and reminders.

import { words } from '../../text/i18n/index.ts'

export const listsText = words('lists', {
  noDrafts: 'No drafts',
  noDraftsHint: 'What you begin to write waits here until you send it.',
  noScheduled: 'Nothing is scheduled',
  noScheduledHint:
    'Choose “Send later” beside the button that sends, and the message waits here until its time.',
  noReminders: 'No reminders',
  noRemindersHint: 'Choose “Remind me” in the menu of a message to come back to it.',
  newMessage: 'New message',
  open: 'Go on writing',
  discard: 'Discard',
  discarded: 'The draft is gone.',
  changeScheduled: 'Change',
  unschedule: 'Back to drafts',
  unscheduled: 'The message is a draft again.',
  deleteScheduled: 'Delete',
  deletedScheduled: 'The scheduled message is deleted.',
  sendAt: (when: string) => `Goes out ${when}`,
  notSent: 'It could not be sent.',
  remindAt: (when: string) => `Comes back ${when}`,
  openMessage: 'Go to the message',
  deleteReminder: 'Delete the reminder',
  deletedReminder: 'The reminder is deleted.',
  nowhere: 'No recipient yet',
})
