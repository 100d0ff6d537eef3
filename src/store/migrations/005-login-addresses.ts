// Adds the addresses from which people have logged in.

import type { Migration } from './migration.ts'

/** Addresses from which each person has logged in: from there they can log in while strangers guess. */
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
