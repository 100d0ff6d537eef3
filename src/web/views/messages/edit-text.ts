// Words of the box in which a message is edited.

import { words } from '../../text/i18n/index.ts'

export const editText = words('edit', {
  save: 'Save',
  cancel: 'Cancel',
  editLabel: 'Edit message',
  closeSource: 'Close',
  sourceLabel: 'Source of the message',
})
