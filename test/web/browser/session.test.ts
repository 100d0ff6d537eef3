// Coming in and going out, and what happens while the connection is lost.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { PASSWORD } from '../../chat.ts'
import { browserTests, requireAccessible } from './browser.ts'

const inBrowser = browserTests(test)

inBrowser('an address that changes while the client starts is followed', async (scene) => {
  const { chat, open } = scene
  const page = await open(chat.olga, { path: '/#inbox' })
  // As soon as the client opens its storage, before it listens to anything.
  await page.addInitScript(() => {
    const { indexedDB } = globalThis
    const open = indexedDB.open.bind(indexedDB)
    indexedDB.open = (name, version) => {
      location.hash = '#drafts'
      return open(name, version)
    }
  })
  await page.reload()
  await page.getByText('No drafts').waitFor()
})

inBrowser('a wrong password is refused in words; the right one leads on', async (scene) => {
  const { chat, openAsStranger } = scene
  const ben = await chat.join('Ben')
  await ben.say('general', 'lunch', 'Soup?')
  const page = await openAsStranger({ path: '/#narrow/channel/1-general/topic/lunch' })
  await requireAccessible(page)

  await page.getByRole('textbox', { name: 'Email' }).fill(chat.olga.email)
  await page.getByLabel('Password').fill('wrong')
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.getByRole('alert').getByText(/\w/).waitFor()
  assert.is(await page.evaluate(() => document.activeElement?.getAttribute('name')), 'password')

  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.getByRole('heading', { name: /general.*lunch/ }).waitFor()
  await page.getByText('Soup?').waitFor()

  await page.getByRole('button', { name: 'Olga' }).last().click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await page.getByRole('button', { name: 'Log in' }).waitFor()
  const cookies = await page.context().cookies()
  const kept = cookies.filter(({ value }) => value !== '')
  // A later login from this browser is not mailed as one from a new device; it opens nothing.
  assert.equal(
    kept.map(({ name, httpOnly }) => ({ name, httpOnly })),
    [{ name: 'deviceid', httpOnly: true }],
  )
})

inBrowser('while the server is away one goes on writing, and everything arrives', async (scene) => {
  const { chat, expectProblem } = scene
  expectProblem(/ERR_|Failed to load/)
  const ben = await chat.join('Ben')
  await ben.say('general', 'lunch', 'Soup?')
  const page = await scene.open(chat.olga, { path: '/#narrow/channel/1-general/topic/lunch' })
  await page.getByText('Soup?').waitFor()
  const feed = page.getByRole('feed', { name: 'Messages' })

  await chat.stop()
  const field = page.getByRole('textbox', { name: 'Message' })
  await field.fill('Yes, please')
  await field.press('Control+Enter')
  await page.getByText('Reconnecting…').waitFor()
  await field.fill('half a')
  await chat.restart()
  await ben.say('general', 'lunch', 'Come at noon')

  await feed.getByText('Come at noon').waitFor({ timeout: 20_000 })
  await feed.getByText('Yes, please').waitFor({ timeout: 20_000 })
  await page.getByText('Reconnecting…').waitFor({ state: 'detached' })
  assert.is(await page.getByText('Yes, please').count(), 1)
  assert.is(await field.inputValue(), 'half a')
})

inBrowser('a restart is no new version; other files of the client are', async (scene) => {
  const { chat, expectProblem } = scene
  expectProblem(/ERR_|Failed to load/)
  const page = await scene.open(chat.olga, { path: '/#inbox' })
  await page.getByRole('heading', { name: 'Inbox' }).waitFor()
  const notice = page.getByRole('status').getByText('There is a new version.')
  const asked = () => page.waitForResponse((response) => response.url() === `${chat.url}/`)

  let looked = asked()
  await chat.restart()
  await (await looked).finished()
  const ben = await chat.join('Ben')
  await ben.tell([chat.olga], 'Hello')
  await page.getByRole('link', { name: 'Ben, 1 unread' }).first().waitFor()
  assert.is(await notice.count(), 0)

  await page.route(`${chat.url}/`, async (route) => {
    const answer = await route.fetch()
    const body = (await answer.text()).replace(/styles\.\w+\.css/, 'styles.other.css')
    await route.fulfill({ response: answer, body })
  })
  looked = asked()
  await chat.restart()
  await looked
  await notice.waitFor()
  await page.getByRole('button', { name: 'Close' }).click()
  await notice.waitFor({ state: 'detached' })
})

test.run()
