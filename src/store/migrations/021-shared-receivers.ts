// Stores lists of receivers with the flags that all have in common.

import type { Migration } from './migration.ts'

/** The rows of those that are there are written, as they would have been soon after. */
export const sharedReceivers: Migration = {
  version: 21,
  up: `
    INSERT OR IGNORE INTO user_message (message_id, user_id, flags)
    SELECT message_id, receiver.value ->> 0, receiver.value ->> 1
      FROM pending_receipts CROSS JOIN json_each(receivers) AS receiver;
    DELETE FROM pending_receipts;
  `,
}
