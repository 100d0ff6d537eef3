// Notes how far the text index of messages reaches, whose words follow them from now on.

import type { Migration } from './migration.ts'

/** The words of some hundreds of messages are written at once; until now each message had its own at once. */
export const addMessageTextReach: Migration = {
  version: 19,
  up: `
    CREATE TABLE message_text_reach (message_id INTEGER NOT NULL) STRICT;
    INSERT INTO message_text_reach SELECT coalesce(max(id), 0) FROM message;
  `,
}
