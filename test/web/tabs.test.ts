// Several tabs of one browser share its connections, and files go up two at a time.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Answer } from '../../src/web/sync/answer.ts'
import type { Environment, TabChannel, UploadOptions } from '../../src/web/sync/environment.ts'
import { Http } from '../../src/web/sync/http.ts'
import { MemoryStore } from '../../src/web/sync/store.ts'
import { Tabs } from '../../src/web/sync/tabs.ts'
import { Uploads } from '../../src/web/sync/uploads.ts'

/** A browser whose tabs hear each other, at a time that the test decides. */
class Browser {
  now = 1_000_000
  readonly #channels: TabChannel[] = []

  /** Opens a tab; `show` and `hide` are what the person does with it. */
  open(name: string) {
    const listeners: (() => void)[] = []
    let isVisible = true
    const channel: TabChannel = {
      onmessage: null,
      postMessage: (data) => {
        for (const other of this.#channels) if (other !== channel) other.onmessage?.({ data })
      },
    }
    this.#channels.push(channel)
    const set = (visible: boolean) => {
      this.now += 1000
      isVisible = visible
      for (const listener of listeners) listener()
    }
    const tabs = new Tabs({
      ...environment(),
      clock: { now: () => this.now },
      ...{ tabId: name, channel, isVisible: () => isVisible },
      onVisibility: (listener) => void listeners.push(listener),
    })
    return { tabs, show: () => set(true), hide: () => set(false) }
  }
}

const environment = (): Environment => ({
  ...{ clock: { now: () => 0 }, after: () => () => {}, random: () => 0, origin: '' },
  fetch: () => Promise.reject(new Error('no network')),
  upload: () => Promise.reject(new Error('no network')),
  ...{ tabId: 'tab', isVisible: () => true, onVisibility: () => {}, onLeave: () => {} },
  ...{ isOnline: () => true, onOnline: () => {}, onOffline: () => {}, build: 'test' },
  store: new MemoryStore(),
})

test('the two tabs that were visible last hold a connection, the last one speaks for all', () => {
  const browser = new Browser()
  const [a, b, c] = ['a', 'b', 'c'].map((name) => {
    const tab = browser.open(name)
    tab.show()
    tab.hide()
    return tab
  })
  c!.show()

  assert.equal(
    [a, b, c].map((tab) => tab!.tabs.mayHold),
    [false, true, true],
  )
  assert.equal(
    [a, b, c].map((tab) => tab!.tabs.isFirst),
    [false, false, true],
  )

  c!.hide()
  a!.show()
  assert.equal(
    [a, b, c].map((tab) => tab!.tabs.mayHold),
    [true, false, true],
  )
  assert.equal(
    [a, b, c].map((tab) => tab!.tabs.isFirst),
    [true, false, false],
  )
})

test('a tab that was closed, or is not heard of any more, leaves its place to others', () => {
  const browser = new Browser()
  const [a, b, c] = ['a', 'b', 'c'].map((name) => browser.open(name))
  a!.hide()
  b!.show()
  c!.show()
  assert.not.ok(a!.tabs.mayHold)

  c!.tabs.leave()
  assert.ok(a!.tabs.mayHold)
  assert.not.ok(a!.tabs.isFirst)

  browser.now += 70_000
  assert.ok(a!.tabs.isFirst)
})

/** Uploads that end when the test says so. */
function uploading() {
  const under: { name: string; end: (answer: Answer) => void; how: UploadOptions }[] = []
  const env = {
    ...environment(),
    upload(_path: string, { name }: { name: string }, how: UploadOptions) {
      const { promise, resolve } = Promise.withResolvers<Answer>()
      under.push({ name, end: resolve, how })
      how.signal.addEventListener('abort', () =>
        resolve({ ok: false, code: 'ABORTED', msg: '', status: 0 }),
      )
      return promise
    },
  }
  const uploads = new Uploads(env, new Http(env))
  const add = (name: string) => uploads.add(new File(['x'], name))
  return { add, under, names: () => under.map(({ name }) => name) }
}

const done = (name: string): Answer => ({ ok: true, url: `/user_uploads/${name}`, filename: name })

test('files go up two at a time, and tell how far they are', async () => {
  const { add, under, names } = uploading()
  const files = ['one', 'two', 'three'].map(add)
  assert.equal(names(), ['one', 'two'])

  under[0]!.how.onProgress(0.5)
  assert.equal(files[0]!.state.value, { kind: 'uploading', part: 0.5 })
  under[0]!.end(done('one'))

  assert.equal(await files[0]!.finished, {
    ...{ kind: 'done', url: '/user_uploads/one', filename: 'one' },
  })
  await new Promise((resolve) => setImmediate(resolve))
  assert.equal(names(), ['one', 'two', 'three'])
})

test('an upload that was given up makes room, and one that failed can be tried again', async () => {
  const { add, under, names } = uploading()
  const [one, two, three] = ['one', 'two', 'three'].map(add)
  one!.cancel()
  assert.equal(await one!.finished, { kind: 'cancelled' })
  const problem = { ok: false as const, code: 'BAD_REQUEST', msg: 'Too large', status: 413 }
  under[1]!.end(problem)
  assert.equal(await two!.finished, { kind: 'failed', problem })
  await new Promise((resolve) => setImmediate(resolve))
  assert.equal(names(), ['one', 'two', 'three'])

  two!.retry()
  assert.equal(names(), ['one', 'two', 'three', 'two'])
  under[3]!.end(done('two'))
  await new Promise((resolve) => setImmediate(resolve))

  assert.is(two!.state.value.kind, 'done')
  assert.is(three!.state.value.kind, 'uploading')
})

test.run()
