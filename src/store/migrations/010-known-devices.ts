// Adds the devices from which people have logged in.

import type { Migration } from './migration.ts'

/** Devices from which each person has logged in, so that a mail can report a login from a new one. */
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
