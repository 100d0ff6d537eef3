// Words of the emoji picker.

import { words } from '../../text/i18n/index.ts'

export const emojiText = words('emoji', {
  title: 'Emoji',
  search: 'Search emoji',
  found: 'Found',
  usual: 'Often used',
  own: 'Of this organization',
  smileys: 'Smileys and people',
  nature: 'Animals and nature',
  food: 'Food and drink',
  activities: 'Activities',
  travel: 'Travel and places',
  objects: 'Objects',
  symbols: 'Symbols',
  flags: 'Flags',
  others: 'Others',
})
