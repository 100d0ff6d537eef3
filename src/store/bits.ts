// The numbers that columns hold in place of words, for SQL and domain alike.

/** Bits of user_message.flags. */
export const FLAG = {
  read: 1,
  starred: 2,
  collapsed: 4,
  mentioned: 8,
  streamWildcardMentioned: 16,
  topicWildcardMentioned: 32,
  mentionedByGroup: 64,
  hasAlertWord: 512,
  historical: 1024,
  direct: 2048,
} as const

/** Bits of message.traits. */
export const TRAIT = {
  link: 1,
  image: 2,
  attachment: 4,
  reactions: 8,
  submessages: 16,
  edits: 32,
} as const

/** Any mention, of the user, a group or everyone: the bits of one index. */
export const MENTION_FLAGS =
  FLAG.mentioned |
  FLAG.streamWildcardMentioned |
  FLAG.topicWildcardMentioned |
  FLAG.mentionedByGroup

/** Values of user.bot_type, which are those of the wire; null is a person. Embedded bots (4) do not exist here. */
export const BOT_TYPE = { generic: 1, incomingWebhook: 2, outgoingWebhook: 3 } as const
