// Adds the pause that a push service asks for.

import type { Migration } from './migration.ts'

/** The time until which a push service asked for no pushes to a device. */
export const addPushPauses: Migration = {
  version: 8,
  up: 'ALTER TABLE push_subscription ADD COLUMN paused_until INTEGER;',
}
