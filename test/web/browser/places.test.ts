// Going places in the web client: inbox, recent conversations, the switcher, search.

import type { Page } from 'playwright-core'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Chat } from '../../chat.ts'
import { browserTests } from './browser.ts'

const inBrowser = browserTests(test)

/** Ben writes in two topics and directly to the owner, once mentioning her. */
async function conversations(chat: Chat) {
  const ben = await chat.join('Ben')
  await ben.say('general', 'harbour lights', 'The red one blinks.')
  await ben.say('general', 'harbour lights', 'The green one does not.')
  await ben.say('general', 'fish market', 'Closed on @**Olga**’s day.')
  await ben.tell([chat.olga], 'Are you there?')
  return ben
}

const row = (page: Page, name: RegExp) => page.getByRole('main').getByRole('link', { name })

inBrowser(
  'the inbox lists conversations with unread messages, and opens one by keys',
  async ({ chat, open }) => {
    await conversations(chat)
    const page = await open(chat.olga, { path: '#inbox' })

    await row(page, /^harbour lights, 2 unread$/).waitFor()
    await row(page, /^fish market, 1 unread, mentions you$/).waitFor()
    await row(page, /^Ben, 1 unread$/).waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')

    await page.getByRole('feed', { name: 'Messages' }).getByText('Are you there?').waitFor()
    assert.match(page.url(), /#narrow\/dm\//)
  },
)

inBrowser('a conversation is marked as read in the inbox, and undone', async ({ chat, open }) => {
  await conversations(chat)
  const page = await open(chat.olga, { path: '#inbox' })

  await page.getByRole('button', { name: 'Mark harbour lights as read' }).click()
  await row(page, /^harbour lights/).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await row(page, /^harbour lights, 2 unread$/).waitFor()
})

inBrowser('an empty inbox says what to do next', async ({ chat, open }) => {
  const page = await open(chat.olga, { path: '#inbox' })

  await page.getByRole('heading', { name: 'All caught up' }).waitFor()
  await page.getByRole('main').getByRole('button', { name: 'Recent conversations' }).click()

  await page.getByRole('heading', { name: 'Recent conversations' }).waitFor()
})

inBrowser(
  'recent conversations are in the order of their latest message, and can be filtered',
  async ({ chat, open }) => {
    const ben = await conversations(chat)
    const page = await open(chat.olga, { path: '#recent' })
    const names = () => page.locator('tbody [data-row]').allTextContents()

    await page.getByRole('cell', { name: /Ben/ }).first().waitFor()
    await page.getByRole('cell', { name: /harbour lights/ }).waitFor()
    assert.equal(await names(), ['Ben', 'fish market', 'harbour lights'])

    await ben.say('general', 'harbour lights', 'Both blink now.')
    await page.waitForFunction(
      () => document.querySelector('tbody [data-row]')?.textContent === 'harbour lights',
    )
    await page.getByRole('searchbox', { name: 'Filter conversations' }).fill('fish')
    assert.equal(await names(), ['fish market'])
    await page.getByRole('searchbox', { name: 'Filter conversations' }).fill('')
    await page.getByRole('button', { name: 'Direct messages', exact: true }).last().click()
    await page.getByRole('cell', { name: /fish market/ }).waitFor({ state: 'detached' })
    assert.equal(await names(), ['Ben'])
  },
)

inBrowser(
  'the switcher goes to topics, people and pages by a few letters',
  async ({ chat, open }) => {
    await conversations(chat)
    const page = await open(chat.olga, { path: '#inbox' })
    await row(page, /^harbour lights/).waitFor()
    const goTo = async (letters: string) => {
      await page.keyboard.press('Control+k')
      await page.getByRole('dialog', { name: 'Go to' }).waitFor()
      await page.keyboard.type(letters)
      await page.getByRole('option').first().waitFor()
      await page.keyboard.press('Enter')
      await page.getByRole('dialog', { name: 'Go to' }).waitFor({ state: 'detached' })
    }

    await goTo('harb')
    await page.getByRole('feed').getByText('The red one blinks.').waitFor()
    await goTo('@be')
    await page.getByRole('feed').getByText('Are you there?').waitFor()
    await goTo('>draf')
    await page.getByRole('heading', { name: 'No drafts' }).waitFor()
  },
)

inBrowser('the switcher ends in a search where no name fits', async ({ chat, open }) => {
  await conversations(chat)
  const page = await open(chat.olga, { path: '#inbox' })
  await row(page, /^harbour lights/).waitFor()

  await page.keyboard.press('Control+k')
  await page.getByRole('dialog', { name: 'Go to' }).waitFor()
  await page.keyboard.type('blinks')
  await page.getByRole('option', { name: 'Search messages for “blinks”' }).click()

  await page.getByRole('feed').getByText('The red one blinks.').waitFor()
  assert.match(page.url(), /#narrow\/search\/blinks$/)
})

inBrowser(
  'a search takes operators as pills, leaves messages unread, and can be shared',
  async ({ chat, open }) => {
    const ben = await conversations(chat)
    await chat.olga.say('general', 'harbour lights', 'Mine blinks, too.')
    const page = await open(chat.olga, { path: '#inbox' })
    await row(page, /^harbour lights/).waitFor()

    await page.keyboard.press('/')
    const field = page.getByRole('searchbox', { name: 'Search messages' })
    await field.waitFor()
    await page.keyboard.type('from:be')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Remove sender:Ben' }).waitFor()
    await page.keyboard.type('blinks')
    await page.keyboard.press('Enter')

    await page.getByRole('article').first().waitFor()
    assert.is(await page.getByRole('article').count(), 1)
    assert.is(await page.locator('.highlight').first().textContent(), 'blinks')
    const { messages } = await chat.olga.get('/messages', {
      anchor: 'newest',
      num_before: 10,
      num_after: 0,
      narrow: [{ operator: 'is', operand: 'unread' }],
    })
    assert.ok(messages.some(({ sender_id }: { sender_id: number }) => sender_id === ben.id))

    const other = await open(chat.olga, { path: `#${page.url().split('#')[1]}` })
    await other.getByRole('button', { name: 'Remove sender:Ben' }).waitFor()
    await other.getByRole('article').first().waitFor()
  },
)

inBrowser(
  'a link with the name of a topic before it was resolved leads to it, and back again',
  async ({ chat, open }) => {
    const id = await chat.olga.say('general', 'harbour lights', 'The red one blinks.')
    const link = '#narrow/channel/1-general/topic/harbour.20lights'
    const resolve = (topic: string) =>
      chat.olga.patch(`/messages/${id}`, { topic, propagate_mode: 'change_all' })
    await resolve('✔ harbour lights')
    const page = await open(chat.olga, { path: `/${link}` })
    const message = page.getByRole('feed', { name: 'Messages' }).getByText('The red one blinks.')
    await message.waitFor()
    const resolved = new URL(page.url()).hash
    assert.is(resolved, link.replace('harbour', '.E2.9C.94.20harbour'))
    await page.setViewportSize({ width: 320, height: 640 })
    const title = page.getByRole('heading', { level: 1 })
    assert.match(await title.innerText(), /general\s+✓ harbour lights/, 'on a phone as well')

    await page.goto('about:blank')
    await resolve('harbour lights')
    await page.goto(`${chat.url}/${resolved}`)
    await message.waitFor()
    assert.is(new URL(page.url()).hash, link)
  },
)

inBrowser('a row of the sidebar says its unread count also under the mouse', async (scene) => {
  const { chat, open } = scene
  await conversations(chat)
  const page = await open(chat.olga, { path: '#recent' })
  const sidebar = page.getByRole('navigation', { name: 'Conversations' })
  const link = sidebar.getByRole('link', { name: 'harbour lights, 2 unread', exact: true })
  await link.hover()
  await sidebar.getByRole('button', { name: 'Options for harbour lights' }).waitFor()
  assert.is(await link.count(), 1)
  await link.focus()
  assert.is(await link.count(), 1)
})

test.run()
