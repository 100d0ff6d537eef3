// Scheduled messages that were delivered are remembered for a while.

import type { Migration } from './migration.ts'

/** Programs remove what they scheduled also after it was delivered, and are told that it is gone. */
export const deliveredMessages: Migration = {
  version: 2,
  up: `
ALTER TABLE scheduled_message ADD COLUMN delivered_at INTEGER;
DROP INDEX scheduled_message_due;
CREATE INDEX scheduled_message_due ON scheduled_message (deliver_at)
 WHERE failed = 0 AND delivered_at IS NULL;
`,
}
