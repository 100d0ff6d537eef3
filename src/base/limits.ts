// Bounds and names that every layer shares and that POST /register tells clients.

/** Code points. */
export const MAX_TOPIC_LENGTH = 60
export const MAX_CHANNEL_NAME_LENGTH = 60
export const MAX_CHANNEL_DESCRIPTION_LENGTH = 1024
export const MAX_MESSAGE_LENGTH = 10_000
export const MAX_FOLDER_NAME_LENGTH = 60
export const MAX_FOLDER_DESCRIPTION_LENGTH = 1024
export const MAX_FULL_NAME_LENGTH = 100
export const MAX_ORGANIZATION_NAME_LENGTH = 40
export const MAX_GROUP_NAME_LENGTH = 100
export const MAX_EMOJI_NAME_LENGTH = 60
export const MAX_STATUS_LENGTH = 60
export const MAX_WELCOME_TEXT_LENGTH = 8000
export const MAX_REMINDER_NOTE_LENGTH = 1000
export const MAX_REPORT_LENGTH = 1000
export const PASSWORD_MIN_LENGTH = 6
export const PASSWORD_MAX_LENGTH = 100
export const PASSWORD_MIN_GUESSES = 10_000

/** Sizes of files; a picture is an avatar, an icon, a logo or an emoji. */
export const MAX_UPLOAD_MIB = 100
export const MAX_PICTURE_MIB = 5

/** How often clients report presence, and the silence after which a person counts as offline. */
export const PRESENCE_PING_SECONDS = 60
export const PRESENCE_OFFLINE_SECONDS = 200

/** The pace of typing notifications. */
export const TYPING_EXPIRY_MS = 45_000
export const TYPING_STOPPED_WAIT_MS = 12_000
export const TYPING_STARTED_WAIT_MS = 30_000

/** The most messages that one GET /messages returns. */
export const MAX_MESSAGES_PER_FETCH = 5000

/** Topics may be empty; clients that do not know it see this name instead. */
export const EMPTY_TOPIC_NAME = 'general chat'

/** Above any message ID; clients also send it literally. */
export const LARGER_THAN_ANY_MESSAGE_ID = 10_000_000_000_000_000

/** The version of the API that this server speaks; clients compare it to know what they may use. */
export const FEATURE_LEVEL = 482

/** The length of a text in code points. */
export const codePoints = (text: string) => {
  let count = 0
  for (const _ of text) count++
  return count
}
