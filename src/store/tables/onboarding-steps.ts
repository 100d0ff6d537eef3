// Table onboarding_step: introductions a person has seen already.

import type { Db } from '../db.ts'
import { writing } from '../writing.ts'

/** Statements on hints that were seen. */
export function onboardingSteps(db: Db) {
  const ofUser = db
    .prepare<[user: number], string>('SELECT name FROM onboarding_step WHERE user_id = ?')
    .pluck()
  const insert = db.prepare<[user: number, name: string]>(
    'INSERT INTO onboarding_step VALUES (?, ?) ON CONFLICT DO NOTHING',
  )

  return {
    /** Names of those the person has seen. */
    seenBy: (userId: number) => ofUser.all(userId),

    ...writing({
      /** @returns whether it is news */
      markSeen: (userId: number, name: string): boolean => insert.run(userId, name).changes > 0,
    }),
  }
}
