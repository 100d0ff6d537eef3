// Makes the indexes of messages by conversation, channel and sender tables, whose rows follow the messages.

import type { Migration } from './migration.ts'

/** As indexes of SQLite they were half of the pages that a commit of sends writes. */
export const messageIndexTables: Migration = {
  version: 15,
  up: `
    CREATE TABLE conversation_message (
      conversation_id INTEGER NOT NULL,
      message_id      INTEGER NOT NULL,
      PRIMARY KEY (conversation_id, message_id)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE channel_message (
      channel_id INTEGER NOT NULL,
      message_id INTEGER NOT NULL,
      PRIMARY KEY (channel_id, message_id)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE sender_message (
      sender_id  INTEGER NOT NULL,
      message_id INTEGER NOT NULL,
      PRIMARY KEY (sender_id, message_id)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO conversation_message
    SELECT conversation_id, id FROM message INDEXED BY message_by_conversation ORDER BY 1, 2;
    INSERT INTO channel_message
    SELECT channel_id, id FROM message INDEXED BY message_by_channel
     WHERE channel_id IS NOT NULL ORDER BY 1, 2;
    INSERT INTO sender_message
    SELECT sender_id, id FROM message INDEXED BY message_by_sender ORDER BY 1, 2;
    DROP INDEX message_by_conversation;
    DROP INDEX message_by_channel;
    DROP INDEX message_by_sender;

    CREATE TABLE message_index_reach (message_id INTEGER NOT NULL) STRICT;
    INSERT INTO message_index_reach SELECT coalesce(max(id), 0) FROM message;

    CREATE TRIGGER message_moved AFTER UPDATE OF conversation_id, channel_id ON message BEGIN
      UPDATE conversation_message SET conversation_id = NEW.conversation_id
       WHERE conversation_id = OLD.conversation_id AND message_id = OLD.id;
      UPDATE channel_message SET channel_id = NEW.channel_id
       WHERE channel_id = OLD.channel_id AND message_id = OLD.id;
    END;
    CREATE TRIGGER message_deleted AFTER DELETE ON message BEGIN
      DELETE FROM conversation_message WHERE conversation_id = OLD.conversation_id AND message_id = OLD.id;
      DELETE FROM channel_message WHERE channel_id = OLD.channel_id AND message_id = OLD.id;
      DELETE FROM sender_message WHERE sender_id = OLD.sender_id AND message_id = OLD.id;
    END;
  `,
}
