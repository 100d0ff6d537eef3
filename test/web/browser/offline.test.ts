// The service worker in Chromium: the client starts without the server.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { browserTests } from './browser.ts'

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

test.run()
