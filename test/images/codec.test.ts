// The process that decodes images: crashes, limits, order.

import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { silentLog } from '../../src/base/log.ts'
import { CodecStopped, ImageCodec } from '../../src/images/codec.ts'
import { bomb } from './bomb.ts'
import { paint } from './painting.ts'

const SOURCE = { bytes: paint('.png', 20, 10) }

/** IDs of people. */
const BEN = 1
const CLEO = 2

const SMALL = { format: 'png', width: 10, height: 10, fit: 'crop' } as const

const FACTS = { width: 20, height: 10, frames: 1 }

const reasonOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error) => error,
  )

test('an image that keeps the process busy for too long fails alone', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hearth-test-'))
  const endless = join(folder, 'endless')
  // Reading a pipe waits for a writer.
  execFileSync('mkfifo', [endless])
  const codec = new ImageCodec(silentLog, { now: 1000, later: 1000 })
  try {
    const [stuck, next] = await Promise.all([
      codec.convert(BEN, { path: endless }, [], 'now'),
      codec.convert(BEN, SOURCE, [], 'now'),
    ])
    assert.is(stuck, 'undecodable')
    assert.equal(next, { facts: FACTS, images: [] })
    // A process that has decoded others may be to blame itself, so that a new one has its try.
    assert.is(await codec.convert(BEN, { path: endless }, [], 'now'), 'undecodable')
  } finally {
    codec.stop()
    rmSync(folder, { recursive: true })
  }
})

test('who waits for a picture is not kept waiting by what can wait', async () => {
  const codec = new ImageCodec(silentLog)
  const order: string[] = []
  const ask = async (name: string, urgency: 'now' | 'later') => {
    await codec.convert(BEN, SOURCE, [], urgency)
    order.push(name)
  }
  try {
    await ask('warm', 'now')
    await Promise.all([
      ...Array.from({ length: 50 }, () => ask('later', 'later')),
      ask('now', 'now'),
    ])
    assert.ok(order.indexOf('now') < 30, order.join())
  } finally {
    codec.stop()
  }
})

test('more images of one person than can be held in memory are refused, and those before are decoded', async () => {
  const codec = new ImageCodec(silentLog)
  try {
    const asked = Array.from({ length: 22 }, () => codec.convert(BEN, SOURCE, [], 'now'))
    const refused = await reasonOf(asked.pop()!)
    assert.is(refused.code, 'RATE_LIMIT_HIT')
    assert.equal(refused.data, { 'retry-after': 5 })
    const ofAnother = await codec.convert(CLEO, SOURCE, [], 'now')
    for (const result of [ofAnother, ...(await Promise.all(asked))])
      assert.equal(result, { facts: FACTS, images: [] })
  } finally {
    codec.stop()
  }
})

test('the image of one person comes before the remaining hostile ones of another', async () => {
  const codec = new ImageCodec(silentLog)
  const order: string[] = []
  const ask = async (name: string, person: number, source = SOURCE) => {
    await codec.convert(person, source, [SMALL], 'now')
    order.push(name)
  }
  try {
    // It claims rows that it does not have.
    const hostile = { bytes: bomb(5000, 5000, 4000) }
    const all = Array.from({ length: 12 }, () => ask('hostile', BEN, hostile))
    await Promise.race(all)
    await Promise.all([ask('good of Ben', BEN), ask('one', CLEO), ask('two', CLEO), ...all])

    assert.equal(order.slice(0, 5), ['hostile', 'hostile', 'one', 'two', 'hostile'])
    assert.is(order.at(-1), 'good of Ben')
  } finally {
    codec.stop()
  }
})

test('what was asked of a codec that is stopped is neither made nor refused for good', async () => {
  const codec = new ImageCodec(silentLog)
  const asked = [codec.convert(BEN, SOURCE, [], 'now'), codec.convert(BEN, SOURCE, [], 'later')]
  const reasons = asked.map(reasonOf)
  codec.stop()
  for (const reason of await Promise.all(reasons)) assert.instance(reason, CodecStopped)
  assert.instance(await reasonOf(codec.convert(BEN, SOURCE, [], 'now')), CodecStopped)
})

test.run()
