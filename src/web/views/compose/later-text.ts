// Words of the dialog that schedules a message.

import { words } from '../../text/i18n/index.ts'

export const laterText = words('later', {
  title: 'Send later',
  changeTitle: 'Change the scheduled message',
  when: 'When',
  asBefore: 'As scheduled',
  tomorrow: 'Tomorrow morning',
  monday: 'Monday morning',
  atTime: 'At a time I choose',
  dateAndTime: 'Date and time',
  content: 'Text of the message',
  zone: (zone: string) => `In the time zone of this device, ${zone}.`,
  schedule: 'Schedule',
  save: 'Save',
  timeNeeded: 'Enter the day and the time when the message shall go out.',
  past: 'That time has passed. Choose one in the future.',
  emptyText: 'The message has no text.',
  scheduled: (when: string) => `The message goes out ${when}.`,
  changed: (when: string) => `Saved. The message goes out ${when}.`,
})
