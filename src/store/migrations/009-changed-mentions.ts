// Adds the mentions that edits changed.

import type { Migration } from './migration.ts'

/** People whose mentions an edit changed, so that those who are mentioned anew are notified. */
export const addChangedMentions: Migration = {
  version: 9,
  up: `
    CREATE TABLE changed_mention (
      message_id INTEGER NOT NULL,
      user_id    INTEGER NOT NULL REFERENCES user,
      flags      INTEGER NOT NULL,
      changed_at INTEGER NOT NULL,
      is_open    INTEGER NOT NULL DEFAULT 1,
      PRIMARY KEY (message_id, user_id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX changed_mention_open ON changed_mention (changed_at) WHERE is_open = 1;
    CREATE INDEX changed_mention_by_age ON changed_mention (changed_at);
  `,
}
