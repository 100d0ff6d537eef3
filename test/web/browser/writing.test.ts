// Writing in the web client: sending, drafts, suggestions, and what is done with messages.

import type { Page } from 'playwright-core'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { browserTests, requireAccessible } from './browser.ts'

const inBrowser = browserTests(test)

const TOPIC = '/#narrow/channel/1-general/topic/lunch'

const articles = (page: Page) => page.getByRole('feed', { name: 'Messages' }).getByRole('article')
const field = (page: Page) => page.getByRole('textbox', { name: 'Message' })
const send = (page: Page) => page.getByRole('button', { name: 'Send', exact: true })

/** Opens the menu of the last message. */
async function openMenu(page: Page) {
  await articles(page).last().hover()
  const tools = page.getByRole('toolbar', { name: 'Message actions' })
  await tools.getByRole('button', { name: 'More' }).click()
}

const choose = (page: Page, name: string) =>
  page.getByRole('menuitem', { name, exact: true }).click()

inBrowser('a message is there before the server has answered, and once', async ({ chat, open }) => {
  const ben = await chat.join('Ben')
  await ben.say('general', 'lunch', 'Soup?')
  const page = await open(chat.olga, { path: TOPIC })
  await articles(page).last().getByText('Soup?').waitFor()
  const inbox = await ben.listen({ event_types: ['message'] })
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/json/messages', async (route) => {
    if (route.request().method() === 'POST') await held
    await route.continue()
  })

  await field(page).fill('Yes, with bread')
  await field(page).press('Control+Enter')
  await page.getByText('Sending…').waitFor()
  assert.is(await page.getByText('Yes, with bread').count(), 1)
  release()

  await articles(page).last().getByText('Yes, with bread').waitFor()
  await page.getByText('Sending…').waitFor({ state: 'detached' })
  assert.is(await page.getByText('Yes, with bread').count(), 1)
  const [event] = await inbox.wait()
  assert.is(event!.message.content, 'Yes, with bread')
  assert.is(await field(page).inputValue(), '')
})

inBrowser('a refused message says why and can be sent again', async ({ chat, open }) => {
  const ben = await chat.join('Ben')
  await ben.say('general', 'lunch', 'Soup?')
  const page = await open(chat.olga, { path: TOPIC })
  await articles(page).last().waitFor()
  await page.route('**/json/messages', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({
          status: 400,
          json: { result: 'error', code: 'BAD_REQUEST', msg: 'The kitchen is closed' },
        })
      : route.continue(),
  )
  await field(page).fill('Yes')
  await send(page).click()
  await page.getByText('Not sent: The kitchen is closed').waitFor()
  await page.unroute('**/json/messages')

  await page.getByRole('button', { name: 'Send again' }).click()

  await articles(page).last().getByText('Yes', { exact: true }).waitFor()
  await page.getByText('Not sent').waitFor({ state: 'detached' })
})

inBrowser('a new topic is begun from its channel', async ({ chat, open }) => {
  const page = await open(chat.olga, { path: '/#narrow/channel/1-general' })

  await page.getByRole('combobox', { name: 'Topic' }).fill('plans')
  await field(page).fill('Where do we go?')
  await send(page).click()

  await page.getByRole('heading', { name: /general.*plans/ }).waitFor()
  await articles(page).last().getByText('Where do we go?').waitFor()
  assert.match(page.url(), /topic\/plans$/)
})

inBrowser('a direct message is begun with people', async ({ chat, open }) => {
  const ben = await chat.join('Ben')
  const page = await open(chat.olga)

  await page.getByRole('heading', { name: 'Inbox' }).waitFor()
  await page.keyboard.press('x')
  await page.getByRole('combobox', { name: 'To' }).fill('be')
  await page.getByRole('option', { name: 'Ben' }).click()
  await field(page).fill('Hello Ben')
  await send(page).click()

  await articles(page).last().getByText('Hello Ben').waitFor()
  const { messages } = await ben.get('/messages', {
    ...{ anchor: 'newest', num_before: 1, num_after: 0 },
  })
  assert.is(messages[0].content, '<p>Hello Ben</p>')
})

