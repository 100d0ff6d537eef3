// Coming back to where one was: reloading the page, going elsewhere and back.

import type { Page } from 'playwright-core'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Chat } from '../../chat.ts'
import { browserTests } from './browser.ts'

const inBrowser = browserTests(test)

const LOG = '/#narrow/channel/1-general/topic/log'
const MESSAGES = 300

/** Ben has written 300 messages of one to three lines, and Olga has read them. */
async function longTopic(chat: Chat) {
  const ben = await chat.join('Ben')
  for (let i = 1; i <= MESSAGES; i++)
    await ben.say('general', 'log', `Message ${i}${'\nand a line'.repeat(i % 3)}`)
  await chat.olga.post('/mark_all_as_read')
  return ben
}

/** The first message that can be seen, and how far below the top of the view it begins. */
const placeIn = (page: Page) =>
  page.locator('.feed-scroll').evaluate((box) => {
    const top = box.getBoundingClientRect().top
    const rows = [...box.querySelectorAll<HTMLElement>('article[data-message-id]')]
    const row = rows.find((row) => row.getBoundingClientRect().bottom > top)!
    return { id: row.dataset.messageId!, offset: row.getBoundingClientRect().top - top }
  })

type Spot = Awaited<ReturnType<typeof placeIn>>

/** Waits until the same message stands at the same pixel, give or take one. */
const standsAt = (page: Page, { id, offset }: Spot) =>
  page.waitForFunction(
    ([id, offset]) => {
      const box = document.querySelector('.feed-scroll')
      const row = box?.querySelector(`article[data-message-id="${id}"]`)
      if (!box || !row) return false
      const found = row.getBoundingClientRect().top - box.getBoundingClientRect().top
      return Math.abs(found - offset) <= 1
    },
    [id, offset] as const,
  )

/** Scrolls up by the wheel until older messages were fetched, and a bit on. */
async function scrollUp(page: Page) {
  await page.getByText(`Message ${MESSAGES}`).waitFor()
  await page.locator('.feed-scroll').hover()
  for (let i = 0; i < 12; i++) {
    // At the top the wheel would do nothing until the older ones arrive.
    await page.waitForFunction(() => document.querySelector('.feed-scroll')!.scrollTop > 437)
    const before = await placeIn(page)
    await page.mouse.wheel(0, -437)
    await page.waitForFunction(
      ([id, offset]) => {
        const box = document.querySelector('.feed-scroll')!
        const row = box.querySelector(`article[data-message-id="${id}"]`)
        const top = box.getBoundingClientRect().top
        return !row || row.getBoundingClientRect().top - top > offset + 400
      },
      [before.id, before.offset] as const,
    )
  }
}

inBrowser('a reload returns to the same message at the same pixel', async ({ chat, open }) => {
  await longTopic(chat)
  const page = await open(chat.olga, { path: LOG })
  await scrollUp(page)
  const place = await placeIn(page)

  await page.reload()

  await standsAt(page, place)
  await page.goto(`${chat.url}/#inbox`)
  await page.getByRole('heading', { name: 'All caught up' }).waitFor()
  await page.goBack()
  await standsAt(page, place)
  assert.equal((await placeIn(page)).id, place.id)

  await page.goto(`${chat.url}/#inbox`)
  await page.getByRole('heading', { name: 'All caught up' }).waitFor()
  await page.reload()
  await page.getByRole('heading', { name: 'All caught up' }).waitFor()
  await page.goBack()
  await standsAt(page, place)
})

inBrowser('one who was at the end is there after a reload', async ({ chat, open }) => {
  const ben = await longTopic(chat)
  const page = await open(chat.olga, { path: LOG })
  await page.getByText(`Message ${MESSAGES}`).waitFor()

  await page.reload()

  await page.getByText(`Message ${MESSAGES}`).waitFor()
  await ben.say('general', 'log', 'And one more')
  await page.getByText('And one more').first().waitFor()
  await page.waitForFunction(() => {
    const box = document.querySelector('.feed-scroll')!
    return box.scrollHeight - box.scrollTop - box.clientHeight < 2
  })
})

inBrowser('logging out forgets where one was', async ({ chat, open }) => {
  const ben = await chat.join('Ben')
  await ben.say('general', 'log', 'Only this')
  const page = await open(chat.olga, { path: LOG })
  await page.getByRole('article').first().waitFor()
  await page.reload()
  await page.getByRole('article').first().waitFor()
  const kept = () => page.evaluate(() => sessionStorage.getItem('hearth-places'))
  assert.match((await kept())!, 'c:1:log')

  await page.getByRole('button', { name: 'Olga' }).last().click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await page.getByRole('textbox', { name: 'Email' }).waitFor()

  assert.is(await kept(), null)
})

test.run()
