// Words of the switcher.

import { words } from '../../text/i18n/index.ts'

export const switcherText = words('switcher', {
  title: 'Go to',
  field: 'Go to a channel, topic, person or page',
  hint: '# channels and topics · @ people · > pages and settings',
  channel: 'Channel',
  person: 'Direct message',
  page: 'Page',
  search: (text: string) => `Search messages for “${text}”`,
  nothing: 'Nothing fits. Enter searches all messages.',
  unread: (n: number) => `${n} unread`,
  channels: 'Channels',
  settings: 'Settings',
})
