// Words of the search field.

import { words } from '../../text/i18n/index.ts'

export const searchText = words('search', {
  search: 'Search messages',
  placeholder: 'Search: words, from:, channel:, has:image …',
  close: 'Close search',
  remove: (term: string) => `Remove ${term}`,
  forWords: (text: string) => `Messages with “${text}”`,
  sender: (name: string) => `Sent by ${name}`,
  channel: (name: string) => `In #${name}`,
  topic: (name: string) => `In the topic ${name}`,
  dm: (name: string) => `Direct messages with ${name}`,
  'dm-with': (name: string) => `All direct messages that include ${name}`,
  mentions: (name: string) => `That mention ${name}`,
  not: (what: string) => `Not: ${what}`,
  operators: {
    sender: 'a person who sent it',
    channel: 'a channel',
    topic: 'a topic',
    dm: 'a person you write with',
    'dm-with': 'direct messages that include a person',
    mentions: 'a person it mentions',
    is: 'unread, starred, mentioned, followed, resolved …',
    has: 'link, image, attachment or reaction',
    near: 'a message ID',
  } as Record<string, string>,
  is: {
    unread: 'Unread messages',
    starred: 'Starred messages',
    mentioned: 'Messages that mention you',
    alerted: 'Messages with your alert words',
    followed: 'Topics you follow',
    resolved: 'Resolved topics',
    muted: 'Muted messages',
    dm: 'Direct messages',
  } as Record<string, string>,
  has: {
    link: 'Messages with a link',
    image: 'Messages with an image',
    attachment: 'Messages with a file',
    reaction: 'Messages with a reaction',
  } as Record<string, string>,
})
