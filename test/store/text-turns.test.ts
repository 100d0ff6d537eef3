// Merging the text index in turns of its own: on the server's thread while lists are short, on another where
// they are long, and on the server's after all where that one fails.

import { setTimeout as delay } from 'node:timers/promises'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Log } from '../../src/base/log.ts'
import { WorkerLine } from '../../src/base/worker-line.ts'
import { messageIndexes } from '../../src/store/message-indexes.ts'
import { mergerOf } from '../../src/store/start-merger.ts'
import type { Merged } from '../../src/store/text-pieces.ts'
import { type TextMerger, TextTurns } from '../../src/store/text-turns.ts'
import { temporaryFolder } from '../child-server.ts'
import { emptyIndex } from './empty-index.ts'

/** With the first of these lists are short, with the second they may be long. */
const FEW = 1000
const MANY = 300_000

/** An index of 60 segments, and turns that go on until few are left. @param newest ID of the newest message before */
function unmerged(folder: string, newest: number) {
  const index = emptyIndex(folder)
  index.commit(() => index.send('oars', newest))
  for (let at = 0; at < 59; at++) {
    index.commit(() => index.send(`${index.body()} oars`))
    index.search('nothing')
  }
  assert.is(index.segments(), 60)
  return {
    ...index,
    async takeTurns(turns: TextTurns) {
      const until = performance.now() + 20_000
      while (index.text().owesTurn && performance.now() < until) {
        turns.noticeCommit()
        await delay(10)
      }
      assert.ok(index.segments() <= 20, `${index.segments()} segments`)
      assert.is(index.search('oars').length, 60)
      assert.is(turns.pause(), undefined)
      assert.is(turns.isBeside, false)
    },
  }
}

/** The server's thread, with what was seen of it. */
function textMerger(file: string) {
  const line = new WorkerLine(mergerOf(file, 'text')!, { info() {} } as unknown as Log)
  const seen = { starts: 0, merges: 0 }
  return {
    start() {
      seen.starts++
      return line.run('server', 'start', undefined, 60_000)
    },
    merge(ms: number) {
      seen.merges++
      return line.run<Merged>('server', 'merge', ms, 60_000)
    },
    seen,
    [Symbol.asyncDispose]: () => line.stop(),
  }
}

test('another thread merges where lists may be long, and nobody writes meanwhile', async () => {
  using folder = temporaryFolder()
  const { db, file, text, takeTurns } = unmerged(folder.path, MANY)
  {
    await using merger = textMerger(file)
    const pauses: boolean[] = []
    const turns: TextTurns = new TextTurns(db, text(), {
      start: merger.start,
      merge(ms) {
        const merged = merger.merge(ms)
        queueMicrotask(() => pauses.push(turns.pause() !== undefined && turns.isBeside))
        return merged
      },
    })
    const changes = () => db.prepare('SELECT total_changes()').pluck().get() as number
    messageIndexes(db).complete()
    const before = changes()
    await takeTurns(turns)
    assert.is(changes(), before, 'this connection has merged')
    assert.ok(merger.seen.merges > 0)
    assert.ok(pauses.every(Boolean))
    assert.is(pauses.length, merger.seen.merges)
  }
  db.close()
})

test('short lists are merged without another thread', async () => {
  using folder = temporaryFolder()
  const { db, file, text, takeTurns } = unmerged(folder.path, FEW)
  {
    await using merger = textMerger(file)
    await takeTurns(new TextTurns(db, text(), merger))
    assert.equal(merger.seen, { starts: 0, merges: 0 })
  }
  db.close()
})

const fails = () => Promise.reject(new Error('no thread'))
const failures: Record<string, TextMerger> = {
  'does not start': { start: fails, merge: fails },
  fails: { start: () => Promise.resolve(), merge: fails },
}
for (const [what, merger] of Object.entries(failures)) {
  test(`where the other thread ${what}, long lists are merged all the same`, async () => {
    using folder = temporaryFolder()
    const { db, text, takeTurns } = unmerged(folder.path, MANY)
    await takeTurns(new TextTurns(db, text(), merger))
    db.close()
  })
}

test.run()
