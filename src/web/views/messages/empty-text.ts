// Words for places without messages.

import { words } from '../../text/i18n/index.ts'

export const emptyText = words('empty', {
  topic: 'Nothing is written here yet',
  topicHint: 'The first message below starts the topic.',
  channel: 'This channel is quiet',
  channelHint: 'Give the first topic a name below and write its first message.',
  direct: (names: string) => `Say hello to ${names}`,
  directHint: 'Only the two of you can read what is written here.',
  groupHint: 'Only the people of this conversation can read what is written here.',
  self: 'Notes to yourself',
  selfHint: 'Keep links, drafts and reminders here. Only you can read them.',
  mentions: 'Nobody has mentioned you yet',
  mentionsHint:
    'Messages that say @ and your name, or the name of a group you are in, are found here.',
  starred: 'No starred messages',
  starredHint: 'Star a message to find it here again.',
  feed: 'No messages yet',
  feedHint: 'Messages of all your channels and conversations are shown here, the newest last.',
  search: 'Nothing was found',
  searchHint: 'Try fewer or other words.',
})
