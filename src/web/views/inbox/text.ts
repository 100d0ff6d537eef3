// Words of the inbox.

import { words } from '../../text/i18n/index.ts'

export const inboxText = words('inbox', {
  markRead: (name: string) => `Mark ${name} as read`,
  markAll: 'Mark all as read',
  markedRead: (name: string) => `${name} is marked as read.`,
  markedAll: 'Everything is marked as read.',
  emptyTitle: 'All caught up',
  emptyHint: 'New messages appear here, sorted by where they were written.',
  toRecent: 'Recent conversations',
  list: 'Conversations with unread messages',
  noText: 'A file or picture',
  older: 'Older unread messages are not counted here.',
})
