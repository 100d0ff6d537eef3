// Words of the dialogs about messages that go out later.

import { words } from '../../text/i18n/index.ts'

export const laterText = words('later', {
  title: 'Send later',
  changeTitle: 'Change the scheduled message',
  asBefore: 'As scheduled',
  content: 'Text of the message',
  schedule: 'Schedule',
  save: 'Save',
  emptyText: 'The message has no text.',
  scheduled: (when: string) => `The message goes out ${when}.`,
  changed: (when: string) => `Saved. The message goes out ${when}.`,
})
