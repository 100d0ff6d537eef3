// Reading in the web client: the frame, conversations, live messages, what becomes read.

import type { Page } from 'playwright-core'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Person } from '../../chat.ts'
import { browserTests, requireAccessible } from './browser.ts'

const inBrowser = browserTests(test)

const articles = (page: Page) => page.getByRole('feed', { name: 'Messages' }).getByRole('article')

const topicLink = (page: Page, name: string | RegExp) =>
  page.getByRole('navigation', { name: 'Conversations' }).getByRole('link', { name })

/** How often rows of messages were drawn so far. */
const rowsDrawn = (page: Page) =>
  page.evaluate(
    () => (globalThis as { hearthCounts?: Record<string, number> }).hearthCounts?.row ?? 0,
  )

async function sayMany(person: Person, topic: string, count: number) {
  for (let i = 1; i <= count; i++) await person.say('general', topic, `Message number ${i}`)
}

inBrowser('the frame has its landmarks, and conversations with their counts', async (scene) => {
  const ben = await scene.chat.join('Ben')
  await ben.say('general', 'lunch', 'Soup?')
  await ben.say('general', 'lunch', 'Or salad?')
  await ben.tell([scene.chat.olga], 'Have you a minute?')

  const page = await scene.open(scene.chat.olga)

  await topicLink(page, 'lunch, 2 unread').waitFor()
  await topicLink(page, 'Ben, 1 unread').waitFor()
  for (const name of [
    'Inbox',
    'Recent conversations',
    'All messages',
    'Mentions',
    'Starred',
    'Drafts',
    'Scheduled',
  ])
    await topicLink(page, new RegExp(`^${name}`)).waitFor()
  for (const name of ['New message', 'Channels', 'Settings'])
    await page.getByRole('button', { name, exact: true }).waitFor()
  assert.is(await page.title(), '(3) Inbox – Harbour')
})

inBrowser(
  'opening a topic lands on the first unread message, and reads what is seen',
  async (scene) => {
    const { chat } = scene
    const ben = await chat.join('Ben')
    await sayMany(ben, 'log', 40)
    await chat.olga.post('/mark_all_as_read')
    await ben.say('general', 'log', 'This one is new')
    const page = await scene.open(chat.olga)

    await topicLink(page, 'log, 1 unread').click()

    await page.getByText('New messages').waitFor()
    const last = articles(page).last()
    await last.getByText('This one is new').waitFor()
    assert.is(await last.getAttribute('aria-current'), 'true')
    await topicLink(page, 'log').and(page.locator('[aria-current=page]')).waitFor()
    assert.is(await page.title(), 'log – general – Harbour')
    const flags = scene.requests.filter((request) => request === 'POST /json/messages/flags')
    assert.is(flags.length, 1)
  },
)

inBrowser('a message of someone else appears at once, drawn as one row', async (scene) => {
  const { chat } = scene
  const ben = await chat.join('Ben')
  await sayMany(ben, 'log', 20)
  const page = await scene.open(chat.olga, { path: '/#narrow/channel/1-general/topic/log' })
  await articles(page).last().getByText('Message number 20').waitFor()
  const before = await rowsDrawn(page)

  await ben.say('general', 'log', 'Fresh from the oven')
  await articles(page).last().getByText('Fresh from the oven').waitFor()

  assert.is((await rowsDrawn(page)) - before, 1)
  await page.getByRole('log').getByText('Ben: Fresh from the oven').waitFor()
})

inBrowser('reactions, edits and stars change one row in its place', async (scene) => {
  const { chat } = scene
  const ben = await chat.join('Ben')
  await sayMany(ben, 'log', 5)
  const id = await ben.say('general', 'log', 'As it was')
  const page = await scene.open(chat.olga, { path: '/#narrow/channel/1-general/topic/log' })
  await articles(page).last().getByText('As it was').waitFor()
  const before = await rowsDrawn(page)

  await ben.post(`/messages/${id}/reactions`, { emoji_name: 'tada' })
  await page.getByRole('button', { name: 'tada: Ben' }).waitFor()
  assert.is((await rowsDrawn(page)) - before, 1)

  await ben.patch(`/messages/${id}`, { content: 'As it is now' })
  await articles(page).last().getByText('As it is now').waitFor()
  await articles(page).last().getByText('edited').waitFor()
})

