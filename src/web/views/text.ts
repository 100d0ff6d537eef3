// Names of views, and words used in several of them.

import { plural, words } from '../text/i18n/index.ts'

export const viewsText = words('views', {
  inbox: 'Inbox',
  recent: 'Recent conversations',
  allMessages: 'All messages',
  mentions: 'Mentions',
  starred: 'Starred',
  drafts: 'Drafts',
  scheduled: 'Scheduled',
  reminders: 'Reminders',
  channels: 'Channels',
  settings: 'Settings',
  organization: 'Organization settings',
  directMessages: 'Direct messages',
  searchResults: 'Search results',
  overlays: 'Menus and cards',
  notesToSelf: 'Notes to self',
  unread: (n: number) => plural(n, '# unread', '# unread'),
  unreadWord: 'unread',
  unreadMention: 'mentions you',
  roles: {
    100: 'Owner',
    200: 'Administrator',
    300: 'Moderator',
    400: 'Member',
    600: 'Guest',
  } as Record<number, string>,
  noConnection: 'There is no connection to the server.',
  failed: (why: string) => `That did not work: ${why}`,
})
