// Lets long values of bots consist of pieces.

import type { Migration } from './migration.ts'

/** A value of 9 MB held everyone for 40 ms while it was written in one transaction. Those that are there stay as they are. */
export const longBotValues: Migration = {
  version: 20,
  up: `
    ALTER TABLE bot_storage ADD COLUMN long_value INTEGER;
    CREATE INDEX bot_storage_by_long_value ON bot_storage (long_value) WHERE long_value IS NOT NULL;
    CREATE TABLE bot_value_piece (
      value_id INTEGER NOT NULL,
      number   INTEGER NOT NULL,
      text     TEXT NOT NULL,
      PRIMARY KEY (value_id, number)
    ) STRICT;
  `,
}
