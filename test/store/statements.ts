// Counts the SQL statements of this process: the measure of work that does not depend on the machine.

import Database from 'better-sqlite3'

type Run = (this: unknown, ...values: unknown[]) => unknown

let count = 0
const statement = Object.getPrototypeOf(new Database(':memory:').prepare('SELECT 1'))
for (const name of ['get', 'all', 'run', 'iterate']) {
  const original = statement[name] as Run
  statement[name] = function (...values: unknown[]) {
    count++
    return original.apply(this, values)
  } satisfies Run
}

/** Statements that were run until the work was done. */
export async function statementsOf(work: () => Promise<unknown>): Promise<number> {
  const before = count
  await work()
  return count - before
}
