// What is done with one message beyond writing: forwarding, reminding, reporting, who has read it, how
// it changed, where it moves; and the same on a phone, by touch.

import type { Page } from 'playwright-core'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Person } from '../../chat.ts'
import { browserTests, requireAccessible } from './browser.ts'

const inBrowser = browserTests(test)

const TOPIC = '/#narrow/channel/1-general/topic/lunch'

const articles = (page: Page) => page.getByRole('feed', { name: 'Messages' }).getByRole('article')
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })

/** Opens the menu of the last message and takes one of its items. */
async function choose(page: Page, item: string) {
  await articles(page).last().focus()
  await page.keyboard.press('i')
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

/** What was written in a topic, as it was typed. */
async function sourcesIn(person: Person, topic: string): Promise<string[]> {
  const { messages } = await person.get('/messages', {
    ...{ anchor: 'newest', num_before: 20, num_after: 0, apply_markdown: false },
    narrow: [{ operator: 'topic', operand: topic }],
  })
  return messages.map(({ content }: { content: string }) => content)
}

inBrowser('a message is forwarded with a few words', async ({ chat, open }) => {
  const ben = await chat.join('Ben')
  await ben.say('general', 'plans', 'Where do we go?')
  await ben.say('general', 'lunch', 'Soup at noon')
  const page = await open(chat.olga, { path: TOPIC })

  await choose(page, 'Forward')
  const form = dialog(page, 'Forward')
  await form.getByRole('combobox', { name: 'To' }).fill('plans')
  await form.getByRole('option', { name: /plans/ }).first().click()
  await form.getByRole('textbox', { name: 'Add a few words' }).fill('There first')
  await requireAccessible(page)
  await form.getByRole('button', { name: 'Forward' }).click()

  await page.getByText('Forwarded').first().waitFor()
  await form.waitFor({ state: 'detached' })
  const link = page.getByRole('link', { name: /^plans/ }).first()
  await link.click()
  await articles(page).last().getByText('There first').waitFor()
  const [, forwarded] = await sourcesIn(ben, 'plans')
  assert.match(
    forwarded!,
    /^There first\n\n@_\*\*Ben\*\* \[said\]\(\S+\):\n```quote\nSoup at noon\n```/,
  )
})

inBrowser('editing can be given up before the source has come', async ({ chat, open }) => {
  const id = await chat.olga.say('general', 'lunch', 'Soup at noon')
  const page = await open(chat.olga, { path: TOPIC })
  await articles(page).last().waitFor()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const source = `**/json/messages/${id}?*`
  await page.route(source, async (route) => {
    await released
    await route.continue()
  })

  const box = page.getByRole('textbox', { name: 'Edit message' })
  await choose(page, 'Edit')
  await box.waitFor()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await box.waitFor({ state: 'detached' })
  // What comes then has no field any more, which is no error.
  await Promise.all([page.waitForResponse(source), release()])
  await choose(page, 'Edit')
  await box.and(page.locator(':read-write')).waitFor()
  assert.is(await box.inputValue(), 'Soup at noon')
})

inBrowser('one is reminded, reports to the moderators, and sees who has read', async (scene) => {
  const { chat } = scene
  const ben = await chat.join('Ben')
  const cyd = await chat.join('Cyd')
  const id = await ben.say('general', 'lunch', 'Soup at noon')
  await cyd.post('/messages/flags', { messages: [id], op: 'add', flag: 'read' })
  await chat.olga.subscribe('reports', { invite_only: true })
  const { stream_id } = await chat.olga.get('/get_stream_id', { stream: 'reports' })
  const page = await scene.open(chat.olga, { path: TOPIC })
  await articles(page).last().focus()
  await page.keyboard.press('i')
  await page.getByRole('menuitem', { name: 'Copy link' }).waitFor()
  assert.is(await page.getByRole('menuitem', { name: 'Report' }).count(), 0, 'nobody would see it')
  await page.keyboard.press('Escape')
  await chat.olga.patch('/realm', { moderation_request_channel_id: stream_id })

  await choose(page, 'Read receipts')
  await dialog(page, 'Read receipts').getByText('Cyd').waitFor()
  await page.keyboard.press('Escape')

  await choose(page, 'Remind me')
  const reminder = dialog(page, 'Remind me of this message')
  await reminder.getByRole('radio', { name: 'In three hours' }).check()
  await reminder.getByRole('textbox', { name: 'Note' }).fill('Bring bread')
  await requireAccessible(page)
  await reminder.getByRole('button', { name: 'Remind me' }).click()
  await page.getByText(/^You will be reminded/).waitFor()
  const { reminders } = await chat.olga.get('/reminders')
  assert.is(reminders[0].reminder_target_message_id, id)

  await choose(page, 'Report')
  const report = dialog(page, 'Report this message')
  await report.getByRole('combobox', { name: 'Reason' }).selectOption('Something else')
  await report.getByRole('textbox', { name: 'What they should know' }).fill('It was cold')
  await report.getByRole('button', { name: 'Send' }).click()
  await page.getByText('The moderators have been told').waitFor()
  await page
    .getByRole('link', { name: /^reports/ })
    .first()
    .waitFor()
  const { messages } = await chat.olga.get('/messages', {
    ...{ anchor: 'newest', num_before: 1, num_after: 0 },
    narrow: [{ operator: 'channel', operand: 'reports' }],
  })
  assert.match(messages[0].content, /It was cold/)
})

inBrowser('the history of a message shows what was added and taken away', async (scene) => {
  const { chat } = scene
  const id = await chat.olga.say('general', 'lunch', 'Soup at noon')
  await chat.olga.patch(`/messages/${id}`, { content: 'Soup at one' })
  const page = await scene.open(chat.olga, { path: TOPIC })
  await articles(page).last().getByText('edited').waitFor()

  await choose(page, 'Edit history')

  const history = dialog(page, 'Edit history')
  await history.getByText('Written by Olga').waitFor()
  await history.getByText('Changed by Olga').waitFor()
  assert.is((await history.locator('.highlight_text_deleted').textContent())?.trim(), 'noon')
  assert.is((await history.locator('.highlight_text_inserted').textContent())?.trim(), 'one')
  await requireAccessible(page)
})

inBrowser('a view goes along with its topic, and so does what one writes there', async (scene) => {
  const { chat } = scene
  const ben = await chat.join('Ben')
  await ben.say('general', 'lunch', 'Soup?')
  const last = await ben.say('general', 'lunch', 'Or salad?')
  const page = await scene.open(chat.olga, { path: TOPIC })
  await articles(page).last().waitFor()
  const field = page.getByRole('textbox', { name: 'Message' })
  await field.fill('Half a thought')

  await ben.patch(`/messages/${last}`, { topic: 'dinner', propagate_mode: 'change_all' })
  await page.getByRole('heading', { name: /dinner/ }).waitFor()
  await articles(page).getByText('Or salad?').waitFor()
  assert.is(await field.inputValue(), 'Half a thought')
  assert.match(page.url(), /topic\/dinner/)

  await page
    .getByRole('button', { name: /resolve/i })
    .first()
    .click()
  await page.waitForURL(/topic\/(%E2%9C%94|\.E2\.9C\.94)/)
  await articles(page).first().getByText('Soup?').waitFor()
  assert.is(await field.inputValue(), 'Half a thought')

  await choose(page, 'Move')
  const move = dialog(page, 'Move messages')
  await move.getByRole('combobox', { name: 'Topic' }).fill('supper')
  await move.getByRole('radio', { name: 'This message', exact: true }).check()
  await move.getByRole('button', { name: 'Move' }).click()
  await move.waitFor({ state: 'detached' })
  await page
    .getByRole('link', { name: /^supper/ })
    .first()
    .waitFor()
  assert.match(page.url(), /dinner$/, 'what stays keeps the view')
})

inBrowser('on a phone a long press opens the menu, whose items can be touched', async (scene) => {
  const { chat } = scene
  const ben = await chat.join('Ben')
  await ben.say('general', 'lunch', 'Soup?')
  const page = await scene.open(chat.olga, { path: TOPIC, width: 390, height: 844, touch: true })
  const text = articles(page).last().getByText('Soup?')
  await articles(page).last().and(page.locator('[aria-current]')).waitFor()
  const box = (await text.boundingBox())!
  const touch = await page.context().newCDPSession(page)

  // The browser cuts a touch that began before the page did: it would be a short one.
  await page.waitForFunction(() => performance.now() > 1000)
  const now = Date.now() / 1000
  await touch.send('Input.dispatchTouchEvent', {
    ...{ type: 'touchStart', timestamp: now - 1 },
    touchPoints: [{ x: box.x + 5, y: box.y + box.height / 2 }],
  })
  await touch.send('Input.dispatchTouchEvent', {
    ...{ type: 'touchEnd', touchPoints: [], timestamp: now },
  })
  const menu = page.getByRole('menu', { name: 'Message menu' })
  await menu.waitFor()

  const heights = await menu
    .getByRole('menuitem')
    .evaluateAll((items) => items.map((item) => item.getBoundingClientRect().height))
  assert.ok(Math.min(...heights) >= 44, `items are ${Math.min(...heights)} pixels high`)
  await menu.getByRole('menuitem', { name: 'Star', exact: true }).tap()
  await page.getByRole('img', { name: 'Starred' }).waitFor()
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  assert.ok(wide <= 0, 'nothing scrolls sideways')
})

test.run()