inBrowser('drafts come back with their topic, and after loading the page again', async (scene) => {
  const { chat } = scene
  const ben = await chat.join('Ben')
  await ben.say('general', 'lunch', 'Soup?')
  await ben.say('general', 'plans', 'The sea?')
  const page = await scene.open(chat.olga, { path: TOPIC })
  await field(page).fill('Half a thought')

  await page.evaluate(() => {
    location.hash = '#narrow/channel/1-general/topic/plans'
  })
  await articles(page).last().getByText('The sea?').waitFor()
  assert.is(await field(page).inputValue(), '')
  await page.goBack()
  await articles(page).last().getByText('Soup?').waitFor()
  assert.is(await field(page).inputValue(), 'Half a thought')

  await page.reload()
  await articles(page).last().waitFor()
  assert.is(await field(page).inputValue(), 'Half a thought')
})

inBrowser('a key in the message draws nothing but the message', async ({ chat, open }) => {
  const ben = await chat.join('Ben')
  await ben.say('general', 'lunch', 'Soup?')
  const page = await open(chat.olga, { path: TOPIC })
  await articles(page).last().waitFor()
  const counts = () =>
    page.evaluate(() => ({
      ...(globalThis as { hearthCounts?: Record<string, number> }).hearthCounts,
    }))
  await field(page).pressSequentially('He')
  const before = await counts()

  await field(page).pressSequentially('llo, everybody out there')

  assert.equal(await counts(), before)
})

