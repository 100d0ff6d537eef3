// The write-ahead log, which is merged into the database itself, little by little.

import { setTimeout as delay } from 'node:timers/promises'
import type { Db } from './db.ts'

/**
 * Pages after which the log is merged: 4 MB. SQLite does so by itself every 4,000 pages, in the middle
 * of a commit. That held everyone for 40 ms, and for 190 where work over much data had changed pages all
 * over the file.
 */
const MERGED_AT = 1000

/** Long work waits while so many pages are not merged, so that it cannot outrun the thread. */
const MOST_UNMERGED = 4000

/**
 * A log begins anew only when it is merged to its end. While people write without a pause, some pages
 * are always left. So when it has grown by so many, its end is merged: first long work waits, and the
 * thread merges what there is; then nobody writes until it has merged the rest. In one step, beside long
 * work, people waited for 25 to 100 ms. Merged here, the few hundred pages of a moment held everyone for
 * 50 ms, because the disk writes them one by one.
 */
const LONG = 8000

/** With so few left, nobody writes at once until they are merged. */
const SHORT_REST = 100

/** Where the disk takes longer for that, people write again, and the log grows on. */
const LONGEST_PAUSE_MS = 250

/** SQLite's own merging, in case the thread does not come to it. */
const EMERGENCY = 32_000

/** Has another thread merge the log. It rejects if it cannot. */
export type MergeBeside = () => Promise<unknown>

/** @param mergeBeside undefined: the log is merged on this thread, between two transactions */
export function writeAheadLog(db: Db, mergeBeside?: MergeBeside) {
  const state = db
    .prepare<[], [busy: number, pages: number, merged: number]>('PRAGMA wal_checkpoint(NOOP)')
    .raw()
  /** Pages of the log when it was last to be merged: a reader may keep it from being. */
  let askedAt = 0
  let merging: Promise<void> | undefined
  let pause: Promise<void> | undefined
  let isEnding = false
  /** Pages of the log at which nobody may write for a moment. A reader may keep it from being merged. */
  let longAt = LONG
  if (mergeBeside) db.pragma(`wal_autocheckpoint = ${EMERGENCY}`)

  /** Pages of the log, those that are not merged, and those that came since it was last to be merged. */
  const measure = () => {
    const [, pages, merged] = state.get()!
    if (pages < askedAt) {
      askedAt = 0
      longAt = LONG
    }
    return { pages, unmerged: pages - merged, fresh: pages - Math.max(merged, askedAt) }
  }
  /** Merges what no reader still needs. */
  function mergeHere() {
    try {
      db.pragma('wal_checkpoint(PASSIVE)')
    } catch {
      // On a full disk it fails without harm: the data is in the log.
    }
  }

  async function mergeThere(merge: MergeBeside) {
    const isDone = await succeeds(merge())
    // Unless the server has stopped.
    if (db.open && !isDone) mergeHere()
    else if (db.open) await mergeRest(merge)
    merging = undefined
  }

  /** Has the end of a long log merged. */
  async function mergeRest(merge: MergeBeside) {
    const { pages, unmerged } = measure()
    if (pages < longAt) return
    longAt = pages + LONG
    isEnding = true
    if (unmerged > SHORT_REST) await succeeds(merge())
    await mergeInPause(merge)
    isEnding = false
  }

  /** Has the log merged while nobody writes. */
  async function mergeInPause(merge: MergeBeside) {
    const merged = succeeds(merge())
    const tooLong = delay(LONGEST_PAUSE_MS, undefined, { ref: false })
    pause = Promise.race([merged, tooLong]).then(() => {
      pause = undefined
    })
    await merged
  }

  return {
    /** Called after each commit: has the log merged if it has grown. */
    noticeCommit() {
      if (merging) return
      const { pages, fresh } = measure()
      if (fresh < MERGED_AT) return
      askedAt = pages
      if (mergeBeside) merging = mergeThere(mergeBeside)
      else mergeHere()
    },
    /** A promise while nobody is to write. */
    pause: () => pause,
    /** A promise while long work is to write nothing. Asked between two transactions. */
    pausePortions: (): Promise<void> | undefined =>
      merging && (isEnding || measure().unmerged >= MOST_UNMERGED) ? merging : undefined,
  }
}

const succeeds = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    () => false,
  )
