// Indexes of how long the texts are that people keep.

import type { Migration } from './migration.ts'

/** The texts of all drafts of a person were read, up to 10 MB, for each draft that was saved. */
export const addKeptSizes: Migration = {
  version: 18,
  up: `
    CREATE INDEX draft_size ON draft (user_id, length(content));
    CREATE INDEX saved_snippet_size ON saved_snippet (user_id, length(title) + length(content));
    CREATE INDEX scheduled_message_size
      ON scheduled_message (user_id, delivered_at, length(content) + length(rendered))
      WHERE delivered_at IS NULL;
  `,
}
