// Migration 005.

import type { Migration } from './migration.ts'

/** From where people have logged in before: strangers who guess do not keep them out from there. */
export const addLoginAddresses: Migration = {
  version: 5,
  up: `
    CREATE TABLE login_address (
      user_id INTEGER NOT NULL REFERENCES user,
      address TEXT NOT NULL,
      used_at INTEGER NOT NULL,
      PRIMARY KEY (user_id, address)
    ) STRICT, WITHOUT ROWID;
  `,
}
