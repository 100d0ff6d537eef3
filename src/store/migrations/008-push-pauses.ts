// Migration 008.

import type { Migration } from './migration.ts'

/** Until when a push service wants nothing for a device. */
export const addPushPauses: Migration = {
  version: 8,
  up: 'ALTER TABLE push_subscription ADD COLUMN paused_until INTEGER;',
}
