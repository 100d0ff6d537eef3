// Adds the mark that a server leaves in the database when it stops.

import type { Migration } from './migration.ts'

/** The mark by which a start recognises the event queues that the last stop left for it. */
export const addStoppedGeneration: Migration = {
  version: 7,
  up: `
    CREATE TABLE stopped_generation (
      id         INTEGER PRIMARY KEY CHECK (id = 1),
      generation TEXT NOT NULL                   -- random
    ) STRICT;
  `,
}