inBrowser('somewhere above, new messages wait behind a button and move nothing', async (scene) => {
  const { chat } = scene
  const ben = await chat.join('Ben')
  await sayMany(ben, 'log', 60)
  await chat.olga.post('/mark_all_as_read')
  const page = await scene.open(chat.olga, { path: '/#narrow/channel/1-general/topic/log' })
  await articles(page).first().waitFor()
  const scroll = page.locator('.feed-scroll')
  await scroll.evaluate((box) => {
    box.scrollTop = 300
  })
  await page.getByRole('button', { name: 'Newest messages' }).waitFor()
  const row = articles(page).nth(20)
  const before = await row.boundingBox()

  await ben.say('general', 'log', 'Far below')
  await page.getByRole('button', { name: '1 new' }).waitFor()
  assert.equal(await row.boundingBox(), before)

  await page.getByRole('button', { name: '1 new' }).click()
  await page.getByText('Far below', { exact: true }).first().waitFor()
})

inBrowser('keys go from message to message, and to the next unread topic', async (scene) => {
  const { chat } = scene
  const ben = await chat.join('Ben')
  await sayMany(ben, 'log', 4)
  await ben.say('general', 'lunch', 'Soup?')
  const page = await scene.open(chat.olga, { path: '/#narrow/channel/1-general/topic/log' })
  await articles(page).last().waitFor()

  await page.keyboard.press('End')
  await page.keyboard.press('k')
  assert.match(await page.locator('[aria-current=true]').innerText(), /Message number 3/)
  assert.is(await page.evaluate(() => document.activeElement?.getAttribute('aria-current')), 'true')
  await page.keyboard.press('n')
  await page.getByText('Soup?').waitFor()
  assert.match(page.url(), /topic\/lunch$/)
})

for (const theme of ['light', 'dark'] as const) {
  inBrowser(`messages break no rule of accessibility in ${theme} colours`, async (scene) => {
    const { chat } = scene
    const ben = await chat.join('Ben')
    const id = await ben.say(
      'general',
      'log',
      'Look, @**Olga**: `code` and [a link](https://example.org)',
    )
    await ben.say('general', 'log', '```js\nconst answer = 42 // of course\n```\n\n> a quote')
    await chat.olga.post(`/messages/${id}/reactions`, { emoji_name: 'tada' })
    const page = await scene.open(chat.olga, {
      theme,
      path: '/#narrow/channel/1-general/topic/log',
    })
    await articles(page).last().waitFor()
    await articles(page).first().hover()
    await requireAccessible(page)

    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Copy link' }).waitFor()
    await requireAccessible(page)
  })
}

for (const width of [320, 1280]) {
  for (const locale of ['en-US', 'en-GB']) {
    inBrowser(
      `the time of a message that follows another stands whole beside its text: ${locale}, ${width} pixels`,
      async ({ chat, open }) => {
        await sayMany(await chat.join('Ben'), 'lunch', 2)
        const page = await open(chat.olga, {
          path: '#narrow/channel/1-general/topic/lunch',
          width,
          touch: width < 500,
          context: { locale },
        })
        const second = articles(page).nth(1)
        await second.focus()

        const time = await second.locator('.time').boundingBox()
        const head = await second.locator('.head').boundingBox()
        const body = await second.locator('.body').boundingBox()
        assert.ok(head!.x >= 0 && time!.x >= head!.x, 'its beginning is not cut off')
        assert.ok(time!.x + time!.width <= head!.x + head!.width, 'its end is not cut off')
        assert.ok(time!.x + time!.width <= body!.x, 'it does not lie on the text')
      },
    )
  }
}

test.run()
