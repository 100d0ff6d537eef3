// Without a network or a server in Chromium: the client starts, shows what it has, and sends later.

import type { Page } from 'playwright-core'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { browserTests, type Scene } from './browser.ts'

const inBrowser = browserTests(test)

inBrowser(
  'a stored client starts while the server is away, and keeps no answers of the API',
  async ({ chat, open, expectProblem }) => {
    expectProblem(/./)
    // The test starts the worker itself, which the policy of the page leaves to the client.
    const page = await open(chat.olga, { context: { bypassCSP: true } })
    await page.evaluate(async () => {
      await navigator.serviceWorker.register('/sw.js')
      await navigator.serviceWorker.ready
    })
    await page.reload()

    await page.context().setOffline(true)
    await page.reload()

    await page.locator('#app > *').first().waitFor()
    const stored = await page.evaluate(async () => {
      const caches_ = await Promise.all((await caches.keys()).map((name) => caches.open(name)))
      const requests = (await Promise.all(caches_.map((cache) => cache.keys()))).flat()
      return requests.map(({ url }) => new URL(url).pathname)
    })
    assert.ok(stored.includes('/'))
    assert.ok(stored.some((path) => /^\/web\/main\./.test(path)))
    assert.equal(
      stored.filter((path) => path.startsWith('/json')),
      [],
    )
  },
)

const TOPIC = '#narrow/channel/1-general/topic/lunch'

/** Waits until the client has kept in an area of its store, for each pattern, a row `key value`. */
async function untilKept(page: Page, area: string, patterns: readonly RegExp[]) {
  const wanted = { area, sources: patterns.map(({ source }) => source) }
  await page.waitForFunction(async ({ area, sources }) => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve) => {
        request.onsuccess = () => resolve(request.result)
      })
    const db = await done(indexedDB.open('hearth'))
    const store = db.transaction(area).objectStore(area)
    const [keys, values] = await Promise.all([done(store.getAllKeys()), done(store.getAll())])
    db.close()
    const rows = keys.map((key, at) => `${key} ${JSON.stringify(values[at])}`)
    return sources.every((source) => rows.some((row) => new RegExp(source).test(row)))
  }, wanted)
}

/** A window whose client is stored by the service worker, and what it shows by the client itself. */
async function openStored({ chat, open, expectProblem }: Scene): Promise<Page> {
  expectProblem(/ERR_INTERNET_DISCONNECTED|Failed to fetch|ServiceWorker/)
  const page = await open(chat.olga, { path: `/${TOPIC}`, context: { bypassCSP: true } })
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/sw.js')
    await navigator.serviceWorker.ready
  })
  await page.getByRole('article').last().waitFor()
  await page.evaluate(() => dispatchEvent(new Event('pagehide')))
  await untilKept(page, 'meta', [/^at\//, /^lists /])
  return page
}

const banner = (page: Page) => page.getByRole('status').getByText('You are offline.')

const topicLink = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Conversations' }).getByRole('link', { name })

inBrowser('without a network the page shows what it showed, and sends later', async (scene) => {
  const { chat } = scene
  const ben = await chat.join('Ben')
  await ben.say('general', 'plans', 'The sea?')
  await ben.say('general', 'lunch', 'Soup?')
  const page = await openStored(scene)
  await page.context().setOffline(true)
  await page.reload()

  await page.getByRole('feed').getByText('Soup?').waitFor()
  await banner(page).waitFor()
  await topicLink(page, 'plans, 1 unread').waitFor()
  const field = page.getByRole('textbox', { name: 'Message' })
  await field.fill('With bread')
  await field.press('Control+Enter')
  await field.fill('And butter')
  await field.press('Control+Enter')
  // A page that goes before that keeps the text as the draft it was.
  await untilKept(page, 'local', [/^outbox\/.*With bread/, /^outbox\/.*And butter/])
  await page.reload()
  await page.getByText('And butter').waitFor()
  assert.is(await page.getByText('With bread').count(), 1)
  await ben.say('general', 'lunch', 'Are you there?')

  await page.context().setOffline(false)

  await page.getByRole('feed').getByText('And butter').waitFor()
  await page.getByRole('feed').getByText('Are you there?').waitFor()
  await banner(page).waitFor({ state: 'detached' })
  const { messages } = await ben.get('/messages', {
    ...{ anchor: 'newest', num_before: 10, num_after: 0, apply_markdown: false },
    narrow: [{ operator: 'topic', operand: 'lunch' }],
  })
  const written = messages.map(({ content }: { content: string }) => content)
  assert.equal(written, ['Soup?', 'Are you there?', 'With bread', 'And butter'])
  const shown = await page.getByRole('feed').locator('.body .content').allTextContents()
  assert.equal(
    shown.map((text) => text.trim()),
    written,
  )
})

inBrowser('a network that goes is noticed at once, and its return as well', async (scene) => {
  const { chat, expectProblem } = scene
  expectProblem(/ERR_INTERNET_DISCONNECTED/)
  const page = await scene.open(chat.olga, { path: '/#inbox' })
  await page.clock.install()
  await page.goto(`${chat.url}/${TOPIC}`)
  await page.reload()
  await page.getByRole('textbox', { name: 'Message' }).waitFor()
  // No timer fires from here on: what appears was not waited for.
  await page.clock.pauseAt(Date.now() + 60_000)

  await page.context().setOffline(true)
  await banner(page).waitFor()

  await page.context().setOffline(false)
  await banner(page).waitFor({ state: 'detached' })
})

inBrowser('a page that has nothing to show says that the server is away', async (scene) => {
  const { chat, expectProblem } = scene
  expectProblem(/./)
  const page = await scene.open(chat.olga, { path: '/#inbox' })
  await page.route('**/json/web/session', (route) => route.abort())
  await page.evaluate(() => localStorage.setItem('hearth-remember', 'no'))
  await page.reload()
  await page.getByText('The server cannot be reached.').waitFor()

  await page.unroute('**/json/web/session')
  await page.getByRole('button', { name: 'Try now' }).click()

  await page.getByRole('heading', { name: 'Inbox' }).waitFor()
})

test.run()
