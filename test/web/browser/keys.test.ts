// The keys of the web client, each as its table says.

import type { Page } from 'playwright-core'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type CommandId, KEYMAP } from '../../../src/web/keys/keymap.ts'
import { browserTests, requireAccessible } from './browser.ts'

const inBrowser = browserTests(test)

const COMMANDS = Object.entries(KEYMAP)

const TOPIC = '#narrow/channel/1-general/topic/lunch'

/** Where keys lead that go somewhere, whatever is shown. */
const ADDRESSES: Partial<Record<CommandId, string>> = {
  inbox: '#inbox',
  recent: '#recent',
  allMessages: '#feed',
  starred: '#narrow/is/starred',
  drafts: '#drafts',
  allDirect: '#narrow/is/dm',
}

/** How help writes a key. */
const WRITTEN: Record<string, string> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
  PageUp: 'PgUp',
  PageDown: 'PgDn',
}
const written = (keys: string) =>
  keys
    .split(/\+(?=.)/)
    .map((key) => WRITTEN[key] ?? (key.length === 1 ? key.toUpperCase() : key))
    .join('+')

const press = (page: Page, keys: string) => page.keyboard.press(keys.replace('Ctrl', 'Control'))

const hashOf = (page: Page) => page.evaluate(() => location.hash)

const go = (page: Page, hash: string) =>
  page.evaluate((to) => {
    location.hash = to
  }, hash)

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })

/** Opens a topic in which one message was written. */
async function openTopic({ chat, open }: Parameters<Parameters<typeof inBrowser>[1]>[0]) {
  const ben = await chat.join('Ben')
  await ben.say('general', 'lunch', 'Soup?')
  const page = await open(chat.olga, { path: `/${TOPIC}` })
  await page.getByRole('article').last().waitFor()
  return page
}

inBrowser('help lists every command with all its keys', async (scene) => {
  const page = await openTopic(scene)

  await page.keyboard.press('?')
  await dialog(page, 'Keyboard shortcuts').getByRole('term').first().waitFor()
  await requireAccessible(page)

  const listed = await page
    .locator('.shortcuts dd')
    .evaluateAll((cells) =>
      cells.map((cell) =>
        [...cell.querySelectorAll('kbd')].map((key) => key.textContent).join(' '),
      ),
    )
  const wanted = COMMANDS.map(([, { keys }]) => keys.map(written).join(' '))
  assert.equal(listed.toSorted(), wanted.toSorted())
  const terms = await page.locator('.shortcuts dt').allTextContents()
  assert.is(new Set(terms).size, COMMANDS.length, 'each command has words of its own')
})

inBrowser('keys that go somewhere lead to the address they name', async (scene) => {
  const page = await openTopic(scene)

  for (const [id, address] of Object.entries(ADDRESSES)) {
    for (const keys of KEYMAP[id as CommandId].keys) {
      await go(page, TOPIC)
      await page.getByRole('article').last().waitFor()
      await press(page, keys)
      await page.waitForURL((url) => url.hash === address)
      await page.getByRole('main').getByRole('heading').first().waitFor()
    }
  }
})

inBrowser('keys open the switcher and the search, and Escape leaves them', async (scene) => {
  const page = await openTopic(scene)

  await press(page, KEYMAP.switcher.keys[0]!)
  await dialog(page, 'Go to').waitFor()
  await page.keyboard.press('Escape')
  await dialog(page, 'Go to').waitFor({ state: 'detached' })

  await press(page, KEYMAP.search.keys[0]!)
  await page.locator('input:focus').and(page.getByRole('searchbox')).waitFor()
  await page.keyboard.press('Escape')
  assert.is(await hashOf(page), TOPIC)
})

