// The page at /api/v1/docs in Chromium: searching, links, light and dark, a phone.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { browserTests, requireAccessible } from './browser.ts'

const inBrowser = browserTests(test)

inBrowser(
  'a search shows the endpoints with all its words',
  async ({ openAsStranger, requests }) => {
    const page = await openAsStranger({ path: '/api/v1/docs' })
    const shown = page.locator('.endpoint:visible')
    const all = await shown.count()

    await page.keyboard.press('/')
    await page.keyboard.type('delete DRAFTS')

    await page.getByText('1 endpoint', { exact: true }).waitFor()
    assert.is(await shown.count(), 1)
    await page.getByText("Deletes one of the caller's drafts.").click()
    await page.getByRole('cell', { name: 'draft_id' }).waitFor()
    await page.getByLabel('Search endpoints').fill('prev_content_sha256')
    await page.getByText('1 endpoint', { exact: true }).waitFor()
    assert.match(await shown.innerText(), 'PATCH')
    await page.getByLabel('Search endpoints').fill('')
    assert.is(await shown.count(), all)
    assert.equal(requests, ['GET /api/v1/docs'])
  },
)

inBrowser('a link to an endpoint opens it', async ({ openAsStranger }) => {
  const page = await openAsStranger({ path: '/api/v1/docs#post-messages' })

  await page.getByText('local_id', { exact: true }).waitFor()

  assert.is(await page.locator('details[open]').count(), 1)
})

for (const theme of ['light', 'dark'] as const) {
  inBrowser(`the page is accessible, ${theme}`, async ({ openAsStranger }) => {
    const page = await openAsStranger({ path: '/api/v1/docs#get-messages', theme })
    await page.getByText('What all endpoints share').first().waitFor()
    await page.locator('#introduction details', { hasText: 'Refusals' }).first().click()

    await requireAccessible(page)
  })
}

inBrowser('on a phone nothing is wider than the screen', async ({ openAsStranger }) => {
  const look = { path: '/api/v1/docs', width: 360, height: 740, touch: true }
  const page = await openAsStranger(look)

  await page.evaluate(() => {
    for (const part of document.querySelectorAll('details')) part.open = true
  })

  const widest = await page.evaluate(() => document.documentElement.scrollWidth)
  assert.is(widest, 360)
})

test.run()
