// Keeps the size of all attachments.

import type { Migration } from './migration.ts'

/** It was summed up for each upload and each POST /register. */
export const addUploadSpace: Migration = {
  version: 17,
  up: `
    CREATE TABLE upload_space (bytes INTEGER NOT NULL) STRICT;
    INSERT INTO upload_space SELECT coalesce(sum(size), 0) FROM attachment;
    CREATE TRIGGER attachment_added AFTER INSERT ON attachment BEGIN
      UPDATE upload_space SET bytes = bytes + NEW.size;
    END;
    CREATE TRIGGER attachment_removed AFTER DELETE ON attachment BEGIN
      UPDATE upload_space SET bytes = bytes - OLD.size;
    END;
  `,
}
