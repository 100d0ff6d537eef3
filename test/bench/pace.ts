// How fast this machine is at present. The processors of a shared machine change their speed within minutes, and
// figures in milliseconds with it: they are to be compared only where the pace was the same.

import { median } from './table.ts'

const ROUNDS = 15
const PERSON = { user_id: 7, full_name: 'Ada Lovelace', email: 'ada@example.org', is_active: true }
const PEOPLE = JSON.stringify(Array.from({ length: 10_000 }, () => PERSON))

/** How long reading and writing 840 kB of JSON takes, in milliseconds. */
export function paceMs(): number {
  const rounds = Array.from({ length: ROUNDS }, () => {
    const started = performance.now()
    JSON.stringify(JSON.parse(PEOPLE))
    return performance.now() - started
  })
  return median(rounds)
}
