// Reading a long channel: what one looks at stays where it is, to the pixel, whatever comes or goes.

import type { Page } from 'playwright-core'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Chat, Person } from '../../chat.ts'
import { browserTests, measure } from './browser.ts'
import { climbTo } from './climbing.ts'

const inBrowser = browserTests(test)

const CHANNEL = '/#narrow/channel/1-general'
const MOST_NODES = 6500

/** Two people write in turn, in several topics, over weeks. */
async function longChannel(chat: Chat, messages: number): Promise<Person> {
  const ben = await chat.join('Ben')
  const writers = [ben, chat.olga]
  for (let sent = 0; sent < messages; sent += 125) {
    chat.clock.advance(20 * 3600)
    // One after the other: what two send at once arrives in the order of their shares.
    for (let i = 0; i < 125; i++) {
      await writers[(i >> 2) % 2]!.say(
        'general',
        ['sails', 'ropes', 'lunch'][Math.floor(i / 9) % 3]!,
        `Message ${sent + i}${'\nand a line'.repeat(i % 3)}`,
      )
    }
  }
  await chat.olga.post('/mark_all_as_read')
  return ben
}

/**
 * Answers with messages come only when the top of the list is near, and the list is scrolled once
 * more between the answer and its drawing, before the browser says so.
 */
function answerLate() {
  const fetchNow = globalThis.fetch
  const state = Object.assign(globalThis, { scrolledBetween: 0 })
  globalThis.fetch = async (...request) => {
    const answer = await fetchNow(...request)
    const box = document.querySelector('.feed-scroll')
    if (!String(request[0]).includes('/json/messages?') || !box?.querySelector('article'))
      return answer
    const body = await answer.json()
    while (box.scrollTop > 400 && box.isConnected) await new Promise(requestAnimationFrame)
    const before = box.scrollTop
    box.scrollTop -= 130
    state.scrolledBetween += before - box.scrollTop
    return Object.assign(answer, { json: async () => body })
  }
}

inBrowser('older messages come in above without moving what is read', async (scene) => {
  const { chat } = scene
  await longChannel(chat, 1700)
  const page = await scene.open(chat.olga)
  await page.evaluate(answerLate)
  await page.evaluate((hash) => {
    location.hash = hash
  }, CHANNEL.slice(1))
  await page.getByRole('article').last().waitFor()
  const newest = Number(await page.getByRole('article').last().getAttribute('data-message-id'))

  for (const above of [500, 1000, 1500]) {
    const found = await climbTo(page, newest - above)
    assert.ok(found.drift <= 1, `what is read moved by ${found.drift} pixels`)
    assert.is(found.blanks, 0)
    const { nodes } = await measure(page)
    assert.ok(nodes <= MOST_NODES, `${nodes} nodes`)
  }
})

/** The first text that begins in view, and where. */
const topText = (page: Page) =>
  page.locator('.feed-scroll').evaluate((box) => {
    const { top } = box.getBoundingClientRect()
    const texts = [...box.querySelectorAll('article[data-message-id] .body')]
    const text = texts.find((text) => text.getBoundingClientRect().top >= top)!
    const id = text.closest<HTMLElement>('article')!.dataset.messageId!
    return { id: Number(id), top: text.getBoundingClientRect().top }
  })

type Spot = Awaited<ReturnType<typeof topText>>

/** @throws when the text does not stand where it stood, after the browser has drawn */
async function requireStill(page: Page, spot: Spot, after: string) {
  const top = await page.evaluate(async (id) => {
    await new Promise(requestAnimationFrame)
    await new Promise(requestAnimationFrame)
    return document.querySelector(`[data-message-id="${id}"] .body`)!.getBoundingClientRect().top
  }, spot.id)
  assert.ok(Math.abs(top - spot.top) <= 1, `${top - spot.top} pixels after ${after}`)
}

inBrowser('nothing that happens around it moves the message one reads', async (scene) => {
  const { chat } = scene
  const ben = await longChannel(chat, 125)
  const page = await scene.open(chat.olga)
  let showPictures = () => {}
  const held = new Promise<void>((resolve) => {
    showPictures = resolve
  })
  await page.route('**/external_content/**', async (route) => {
    await held
    await route.fulfill({ contentType: 'image/svg+xml', body: PICTURE })
  })
  const picture = await ben.say('general', 'lunch', 'https://kitchen.test/soup.jpg')
  const long = await ben.say('general', 'lunch', 'Short')
  await Promise.all(Array.from({ length: 40 }, (_, i) => ben.say('general', 'lunch', `After ${i}`)))
  await chat.olga.post('/mark_all_as_read')
  await page.goto(`${chat.url}${CHANNEL}/near/${long + 20}`)
  await page.locator(`[data-message-id="${long + 20}"]`).waitFor()
  const spot = await topText(page)
  assert.ok(spot.id > long, 'the picture and the message that changes are above what is in view')

  await ben.say('general', 'lunch', 'Far below')
  await page.getByRole('button', { name: '1 new' }).waitFor()
  await requireStill(page, spot, 'a new message')

  await ben.patch(`/messages/${long}`, { content: 'Longer\n\n'.repeat(20) })
  await page.locator(`[data-message-id="${long}"]`).getByText('edited').waitFor()
  await requireStill(page, spot, 'a message above became longer')

  showPictures()
  await page.waitForFunction((id) => {
    const image = document.querySelector<HTMLImageElement>(`[data-message-id="${id}"] a.image img`)
    return image !== null && image.naturalWidth > 0
  }, picture)
  await requireStill(page, spot, 'a picture above was loaded')

  await page.keyboard.press('r')
  await page.getByRole('textbox', { name: 'Message' }).fill('One\n'.repeat(12))
  await requireStill(page, spot, 'the composer grew')

  for (const width of [800, 1100]) {
    await page.setViewportSize({ width, height: 700 })
    await requireStill(page, spot, `the window became ${width} pixels wide`)
  }
})

const PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="200"></svg>'

test.run()
