// Adds the lists of receivers whose rows are still to be written.

import type { Migration } from './migration.ts'

/** Receivers of messages to many, until each of them has a row in user_message. */
export const addPendingReceipts: Migration = {
  version: 12,
  up: `
    CREATE TABLE pending_receipts (
      message_id INTEGER PRIMARY KEY REFERENCES message ON DELETE CASCADE,
      receivers  TEXT NOT NULL
    ) STRICT;
  `,
}
