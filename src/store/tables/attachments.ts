// Tables attachment and attachment_message: uploaded files, and the messages that link them.

import type { Db } from '../db.ts'
import { writing } from '../writing.ts'

export interface Attachment {
  id: number
  /** What follows /user_uploads/ in its address. */
  path_id: string
  owner_id: number
  name: string
  /** Bytes. */
  size: number
  content_type: string
  /** JSON {width, height, frames}; null: not an image. */
  image: string | null
  /** Name of the one thumbnail that is still to be made; empty: messages may still show its placeholder. */
  pending_thumbnail: string | null
  created_at: number
}

const COLUMNS =
  'attachment.id, path_id, owner_id, name, size, content_type, image, pending_thumbnail, created_at'

/** Uploaded files and the messages that link them. */
export function attachments(db: Db) {
  const byPath = db.prepare<[path: string], Attachment>(
    `SELECT ${COLUMNS} FROM attachment WHERE path_id = ?`,
  )
  const ofMessage = db.prepare<[message: number], Attachment>(`
    SELECT ${COLUMNS} FROM attachment_message JOIN attachment ON attachment.id = attachment_id
     WHERE message_id = ? ORDER BY attachment.id`)
  const messageIds = db
    .prepare<[attachment: number, below: number, limit: number], number>(`
      SELECT message_id FROM attachment_message WHERE attachment_id = ? AND message_id < ?
       ORDER BY message_id DESC LIMIT ?`)
    .pluck()
  const byId = db.prepare<[id: number], Attachment>(
    `SELECT ${COLUMNS} FROM attachment WHERE id = ?`,
  )
  const ofOwner = db.prepare<[owner: number, after: number, limit: number], Attachment>(
    `SELECT ${COLUMNS} FROM attachment WHERE owner_id = ? AND id > ? ORDER BY id LIMIT ?`,
  )
  const insert = db.prepare<Omit<Attachment, 'id'>>(`
    INSERT INTO attachment (
      path_id, owner_id, name, size, content_type, image, pending_thumbnail, created_at, unlinked_at
    ) VALUES (
      @path_id, @owner_id, @name, @size, @content_type, @image, @pending_thumbnail, @created_at,
      @created_at
    )`)
  const withPendingThumbnail = db.prepare<[], Attachment>(
    `SELECT ${COLUMNS} FROM attachment WHERE pending_thumbnail IS NOT NULL ORDER BY id`,
  )
  const completeImage = db.prepare<[image: string | null, id: number]>(
    "UPDATE attachment SET image = ?, pending_thumbnail = '' WHERE id = ?",
  )
  const settleImage = db.prepare<[id: number]>(
    'UPDATE attachment SET pending_thumbnail = NULL WHERE id = ?',
  )
  const link = db.prepare<[attachment: number, message: number]>(
    'INSERT INTO attachment_message VALUES (?, ?) ON CONFLICT DO NOTHING',
  )
  const unlink = db.prepare<[attachment: number, message: number]>(
    'DELETE FROM attachment_message WHERE attachment_id = ? AND message_id = ?',
  )
  const markLinked = db.prepare<[id: number]>(
    'UPDATE attachment SET unlinked_at = NULL WHERE id = ?',
  )
  const markUnlinked = db.prepare<{ id: number; now: number }>(`
    UPDATE attachment SET unlinked_at = @now
     WHERE id = @id AND NOT EXISTS (SELECT 1 FROM attachment_message WHERE attachment_id = @id)`)
  const unlinked = db.prepare<[before: number, after: number, limit: number], Attachment>(`
    SELECT ${COLUMNS} FROM attachment INDEXED BY attachment_unlinked
     WHERE unlinked_at IS NOT NULL AND unlinked_at < ? AND id > ? ORDER BY id LIMIT ?`)
  const inFolder = db
    .prepare<[from: string, to: string], number>(
      'SELECT 1 FROM attachment WHERE path_id >= ? AND path_id < ? LIMIT 1',
    )
    .pluck()
  const after = db.prepare<[id: number, limit: number], Attachment>(
    `SELECT ${COLUMNS} FROM attachment WHERE id > ? ORDER BY id LIMIT ?`,
  )
  const remove = db.prepare<[id: number]>('DELETE FROM attachment WHERE id = ?')
  const space = db.prepare<[], number>('SELECT bytes FROM upload_space').pluck()

  return {
    find: (id: number) => byId.get(id),
    /** A person's files with higher IDs than `after`, ascending: at most `limit`. */
    ofOwner: (userId: number, after: number, limit: number) => ofOwner.all(userId, after, limit),
    withPendingThumbnail: () => withPendingThumbnail.all(),
    findByPath: (pathId: string) => byPath.get(pathId),
    ofMessage: (messageId: number) => ofMessage.all(messageId),
    /** IDs below `below` of messages that link the file, the newest first: at most `limit`. */
    messageIds: (id: number, limit: number, below = Number.MAX_SAFE_INTEGER) =>
      messageIds.all(id, below, limit),
    isLinked: (id: number) => messageIds.get(id, Number.MAX_SAFE_INTEGER, 1) !== undefined,
    /** Files that no message has linked since `before` or earlier, with higher IDs than `after`. */
    unlinked: (before: number, after: number, limit: number) => unlinked.all(before, after, limit),
    /** Whether some path ID lies below this folder. @param folder without the slash at its end */
    hasIn: (folder: string) => inFolder.get(`${folder}/`, `${folder}0`) !== undefined,
    /** The next `limit` of all files, by ID. */
    after: (id: number, limit: number) => after.all(id, limit),
    /** Bytes of all files together. */
    spaceUsed: () => space.get()!,

    ...writing({
      create: (file: Omit<Attachment, 'id'>): number => Number(insert.run(file).lastInsertRowid),
      /** Notes that all its thumbnails exist. @param image as in the row; null: it is not an image after all */
      completeImage: (id: number, image: string | null) => void completeImage.run(image, id),
      /** Notes that no message shows the placeholder of its thumbnail any more. */
      settleImage: (id: number) => void settleImage.run(id),
      link(id: number, messageId: number) {
        link.run(id, messageId)
        markLinked.run(id)
      },
      unlink(id: number, messageId: number, now: number) {
        unlink.run(id, messageId)
        markUnlinked.run({ id, now })
      },
      remove: (id: number) => void remove.run(id),
    }),
  }
}
