import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { silentLog } from '../../src/base/log.ts'
import { CodecStopped, ImageCodec } from '../../src/images/codec.ts'
import { paint } from './painting.ts'

const SOURCE = { bytes: paint('.png', 20, 10) }

const FACTS = { width: 20, height: 10, frames: 1 }

const reasonOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error) => error,
  )

test('an image that keeps the process busy for too long fails alone', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hearth-test-'))
  const endless = join(folder, 'endless')
  // Whoever reads it waits for somebody who writes.
  execFileSync('mkfifo', [endless])
  const codec = new ImageCodec(silentLog, { now: 2000, later: 2000 })
  try {
    const [stuck, next] = await Promise.all([
      codec.convert({ path: endless }, [], 'now'),
      codec.convert(SOURCE, [], 'now'),
    ])
    assert.is(stuck, 'undecodable')
    assert.equal(next, { facts: FACTS, images: [] })
    // A process that has decoded others may be to blame itself, so that a new one has its try.
    assert.is(await codec.convert({ path: endless }, [], 'now'), 'undecodable')
  } finally {
    codec.stop()
    rmSync(folder, { recursive: true })
  }
})

test('who waits for a picture is not kept waiting by what can wait', async () => {
  const codec = new ImageCodec(silentLog)
  const order: string[] = []
  const ask = async (name: string, urgency: 'now' | 'later') => {
    await codec.convert(SOURCE, [], urgency)
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

test('more images than can be held in memory are refused, and those before are decoded', async () => {
  const codec = new ImageCodec(silentLog)
  try {
    const asked = Array.from({ length: 32 }, () => codec.convert(SOURCE, [], 'now'))
    const refused = await reasonOf(asked.pop()!)
    assert.is(refused.code, 'RATE_LIMIT_HIT')
    assert.equal(refused.data, { 'retry-after': 5 })
    for (const result of await Promise.all(asked))
      assert.equal(result, { facts: FACTS, images: [] })
  } finally {
    codec.stop()
  }
})

test('what was asked of a codec that is stopped is neither made nor refused for good', async () => {
  const codec = new ImageCodec(silentLog)
  const asked = [codec.convert(SOURCE, [], 'now'), codec.convert(SOURCE, [], 'later')]
  const reasons = asked.map(reasonOf)
  codec.stop()
  for (const reason of await Promise.all(reasons)) assert.instance(reason, CodecStopped)
  assert.instance(await reasonOf(codec.convert(SOURCE, [], 'now')), CodecStopped)
})

test.run()
