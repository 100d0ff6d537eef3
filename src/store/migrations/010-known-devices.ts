// Migration 010.

import type { Migration } from './migration.ts'

/** From which devices people have logged in, so that a login from another one can be mailed about. */
export const addKnownDevices: Migration = {
  version: 10,
  up: `
    CREATE TABLE known_device (
      user_id  INTEGER NOT NULL REFERENCES user,
      device   TEXT NOT NULL,
      first_at INTEGER NOT NULL,
      used_at  INTEGER NOT NULL,
      PRIMARY KEY (user_id, device)
    ) STRICT, WITHOUT ROWID;
  `,
}
