// Adds the time of the last weekly digest.

import type { Migration } from './migration.ts'

/** When each person got the last weekly digest. */
export const addDigests: Migration = {
  version: 11,
  up: `
    CREATE TABLE digest (
      user_id INTEGER PRIMARY KEY REFERENCES user,
      made_at INTEGER NOT NULL
    ) STRICT;
  `,
}
