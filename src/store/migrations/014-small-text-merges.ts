// Has the text index of messages merged by the server, in small pieces.

import type { Migration } from './migration.ts'

/** By itself FTS5 merges 64 pages of each level at once, which held everyone for 30 to 70 ms. */
export const smallTextMerges: Migration = {
  version: 14,
  up: `
    INSERT INTO message_text (message_text, rank) VALUES ('automerge', 0);
    INSERT INTO message_text (message_text, rank) VALUES ('crisismerge', 256);
    INSERT INTO message_text (message_text, rank) VALUES ('usermerge', 16);
  `,
}