inBrowser('going back and forward by keys leads through what was shown', async (scene) => {
  const page = await openTopic(scene)
  await press(page, KEYMAP.recent.keys[0]!)
  await page.waitForURL(/#recent$/)

  await press(page, KEYMAP.back.keys[0]!)
  await page.waitForURL((url) => url.hash === TOPIC)
  await press(page, KEYMAP.forward.keys[0]!)
  await page.waitForURL(/#recent$/)
})

inBrowser('a key in a field writes, and goes nowhere', async (scene) => {
  const page = await openTopic(scene)
  const field = page.getByRole('textbox', { name: 'Message' })
  const characters = COMMANDS.flatMap(([, { keys }]) => keys).filter((key) => key.length === 1)

  await field.focus()
  for (const key of characters) {
    await page.keyboard.press(key)
    // Suggestions for what was typed would take the next key.
    if ('@:/#'.includes(key)) await page.keyboard.press('Space')
  }

  assert.is((await field.inputValue()).replaceAll(' ', ''), characters.join(''))
  assert.is(await hashOf(page), TOPIC)
})

inBrowser('without single keys, only those with Ctrl or Alt do something', async (scene) => {
  const page = await openTopic(scene)
  await go(page, '#settings/writing')
  await page.getByRole('checkbox', { name: /^Keys without Ctrl or Alt/ }).uncheck()
  await go(page, TOPIC)
  await page.getByRole('article').last().waitFor()

  for (const key of ['t', 'd', 'a', '*', '?', '/', 'Shift+I']) await page.keyboard.press(key)
  assert.is(await hashOf(page), TOPIC)
  assert.is(await page.getByRole('dialog').count(), 0)
  await press(page, KEYMAP.switcher.keys[0]!)
  await dialog(page, 'Go to').waitFor()
  await page.keyboard.press('Escape')

  await page.reload()
  await page.getByRole('article').last().waitFor()
  await page.keyboard.press('t')
  await press(page, KEYMAP.switcher.keys[0]!)
  await dialog(page, 'Go to').waitFor()
  assert.is(await hashOf(page), TOPIC)
})

/** Lets no part of the client load that is not there yet, until it is released. */
async function holdParts(page: Page) {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/web/*.js', async (route) => {
    await held
    await route.continue()
  })
  return release
}

inBrowser('what is typed before the field is loaded ends up in it', async (scene) => {
  const page = await openTopic(scene)
  const release = await holdParts(page)
  await press(page, KEYMAP.switcher.keys[0]!)
  await page.keyboard.type('recentx')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Enter')
  await press(page, KEYMAP.switcher.keys[0]!)
  assert.is(await hashOf(page), TOPIC)

  release()
  await page.waitForURL(/#recent$/)

  await page.reload()
  await page.getByRole('main').getByRole('heading').first().waitFor()
  const releaseSearch = await holdParts(page)
  await page.keyboard.type('/ropes')
  releaseSearch()
  await page.waitForFunction(() => {
    const field = document.activeElement
    return field instanceof HTMLInputElement && field.value === 'ropes'
  })

  await go(page, TOPIC)
  await page.getByRole('article').last().waitFor()
  await page.keyboard.type('rSoup')
  await page.waitForFunction(
    () => document.querySelector<HTMLTextAreaElement>('[data-composer]')?.value === 'Soup',
  )
})

inBrowser('keys work from the moment a view is shown', async (scene) => {
  const page = await openTopic(scene)
  await page.addInitScript(() => {
    const watch = new MutationObserver(() => {
      if (!document.querySelector('main h1, main h2')) return
      watch.disconnect()
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '/', bubbles: true }))
    })
    watch.observe(document, { childList: true, subtree: true })
  })
  await page.reload()
  await page.getByRole('searchbox').waitFor()
})

inBrowser('Escape gives up what is not loaded yet', async (scene) => {
  const page = await openTopic(scene)
  const release = await holdParts(page)
  await press(page, KEYMAP.switcher.keys[0]!)
  await page.keyboard.press('Escape')
  release()

  await page.keyboard.press('?')
  await dialog(page, 'Keyboard shortcuts').waitFor()
  assert.is(await page.getByRole('dialog').count(), 1)
})

test.run()
