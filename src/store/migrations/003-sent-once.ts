// Sending the same message again after a lost answer sends it once.

import type { Migration } from './migration.ts'

/** A client that does not know whether its message was sent repeats it under the same key. */
export const addSentOnce: Migration = {
  version: 3,
  up: `
CREATE TABLE sent_once (
  user_id INTEGER NOT NULL REFERENCES user,
  key     TEXT NOT NULL,
  sent_at INTEGER NOT NULL,
  answer  TEXT NOT NULL,
  PRIMARY KEY (user_id, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX sent_once_by_age ON sent_once (sent_at);
`,
}
