// Lists the receivers of each message, in place of the index of user_message by message.

import type { Migration } from './migration.ts'

/** The rows of receivers that were still to be written are written. */
export const messageReceiverLists: Migration = {
  version: 21,
  up: `
    INSERT OR IGNORE INTO user_message (message_id, user_id, flags)
    SELECT message_id, receiver.value ->> 0, receiver.value ->> 1
      FROM pending_receipts CROSS JOIN json_each(receivers) AS receiver;
    DROP TABLE pending_receipts;

    CREATE TABLE message_receivers (
      message_id INTEGER PRIMARY KEY REFERENCES message ON DELETE CASCADE,
      user_ids   TEXT NOT NULL,
      flags      TEXT
    ) STRICT;
    CREATE TABLE changed_receiver (
      message_id INTEGER NOT NULL REFERENCES message ON DELETE CASCADE,
      user_id    INTEGER NOT NULL,
      has_it     INTEGER NOT NULL,
      PRIMARY KEY (message_id, user_id)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE receivers_reach (message_id INTEGER NOT NULL) STRICT;
    INSERT INTO message_receivers (message_id, user_ids)
    SELECT message_id, json_group_array(user_id) FROM user_message INDEXED BY user_message_by_message
     WHERE message_id IN (SELECT id FROM message) GROUP BY message_id;
    INSERT INTO receivers_reach SELECT coalesce(max(id), 0) FROM message;
    DROP INDEX user_message_by_message;
  `,
}
