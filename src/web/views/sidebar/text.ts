// Words of the sidebar.

import { plural, words } from '../../text/i18n/index.ts'

export const sidebarText = words('sidebar', {
  conversations: 'Conversations',
  newMessage: 'New message',
  goTo: 'Go to…',
  channels: 'Channels',
  settings: 'Settings',
  views: 'Views',
  directMessages: 'Direct messages',
  pinned: 'Pinned',
  otherChannels: 'Other channels',
  myChannels: 'My channels',
  muted: 'muted',
  moreTopics: (n: number) => plural(n, '# more topic', '# more topics'),
  optionsOf: (name: string) => `Options for ${name}`,
  newTopicIn: (name: string) => `New topic in ${name}`,
  resize: 'Width of the sidebar',
  organizationMenu: (name: string) => `${name}, menu`,
  noChannels: 'You are in no channel yet.',
})
