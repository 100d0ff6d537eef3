// Migration 007.

import type { Migration } from './migration.ts'

/** By what a server recognises the event queues that were left for it. */
export const addStoppedGeneration: Migration = {
  version: 7,
  up: `
    CREATE TABLE stopped_generation (
      id         INTEGER PRIMARY KEY CHECK (id = 1),
      generation TEXT NOT NULL                   -- random
    ) STRICT;
  `,
}
