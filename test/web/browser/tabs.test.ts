// Several tabs of one browser: they agree on what is read, and log in and out together.

import type { Page } from 'playwright-core'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { PASSWORD } from '../../chat.ts'
import { browserTests } from './browser.ts'

const inBrowser = browserTests(test)

const TOPIC = '/#narrow/channel/1-general/topic/lunch'

const topicLink = (page: Page, name: string | RegExp) =>
  page.getByRole('navigation', { name: 'Conversations' }).getByRole('link', { name })

/** Everything that the browser's database holds for the client, as text. */
const keptIn = (page: Page) =>
  page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const db = await done(indexedDB.open('hearth'))
    const areas = await Promise.all(
      [...db.objectStoreNames].map((area) => done(db.transaction(area).objectStore(area).getAll())),
    )
    db.close()
    return JSON.stringify(areas.flat())
  })

async function logOut(page: Page) {
  await page.getByRole('button', { name: 'Olga' }).last().click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
}

inBrowser('what is read in one tab is read in the other', async ({ chat, open }) => {
  const ben = await chat.join('Ben')
  await ben.say('general', 'lunch', 'Soup?')
  const page = await open(chat.olga, { path: '/#inbox' })
  const other = await page.context().newPage()
  await other.goto(`${chat.url}/#inbox`)
  await topicLink(page, 'lunch, 1 unread').waitFor()
  await topicLink(other, 'lunch, 1 unread').waitFor()

  await topicLink(page, 'lunch, 1 unread').click()
  await page.getByText('Soup?').waitFor()

  await topicLink(page, 'lunch').and(page.locator('[aria-current=page]')).waitFor()
  await topicLink(other, 'lunch, 1 unread').waitFor({ state: 'detached' })
  // A row under the mouse shows its menu in place of its count.
  await page.mouse.move(700, 400)
  await ben.say('general', 'plans', 'The sea?')
  await topicLink(other, 'plans, 1 unread').waitFor()
  await topicLink(page, 'plans, 1 unread').waitFor()
})

inBrowser('logging out in one tab logs out all, and leaves nothing behind', async (scene) => {
  const { chat } = scene
  const ben = await chat.join('Ben')
  await ben.say('general', 'lunch', 'A secret soup')
  const page = await scene.open(chat.olga, { path: TOPIC })
  await page.getByText('A secret soup').waitFor()
  const other = await page.context().newPage()
  await other.clock.install()
  await other.goto(`${chat.url}${TOPIC}`)
  await other.getByText('A secret soup').waitFor()
  await other.clock.runFor(10_000)
  await other.waitForFunction(keptText, 'A secret soup')
  await other.getByRole('textbox', { name: 'Message' }).fill('Half a thought')

  await logOut(page)

  await other.getByRole('textbox', { name: 'Email' }).waitFor()
  await page.getByRole('textbox', { name: 'Email' }).waitFor()
  assert.is(await keptIn(other), '[]')
  await other.clock.runFor(60_000)
  await other.evaluate(() => dispatchEvent(new Event('pagehide')))
  assert.is(await keptIn(other), '[]')

  await page.getByRole('textbox', { name: 'Email' }).fill(ben.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Log in' }).click()
  await other.getByRole('button', { name: 'Ben' }).last().waitFor()
  await other.getByText('A secret soup').waitFor()
  assert.is(await other.getByRole('textbox', { name: 'Message' }).inputValue(), '')
})

/** Runs in the page: whether the database holds a text. */
async function keptText(text: string): Promise<boolean> {
  const done = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve) => {
      request.onsuccess = () => resolve(request.result)
    })
  const db = await done(indexedDB.open('hearth'))
  const messages = await done(db.transaction('messages').objectStore('messages').getAll())
  db.close()
  return JSON.stringify(messages).includes(text)
}

test.run()
