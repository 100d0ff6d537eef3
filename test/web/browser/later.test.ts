// Messages that go out later: scheduled in the composer, changed and taken back in their list.

import type { Page } from 'playwright-core'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { expectSuccess, type Person } from '../../chat.ts'
import { browserTests, requireAccessible, screenshot } from './browser.ts'

const inBrowser = browserTests(test)

const TOPIC = '/#narrow/channel/1-general/topic/lunch'

const field = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true })
const later = (page: Page) => page.getByRole('button', { name: 'Send later…' })
const dialog = (page: Page, name = 'Send later') => page.getByRole('dialog', { name })

const scheduledOf = async (person: Person) =>
  expectSuccess(await person.get('/scheduled_messages')).scheduled_messages

/** As the field has it, in the time zone of the test's browser, some days from now. */
const inDays = (page: Page, days: number) =>
  page.evaluate((days) => {
    const date = new Date()
    date.setDate(date.getDate() + days)
    const two = (number: number) => String(number).padStart(2, '0')
    return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}T15:30`
  }, days)

inBrowser('a message is scheduled for tomorrow by keys alone, and taken back', async (scene) => {
  const { olga } = scene.chat
  const page = await scene.open(olga, { path: TOPIC })
  await field(page).waitFor()
  assert.ok(await later(page).isDisabled(), 'nothing is written yet')
  await field(page).fill('Soup tomorrow?')
  await later(page).focus()
  await page.keyboard.press('Enter')
  await dialog(page).waitFor()
  await page.getByRole('radio', { name: /^Tomorrow morning .*09:00/ }).waitFor()
  assert.is(await page.evaluate(() => (document.activeElement as HTMLInputElement).type), 'radio')
  await requireAccessible(page)
  await page.keyboard.press('Enter')
  const status = page.getByRole('status').filter({ hasText: 'The message goes out' })
  await status.waitFor()
  await dialog(page).waitFor({ state: 'detached' })
  assert.is(await field(page).inputValue(), '')
  await page.waitForFunction(() => document.activeElement?.matches('[data-composer]'))
  const [one, ...others] = await scheduledOf(olga)
  assert.equal(others, [])
  assert.equal([one.content, one.topic, one.to], ['Soup tomorrow?', 'lunch', 1])
  const at = new Date(one.scheduled_delivery_timestamp * 1000)
  const hour = at.toLocaleTimeString('en-GB', { timeZone: 'Europe/Berlin' })
  assert.is(hour, '09:00:00')

  await status.getByRole('button', { name: 'Undo' }).click()
  await page.waitForFunction(
    () =>
      document.querySelector<HTMLTextAreaElement>('[data-composer]')?.value === 'Soup tomorrow?',
  )
  assert.equal(await scheduledOf(olga), [])
})

inBrowser('a time of one’s own is checked in words, and kept text is not lost', async (scene) => {
  const { olga } = scene.chat
  const page = await scene.open(olga, { path: TOPIC })
  await field(page).fill('For the archive')
  await later(page).click()
  await page.getByRole('radio', { name: 'At a time I choose' }).check()
  const time = page.getByLabel('Date and time')
  const submit = dialog(page).getByRole('button', { name: 'Schedule' })
  await time.fill('')
  await submit.click()
  await page.getByRole('alert').filter({ hasText: 'Enter the day and the time' }).waitFor()
  assert.ok(await time.evaluate((element) => element === document.activeElement))
  await time.fill('2020-01-01T10:00')
  await submit.click()
  await page.getByRole('alert').filter({ hasText: 'That time has passed' }).waitFor()
  scene.expectProblem(/scheduled_messages|ERR_FAILED|400/)
  await page.route('**/json/scheduled_messages', (route) => route.abort())
  await time.fill(await inDays(page, 2))
  await submit.click()
  await page
    .getByRole('alert')
    .filter({ hasText: /connection/i })
    .waitFor()
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'detached' })
  assert.is(await field(page).inputValue(), 'For the archive')
  assert.equal(await scheduledOf(olga), [])
})

inBrowser('in the middle of a week, Monday morning can be chosen', async ({ chat, open }) => {
  const page = await open(chat.olga, { path: TOPIC })
  await field(page).fill('A new week')
  const wednesday = new Date()
  wednesday.setUTCHours(12)
  wednesday.setUTCDate(wednesday.getUTCDate() + ((10 - wednesday.getUTCDay()) % 7) + 7)
  await page.clock.setFixedTime(wednesday)
  await later(page).click()
  await page.getByRole('radio', { name: /^Tomorrow morning Thursday, .*09:00/ }).waitFor()
  await page.getByRole('radio', { name: /^Monday morning Monday, .*09:00/ }).check()
  await dialog(page).getByRole('button', { name: 'Schedule' }).dblclick()
  await dialog(page).waitFor({ state: 'detached' })
  const [one, ...others] = await scheduledOf(chat.olga)
  assert.equal(others, [], 'a double click schedules once')
  const at = new Date(one.scheduled_delivery_timestamp * 1000)
  const day = at.toLocaleString('en-GB', { weekday: 'long', timeZone: 'Europe/Berlin' })
  assert.is(day, 'Monday')
})

inBrowser('the list changes text and time of a message, and deletes it', async (scene) => {
  const { chat } = scene
  const ben = await chat.join('Ben')
  const scheduled_delivery_timestamp = Math.floor(chat.clock.now() / 1000) + 7 * 86_400
  const message = { type: 'direct', to: [ben.id], content: 'Later.', scheduled_delivery_timestamp }
  await chat.olga.post('/scheduled_messages', message)
  const page = await scene.open(chat.olga, { path: '/#scheduled', width: 320, touch: true })
  await page.getByRole('button', { name: 'Change' }).click()
  const change = dialog(page, 'Change the scheduled message')
  await change.getByLabel('Text of the message').fill('Much later.')
  await page.getByRole('radio', { name: 'At a time I choose' }).check()
  await page.getByLabel('Date and time').fill(await inDays(page, 3))
  if (process.env.HEARTH_SCREENSHOTS) await screenshot(page, 'later change 320')
  const width = () => page.evaluate(() => document.documentElement.scrollWidth)
  assert.is(await width(), 320)
  for (const name of ['Text of the message', 'Date and time']) {
    const box = await change.getByLabel(name).boundingBox()
    assert.ok(box!.x + box!.width <= 300, `${name} leaves the dialog`)
  }
  await requireAccessible(page)
  await change.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('main').getByText('Much later.').waitFor()
  const [one] = await scheduledOf(chat.olga)
  assert.is(one.content, 'Much later.')
  const at = new Date(one.scheduled_delivery_timestamp * 1000)
  assert.is(at.toLocaleTimeString('en-GB', { timeZone: 'Europe/Berlin' }), '15:30:00')
  if (process.env.HEARTH_SCREENSHOTS) await screenshot(page, 'later list 320')
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('heading', { name: 'Nothing is scheduled' }).waitFor()
  assert.equal(await scheduledOf(chat.olga), [])
})

inBrowser('the composer fits with its buttons at 320 pixels', async (scene) => {
  const page = await scene.open(scene.chat.olga, { path: TOPIC, width: 320, touch: true })
  await field(page).fill('Soup?')
  assert.is(await page.evaluate(() => document.documentElement.scrollWidth), 320)
  if (process.env.HEARTH_SCREENSHOTS) await screenshot(page, 'later composer 320')
  for (const name of ['Attach files', 'Emoji', 'Preview', 'Send later…', 'Send']) {
    const box = await page.getByRole('button', { name, exact: true }).boundingBox()
    assert.ok(box && box.x >= 0 && box.x + box.width <= 320, `${name} is outside`)
  }
  await later(page).tap()
  await dialog(page).waitFor()
  if (process.env.HEARTH_SCREENSHOTS) await screenshot(page, 'later dialog 320')
})

test.run()
