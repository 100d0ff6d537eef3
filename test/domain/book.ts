// A small database to which tests of commits write lines.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { silentLog } from '../../src/base/log.ts'
import type { CommitParts } from '../../src/domain/kernel/commit-types.ts'
import { UnitOfWork } from '../../src/domain/kernel/unit-of-work.ts'
import { refuse } from '../../src/errors.ts'
import type { Delivery } from '../../src/events/types/types.ts'
import { openDatabase } from '../../src/store/db.ts'

/** A database with one table of lines; each line written is announced. */
export function openBook(more: Partial<CommitParts> = {}) {
  const commits: number[] = []
  const meter = { countCommit: (jobs: number) => void commits.push(jobs), failedCommits: 0 }
  const folder = mkdtempSync(join(tmpdir(), 'hearth-work-'))
  const file = join(folder, 'book.db')
  const db = openDatabase(file)
  db.exec('CREATE TABLE line (id INTEGER PRIMARY KEY, text TEXT) STRICT')
  const reader = openDatabase(file, { readonly: true })
  const announced: string[] = []
  const logged: string[] = []
  const log = { ...silentLog, error: (event: string) => void logged.push(event) }
  const publish = (deliveries: readonly Delivery[]) => {
    for (const { event } of deliveries) {
      const [line = ''] = event.type === 'alert_words' ? event.alert_words : []
      announced.push(line)
      book.onAnnounce(line)
    }
  }
  const work = new UnitOfWork(db, { publish, log, meter, ...more })
  const book = {
    announced,
    logged,
    /** How many pieces of work each commit had. */
    commits,
    published: () => work.published(),
    onAnnounce: (_line: string): unknown => undefined,
    /** Writes and announces a line, then does more. */
    write: (line: string, more: () => unknown = () => {}) =>
      work.commit(({ emit }) => {
        db.prepare('INSERT INTO line (text) VALUES (?)').run(line)
        emit({ type: 'alert_words', alert_words: [line] }, 'everyone')
        more()
      }),
    /** Writes a line as a portion of work over much data. */
    writePortion: (line: string) =>
      work.commit(() => db.prepare('INSERT INTO line (text) VALUES (?)').run(line), true),
    /** Writes a line, and has something done once it is on disk. */
    writeThen: (line: string, after: () => void | Promise<void>) =>
      work.commit(({ afterCommit }) => {
        db.prepare('INSERT INTO line (text) VALUES (?)').run(line)
        afterCommit(after)
      }),
    refuse: (message: string) =>
      work.commit(({ emit }) => {
        emit({ type: 'alert_words', alert_words: [message] }, 'everyone')
        refuse('BAD_REQUEST', message)
      }),
    /** As another process would find it. */
    linesOnDisk: () => reader.prepare('SELECT text FROM line ORDER BY id').pluck().all(),
    /** SQLite fails as it does on a full disk when the database would grow past this. */
    limitPages: (count: number) => db.pragma(`max_page_count = ${count}`),
    [Symbol.dispose]() {
      reader.close()
      db.close()
      rmSync(folder, { recursive: true })
    },
  }
  return book
}
