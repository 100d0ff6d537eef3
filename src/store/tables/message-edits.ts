// Table message_edit: the history of a message, including moves of its whole conversation.

import { cachedResult } from '../cached-lookup.ts'
import type { Db } from '../db.ts'
import { writing } from '../writing.ts'

/** One edit or move, of one message or of a whole conversation. */
export interface MessageEdit {
  /** Its place in the history; larger is later. */
  id: number
  user_id: number | null
  edited_at: number
  /** Old content and its HTML; null if only the place changed. */
  prev_content: string | null
  prev_rendered: string | null
  prev_topic: string | null
  topic: string | null
  prev_channel_id: number | null
  channel_id: number | null
}

/** How much of a history is read. */
export interface EditLimits {
  edits: number
  characters: number
}

export type NewMessageEdit = Omit<MessageEdit, 'id'>

/**
 * Newest edits of one message that are kept, and bytes of their content: more than any answer shows. Some
 * bots edit a message each minute, and what it has is deleted with it in one piece.
 */
const KEPT = { edits: 1000, bytes: 8_000_000 }

const CHANGE =
  'user_id, edited_at, prev_content, prev_rendered, prev_topic, topic, prev_channel_id, channel_id'
const VALUES = CHANGE.replace(/\w+/g, '@$&')

/** Statements on the history of messages. */
export function messageEdits(db: Db) {
  // Rows are read one by one: sorted with what they hold, thousands of edits took half a second.
  const ofMessage = db
    .prepare<
      { message: number; conversation: number; floor: number; limit: number },
      [row: number, place: number]
    >(`
      SELECT id, coalesce(copied_from, id) FROM message_edit WHERE message_id = @message
      UNION ALL
      SELECT id, id FROM message_edit
       WHERE conversation_id = @conversation AND last_message_id >= @message AND id > @floor
       ORDER BY 2 DESC LIMIT @limit`)
    .raw()
  const change = db.prepare<[row: number], Omit<MessageEdit, 'id'>>(
    `SELECT ${CHANGE} FROM message_edit WHERE id = ?`,
  )
  const insert = db.prepare<NewMessageEdit & { message: number }>(
    `INSERT INTO message_edit (message_id, ${CHANGE}) VALUES (@message, ${VALUES})`,
  )
  const prune = db.prepare<[message: number]>(`
    DELETE FROM message_edit WHERE id IN (
      SELECT id FROM (
        SELECT id, row_number() OVER newest AS place,
               sum(coalesce(octet_length(prev_content) + octet_length(prev_rendered), 0)) OVER newest AS bytes
          FROM message_edit WHERE message_id = ? WINDOW newest AS (ORDER BY id DESC))
       WHERE place > ${KEPT.edits} OR place > 1 AND bytes > ${KEPT.bytes})`)
  const insertForAll = db.prepare<NewMessageEdit & { conversation: number; last: number }>(`
    INSERT INTO message_edit (conversation_id, last_message_id, ${CHANGE}) VALUES (@conversation, @last, ${VALUES})`)
  const copy = db.prepare<{ message: number; conversation: number }>(`
    INSERT INTO message_edit (message_id, copied_from, ${CHANGE})
    SELECT @message, id, ${CHANGE} FROM message_edit
     WHERE conversation_id = @conversation AND last_message_id >= @message
       AND id > (SELECT history_floor FROM message WHERE id = @message)
     ORDER BY id`)
  const moved = db.prepare<[conversation: number], { hasMoved: 0 | 1 }>(
    'SELECT EXISTS (SELECT 1 FROM message_edit WHERE conversation_id = ?) AS hasMoved',
  )
  const movesOf = cachedResult(
    db,
    [{ table: 'message_edit', key: 'conversation_id' }],
    (conversation: number) => moved.get(conversation),
  )
  const newest = db.prepare<[], number | null>('SELECT max(id) FROM message_edit').pluck()

  return {
    /**
     * Newest first, as many as have this many characters of content together; the newest in any case.
     * @param floor the message's history_floor
     */
    ofMessage(message: number, conversation: number, floor: number, most: EditLimits) {
      const edits: MessageEdit[] = []
      let room = most.characters
      // Not all at once: each edit may hold 200 kB, and a message can be edited without end.
      for (const [row, id] of ofMessage.all({ message, conversation, floor, limit: most.edits })) {
        const edit = { id, ...change.get(row)! }
        room -= (edit.prev_content?.length ?? 0) + (edit.prev_rendered?.length ?? 0)
        if (room < 0 && edits.length > 0) return { edits, isCut: true }
        edits.push(edit)
      }
      return { edits, isCut: edits.length === most.edits }
    },
    /** Whether a conversation was ever moved or renamed as a whole. */
    hasMoved: (conversation: number) => movesOf(conversation)!.hasMoved === 1,
    newestId: () => newest.get() ?? 0,

    ...writing({
      /** The oldest edits make room where there are too many. */
      add(message: number, edit: NewMessageEdit) {
        insert.run({ message, ...edit })
        prune.run(message)
      },
      /** A move of a whole conversation, for all its messages up to `last`. */
      addForConversation: (conversation: number, last: number, edit: NewMessageEdit) =>
        void insertForAll.run({ conversation, last, ...edit }),
      /** Copies the moves of its conversation to a message that leaves it. */
      takeAlong: (message: number, conversation: number) =>
        void copy.run({ message, conversation }),
    }),
  }
}
