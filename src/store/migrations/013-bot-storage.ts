// Keeps the values of bots apart from their keys.

import type { Migration } from './migration.ts'

/** In one tree with their keys, each look for a key read the values of megabytes on its way. */
export const botStorageApart: Migration = {
  version: 13,
  up: `
    ALTER TABLE bot_storage RENAME TO bot_storage_before;
    CREATE TABLE bot_storage (
      bot_id INTEGER NOT NULL REFERENCES user,
      key    TEXT NOT NULL,
      value  TEXT NOT NULL,
      PRIMARY KEY (bot_id, key)
    ) STRICT;
    INSERT INTO bot_storage SELECT * FROM bot_storage_before;
    DROP TABLE bot_storage_before;
  `,
}
