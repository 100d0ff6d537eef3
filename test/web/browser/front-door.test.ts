// The door of the web client in Chromium, and what its policy keeps out.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { browserTests, requireAccessible } from './browser.ts'

const inBrowser = browserTests(test)

inBrowser('the address of the server shows the client', async ({ chat, open, requests }) => {
  const page = await open(chat.olga)

  await page.getByRole('heading', { name: 'Inbox' }).waitFor()

  assert.is(await page.title(), 'Inbox – Harbour')
  assert.is(requests[0], 'GET /')
  await requireAccessible(page)
})

inBrowser(
  'nothing that did not come with the client runs in it',
  async ({ chat, open, expectProblem }) => {
    const page = await open(chat.olga)
    await page.getByRole('heading', { name: 'Inbox' }).waitFor()
    expectProblem(/Content Security Policy|Trusted(HTML|Script)/)

    const refusal = await page.evaluate(() => {
      const script = document.createElement('script')
      script.append('window.wasRun = true')
      document.body.append(script)
      try {
        document.body.innerHTML = '<p>from a string</p>'
      } catch (error) {
        return String(error)
      }
      return 'nothing was refused'
    })

    assert.match(refusal, /TrustedHTML/)
    assert.is(await page.evaluate('window.wasRun'), undefined)
  },
)

test.run()
