// Words of the menu of a message.

import { words } from '../../text/i18n/index.ts'

export const actionsText = words('actions', {
  menu: 'Message menu',
  reply: 'Reply',
  react: 'Add reaction',
  quote: 'Quote and reply',
  forward: 'Forward',
  edit: 'Edit',
  source: 'View source',
  move: 'Move',
  star: 'Star',
  unstar: 'Remove star',
  markUnread: 'Mark as unread from here',
  remind: 'Remind me',
  copyLink: 'Copy link',
  copyText: 'Copy text',
  history: 'Edit history',
  receipts: 'Read receipts',
  report: 'Report',
  delete: 'Delete',
  deleteTitle: 'Delete this message?',
  deleteText: 'It is removed for everyone and cannot be brought back.',
})
