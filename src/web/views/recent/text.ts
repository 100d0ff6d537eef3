// Words of the recent conversations.

import { plural, words } from '../../text/i18n/index.ts'

export const recentText = words('recent', {
  filters: 'Which conversations',
  all: 'All',
  unread: 'Unread',
  followed: 'Followed',
  participated: 'I took part',
  direct: 'Direct messages',
  filter: 'Filter conversations',
  conversation: 'Conversation',
  people: 'People',
  latest: 'Latest',
  sortBy: (column: string) => `Sort by ${column}`,
  emptyTitle: 'No conversations here',
  emptyHint: 'Choose another filter, or start one.',
  newMessage: 'New message',
  more: (n: number) => plural(n, '# more person', '# more people'),
  showMore: 'Show more',
})
