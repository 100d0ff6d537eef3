import type { Db } from './db.ts'

/** One edit or move, of one message or of a whole conversation. */
export interface MessageEdit {
  /** Its place in the history; larger is later. */
  id: number
  user_id: number | null
  edited_at: number
  /** The four of content are null where only the place changed, and the other way round. */
  prev_content: string | null
  prev_rendered: string | null
  prev_topic: string | null
  topic: string | null
  prev_channel_id: number | null
  channel_id: number | null
}

export type NewMessageEdit = Omit<MessageEdit, 'id'>

const CHANGE =
  'user_id, edited_at, prev_content, prev_rendered, prev_topic, topic, prev_channel_id, channel_id'
const VALUES = CHANGE.replace(/\w+/g, '@$&')

export function messageEdits(db: Db) {
  const ofMessage = db.prepare<
    { message: number; conversation: number; floor: number; limit: number },
    MessageEdit
  >(`
    SELECT coalesce(copied_from, id) AS id, ${CHANGE} FROM message_edit WHERE message_id = @message
    UNION ALL
    SELECT id, ${CHANGE} FROM message_edit
     WHERE conversation_id = @conversation AND last_message_id >= @message AND id > @floor
     ORDER BY 1 DESC LIMIT @limit`)
  const insert = db.prepare<NewMessageEdit & { message: number }>(
    `INSERT INTO message_edit (message_id, ${CHANGE}) VALUES (@message, ${VALUES})`,
  )
  const insertForAll = db.prepare<NewMessageEdit & { conversation: number; last: number }>(`
    INSERT INTO message_edit (conversation_id, last_message_id, ${CHANGE}) VALUES (@conversation, @last, ${VALUES})`)
  const copy = db.prepare<{ message: number; conversation: number }>(`
    INSERT INTO message_edit (message_id, copied_from, ${CHANGE})
    SELECT @message, id, ${CHANGE} FROM message_edit
     WHERE conversation_id = @conversation AND last_message_id >= @message
       AND id > (SELECT history_floor FROM message WHERE id = @message)
     ORDER BY id`)
  const hasMoved = db
    .prepare<[conversation: number], number>(
      'SELECT 1 FROM message_edit WHERE conversation_id = ? LIMIT 1',
    )
    .pluck()
  const newest = db.prepare<[], number | null>('SELECT max(id) FROM message_edit').pluck()

  return {
    /**
     * Newest first.
     * @param floor the message's history_floor
     */
    ofMessage: (message: number, conversation: number, floor: number, limit = -1) =>
      ofMessage.all({ message, conversation, floor, limit }),
    add: (message: number, edit: NewMessageEdit) => void insert.run({ message, ...edit }),
    /** A move of a whole conversation, for all its messages up to `last`. */
    addForConversation: (conversation: number, last: number, edit: NewMessageEdit) =>
      void insertForAll.run({ conversation, last, ...edit }),
    /** Whether a conversation was ever moved or renamed as a whole. */
    hasMoved: (conversation: number) => hasMoved.get(conversation) !== undefined,
    /** Gives a message that leaves a conversation what it went through with it. */
    takeAlong: (message: number, conversation: number) => void copy.run({ message, conversation }),
    newestId: () => newest.get() ?? 0,
  }
}
