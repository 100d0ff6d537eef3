// People see the browsers they are logged in with.

import type { Migration } from './migration.ts'

/** Sessions of before have no name and count as begun when they were last extended. */
export const listedSessions: Migration = {
  version: 4,
  up: `
ALTER TABLE session ADD COLUMN created_at INTEGER NOT NULL DEFAULT 0;
ALTER TABLE session ADD COLUMN browser TEXT NOT NULL DEFAULT '';
UPDATE session SET created_at = expires_at - 1209600;
`,
}
