// All keys and what they do, once: the dispatcher, tooltips, help and tests read this table.
//
// Notation: `Ctrl` is Cmd on a Mac; letters are those on the key; punctuation is the character.

export type KeyGroup = 'go' | 'messages' | 'actions' | 'writing' | 'general'

export interface Command {
  keys: readonly string[]
  group: KeyGroup
  /** Also while something is typed anywhere. Without it a key in a field belongs to the field. */
  typing?: true
  /** Only while the message that is written has the focus. */
  composing?: true
}

const command = (group: KeyGroup, ...keys: string[]): Command => ({ keys, group })
const typing = (group: KeyGroup, ...keys: string[]): Command => ({ keys, group, typing: true })
const composing = (...keys: string[]): Command => ({ keys, group: 'writing', composing: true })

const table = {
  switcher: typing('go', 'Ctrl+K'),
  search: command('go', '/'),
  nextUnread: command('go', 'n'),
  nextFollowed: command('go', 'Shift+N'),
  nextUnreadDirect: command('go', 'p'),
  allDirect: command('go', 'Shift+P'),
  nextConversation: typing('go', 'Alt+ArrowDown'),
  previousConversation: typing('go', 'Alt+ArrowUp'),
  inbox: command('go', 'Shift+I'),
  recent: command('go', 't'),
  allMessages: command('go', 'a'),
  starred: command('go', '*'),
  drafts: command('go', 'd'),
  channelOrConversation: command('go', 's'),
  conversationOfMessage: command('go', 'z'),
  previousChannel: command('go', 'Shift+A'),
  nextChannel: command('go', 'Shift+D'),
  filterPeople: command('go', 'w'),
  conversationOfComposer: typing('go', 'Ctrl+.'),
  back: typing('go', 'Alt+ArrowLeft'),
  forward: typing('go', 'Alt+ArrowRight'),

  nextMessage: command('messages', 'j', 'ArrowDown'),
  previousMessage: command('messages', 'k', 'ArrowUp'),
  pageDown: command('messages', 'PageDown', 'Shift+J', 'Space'),
  pageUp: command('messages', 'PageUp', 'Shift+K', 'Shift+Space'),
  firstMessage: command('messages', 'Home'),
  lastMessage: command('messages', 'End', 'Shift+G'),

  reply: command('actions', 'r', 'Enter'),
  replyDirectly: command('actions', 'Shift+R'),
  replyMentioning: command('actions', '@'),
  quote: command('actions', '>'),
  forwardMessage: command('actions', '<'),
  messageMenu: command('actions', 'i'),
  react: command('actions', ':'),
  thumbsUp: command('actions', '+'),
  joinReaction: command('actions', '='),
  edit: command('actions', 'e'),
  editLast: command('actions', 'ArrowLeft'),
  star: command('actions', 'Ctrl+S'),
  move: command('actions', 'm'),
  topicVisibility: command('actions', 'Shift+M'),
  resolve: command('actions', 'Ctrl+Shift+.'),
  editHistory: command('actions', 'Shift+H'),
  readReceipts: command('actions', 'Shift+V'),
  markUnread: command('actions', 'Shift+U'),
  collapse: command('actions', '-'),
  senderCard: command('actions', 'u'),
  viewMedia: command('actions', 'v'),

  newMessage: command('writing', 'c'),
  newDirect: command('writing', 'x'),
  send: composing('Ctrl+Enter'),
  bold: composing('Ctrl+B'),
  italic: composing('Ctrl+I'),
  link: composing('Ctrl+Shift+L'),
  preview: composing('Alt+P'),

  close: typing('general', 'Escape', 'Ctrl+['),
  menu: command('general', 'g'),
  help: command('general', '?'),
  nextRegion: typing('general', 'Ctrl+F6'),
  previousRegion: typing('general', 'Ctrl+Shift+F6'),
} satisfies Record<string, Command>

export type CommandId = keyof typeof table

export const KEYMAP: Readonly<Record<CommandId, Command>> = table