inBrowser('people, channels and emoji are suggested while one types', async ({ chat, open }) => {
  const ben = await chat.join('Ben Okafor')
  await ben.say('general', 'lunch', 'Soup?')
  const page = await open(chat.olga, { path: TOPIC })
  await field(page).pressSequentially('Ask @oka')
  await page.getByRole('option', { name: 'Ben Okafor' }).waitFor()
  await field(page).press('Enter')
  assert.is(await field(page).inputValue(), 'Ask @**Ben Okafor** ')

  await field(page).pressSequentially('in #gen')
  await page.getByRole('option', { name: 'general' }).waitFor()
  await field(page).press('Tab')
  await page.getByRole('option', { name: 'lunch' }).waitFor()
  await field(page).press('Enter')
  assert.match(await field(page).inputValue(), /in #\*\*general>lunch\*\* $/)

  await field(page).pressSequentially(':tad')
  await page.getByRole('option', { name: 'tada' }).first().waitFor()
  await field(page).press('Enter')
  assert.match(await field(page).inputValue(), /🎉 $/u)
})

inBrowser('names of emoji that do not come are asked for once a key', async (scene) => {
  const page = await scene.open(scene.chat.olga, { path: TOPIC })
  scene.expectProblem(/emoji|ERR_FAILED/)
  let asked = 0
  await page.route('**/static/**/emoji*.json', async (route) => {
    asked++
    await route.abort()
  })
  const first = page.waitForEvent('requestfailed')
  await field(page).pressSequentially('@Ol')
  await page.getByRole('option', { name: /Olga/ }).waitFor()
  await field(page).fill('')
  await field(page).pressSequentially(':sm')
  await first
  // A message there and back: whatever was to be asked for has been.
  await field(page).fill('Soup?')
  await send(page).click()
  await articles(page).last().getByText('Soup?').waitFor()
  assert.ok(asked > 0 && asked <= 3, `asked ${asked} times`)
})

inBrowser(
  'until its source is there, a message is neither typed over nor saved',
  async ({ chat, open }) => {
    const id = await chat.olga.say('general', 'lunch', 'Soop?')
    const page = await open(chat.olga, { path: TOPIC })
    await articles(page).last().waitFor()
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route(`**/json/messages/${id}?*`, async (route) => {
      await released
      await route.continue()
    })

    await openMenu(page)
    await choose(page, 'Edit')
    const box = page.getByRole('textbox', { name: 'Edit message' })
    await box.waitFor()
    assert.not(await box.isEditable())
    await page.getByRole('button', { name: 'Save' }).click()
    release()
    await box.fill('Soup?')
    await page.getByRole('button', { name: 'Save' }).click()
    await articles(page).last().getByText('Soup?').waitFor()
    const { message_history } = await chat.olga.get(`/messages/${id}/history`)
    assert.is(message_history.length, 2, 'it was changed once')
  },
)

inBrowser('one edits, stars and deletes a message of one’s own', async ({ chat, open }) => {
  const id = await chat.olga.say('general', 'lunch', 'Soop?')
  const page = await open(chat.olga, { path: TOPIC })
  await articles(page).last().waitFor()

  await openMenu(page)
  await choose(page, 'Edit')
  const box = page.getByRole('textbox', { name: 'Edit message' })
  await box.fill('Soup?')
  await page.getByRole('button', { name: 'Save' }).click()
  await articles(page).last().getByText('Soup?').waitFor()

  await openMenu(page)
  // The page shows the star before the server has it.
  const answered = page.waitForResponse((response) => response.url().endsWith('/messages/flags'))
  await choose(page, 'Star')
  await page.getByRole('img', { name: 'Starred' }).waitFor()
  await answered
  const { message } = await chat.olga.get(`/messages/${id}`)
  assert.ok(message.flags.includes('starred'))

  await openMenu(page)
  await choose(page, 'Edit history')
  const history = page.getByRole('dialog', { name: 'Edit history' })
  await history.getByText('Soop?').first().waitFor()
  await requireAccessible(page)
  await history.getByRole('button', { name: 'Close' }).click()

  await openMenu(page)
  await choose(page, 'Delete')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('Nothing is written here yet').waitFor()
})

inBrowser('a message can be quoted, moved and marked as unread', async ({ chat, open }) => {
  const ben = await chat.join('Ben')
  await ben.say('general', 'lunch', 'Soup?')
  const page = await open(chat.olga, { path: TOPIC })
  await articles(page).last().waitFor()

  await openMenu(page)
  await choose(page, 'Quote and reply')
  await page.waitForFunction(() =>
    /```quote\nSoup\?\n```/.test(
      document.querySelector<HTMLTextAreaElement>('[data-composer]')!.value,
    ),
  )
  assert.match(await field(page).inputValue(), /^@_\*\*Ben\*\* \[said\]\(http/)

  await openMenu(page)
  await choose(page, 'Mark as unread from here')
  await page.getByRole('link', { name: 'lunch, 1 unread' }).waitFor()

  await openMenu(page)
  await choose(page, 'Move')
  const dialog = page.getByRole('dialog', { name: 'Move messages' })
  await dialog.getByRole('combobox', { name: 'Topic' }).fill('dinner')
  await requireAccessible(page)
  await dialog.getByRole('button', { name: 'Move' }).click()
  await page.getByRole('link', { name: /^dinner/ }).waitFor()
})

inBrowser('reactions are given and taken back', async ({ chat, open }) => {
  const ben = await chat.join('Ben')
  await ben.say('general', 'lunch', 'Soup?')
  const page = await open(chat.olga, { path: TOPIC })
  await articles(page).last().hover()
  await page.getByRole('button', { name: 'Add reaction' }).first().click()
  await page.getByRole('combobox', { name: 'Search emoji' }).fill('tada')
  await page.getByRole('option', { name: 'tada' }).first().click()

  const mine = page.getByRole('button', { name: 'tada: You' })
  await mine.waitFor()
  assert.is(await mine.getAttribute('aria-pressed'), 'true')
  await mine.click()
  await mine.waitFor({ state: 'detached' })
})

test.run()
