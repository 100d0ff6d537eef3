// The page about the server: who has it, what it says, and what it says when something is wrong.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { mailOptions, startMailServer } from '../../mail/mail-server.ts'
import { browserTests, requireAccessible, screenshot } from './browser.ts'

const inBrowser = browserTests(test)

const PAGE = '/#organization/server'

const mailServer = await startMailServer()
test.after(async () => {
  await mailServer[Symbol.asyncDispose]()
})

inBrowser('an administrator sees how the server is and looks again by keys', async (scene) => {
  const { chat, open, requests } = scene
  const ada = await chat.join('Ada', 200)
  const page = await open(ada, { path: PAGE, width: 320, touch: true })
  const main = page.getByRole('main')
  await main.getByText('The server is well.').waitFor()
  for (const heading of ['Health', 'Backups', 'Outgoing mail', 'Certificate'])
    await main.getByRole('heading', { name: heading, exact: true }).waitFor()
  await main.getByText('makes no backups on schedule').waitFor()
  await main.getByText('--backup-dir').waitFor()
  await main.getByText('This server sends no mail').waitFor()
  await main.getByRole('definition').filter({ hasText: chat.url }).waitFor()
  assert.is(await page.evaluate(() => document.documentElement.scrollWidth), 320)
  await requireAccessible(page)
  if (process.env.HEARTH_SCREENSHOTS) await screenshot(page, 'server 320')
  const asked = () => requests.filter((one) => one === 'GET /json/realm/server').length
  assert.is(asked(), 1)
  await main.getByRole('button', { name: 'Look again' }).focus()
  await page.keyboard.press('Enter')
  await main.getByRole('status').filter({ hasText: 'how the server is now' }).waitFor()
  assert.is(asked(), 2)
})

inBrowser('a member has no page about the server', async ({ chat, open, requests }) => {
  const page = await open(await chat.join('Ben'), { path: PAGE })
  const pages = page.getByRole('navigation', { name: 'Settings' })
  await pages.getByRole('link', { name: 'Profile' }).waitFor()
  assert.is(await pages.getByRole('link', { name: 'Server' }).count(), 0)
  assert.not.ok(requests.includes('GET /json/realm/server'))
})

inBrowser('problems, failed backups and an ending certificate are said in words', async (scene) => {
  const { chat } = scene
  const now = Math.floor(Date.now() / 1000)
  const page = await scene.open(chat.olga, { path: '/#organization/profile', theme: 'dark' })
  await page.route('**/json/realm/server', async (route) => {
    const answer = await route.fetch()
    const status = await answer.json()
    const backups = { every: 86_400, keep: 7, kept: 2, newest_at: now - 7200, next_at: now + 3600 }
    const mail = { sends_mail: true, waiting: 3, sent_today: 8, failed_today: 1 }
    await route.fulfill({
      json: {
        ...status,
        problems: [{ what: 'disk', message: 'The disk of the data folder has 12 MB left.' }],
        mail: { ...mail, last_failure: 'it answered 550' },
        push: { devices: 4, failing: 1, waiting: 2 },
        backups: { ...backups, failure: { at: now - 60, reason: 'the disk is full' } },
        certificate: { source: 'files', expires_at: now + 5 * 86_400 + 3600 },
      },
    })
  })
  await page.getByRole('link', { name: 'Server' }).click()
  const main = page.getByRole('main')
  for (const words of [
    'There is 1 problem:',
    'The disk of the data folder has 12 MB left.',
    /failed: the disk is full/,
    /\(2 h ago\)/,
    'every day',
    '2 of at most 7',
    '3 mails',
    '8 sent, 1 given up',
    'it answered 550',
    /1 did not take the last one/,
    'The certificate ends soon',
    /\(in 5 days\)/,
  ])
    await main.getByText(words).first().waitFor()
  await requireAccessible(page)
  if (process.env.HEARTH_SCREENSHOTS) await screenshot(page, 'server problems')
})

inBrowser('without an answer the page says why, and tries again', async (scene) => {
  const page = await scene.open(scene.chat.olga, { path: '/#organization/profile' })
  scene.expectProblem(/realm\/server|ERR_FAILED/)
  await page.route('**/json/realm/server', (route) => route.abort())
  await page.getByRole('link', { name: 'Server' }).click()
  const main = page.getByRole('main')
  await main
    .getByRole('alert')
    .filter({ hasText: /connection/i })
    .waitFor()
  await page.unroute('**/json/realm/server')
  await main.getByRole('button', { name: 'Try again' }).click()
  await main.getByText('The server is well.').waitFor()
  assert.is(await main.getByRole('alert').count(), 0)
})

inBrowser(
  'an owner turns the weekly digest on and chooses its day',
  async ({ chat, open }) => {
    const page = await open(chat.olga, { path: '/#organization/mail', width: 390, touch: true })
    const isOn = page.getByRole('checkbox', { name: 'Mail people who were away what they missed' })
    const day = page.getByRole('combobox', { name: 'Day of the week' })
    await isOn.waitFor()
    assert.ok(await day.isDisabled())
    await isOn.check()
    await page.getByRole('status').filter({ hasText: 'Saved' }).first().waitFor()
    const saved = page.waitForResponse((answer) => answer.url().endsWith('/json/realm'))
    await day.selectOption('Friday')
    await saved
    await requireAccessible(page)
    if (process.env.HEARTH_SCREENSHOTS) await screenshot(page, 'mail')
    await page.reload()
    await isOn.waitFor()
    assert.ok(await isOn.isChecked())
    assert.is(await day.inputValue(), '4')
  },
  mailOptions(mailServer),
)

test.run()
