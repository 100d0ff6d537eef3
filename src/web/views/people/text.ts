// Words about people: the panel and their cards.

import { plural, words } from '../../text/i18n/index.ts'

export const peopleText = words('people', {
  people: 'People',
  close: 'Close the list of people',
  filter: 'Filter people',
  here: (n: number) => plural(n, '# here', '# here'),
  away: 'Away',
  bots: 'Bots',
  message: 'Write directly',
  viewMessages: 'Their messages',
  mention: 'Mention',
  mute: 'Mute this person',
  unmute: 'Unmute this person',
  editProfile: 'Edit your profile',
  localTime: (time: string) => `${time} there`,
  lastSeen: (when: string) => `Last here ${when}`,
  neverSeen: 'Not seen lately',
  deactivated: 'This account is deactivated.',
  botOf: (name: string) => `Bot of ${name}`,
  bot: 'Bot',
  nobody: 'Nobody fits.',
})
