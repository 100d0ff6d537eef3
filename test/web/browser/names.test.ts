// The roles and names that people with a screen reader find their way by, and zoom to 400 %.

import type { Page } from 'playwright-core'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Chat } from '../../chat.ts'
import { browserTests, PATIENCE_MS } from './browser.ts'

const inBrowser = browserTests(test)

/** What stands in the accessibility tree of each view, in order; more may stand between. */
const VIEWS: Record<string, string> = {
  '#inbox': `
    - main:
      - heading "Inbox" [level=1]
      - button "Mark all as read"
      - heading "general" [level=2]
      - link /harbour lights, .*2 unread/`,
  '#recent': `
    - main:
      - heading "Recent conversations" [level=1]
      - columnheader /Conversation/
      - link "harbour lights"`,
  '#feed': `
    - main:
      - heading "All messages" [level=1]
      - feed "Messages":
        - article /Ben/`,
  '#narrow/channel/1-general/topic/harbour.20lights': `
    - main:
      - heading /general.*harbour lights/ [level=1]
      - feed "Messages":
        - article /Ben/:
          - button "Ben"
          - paragraph: The red one blinks.
      - textbox "Message"
      - button "Attach files"
      - button "Emoji"
      - button "Preview"
      - button "Send"`,
  '#drafts': `
    - main:
      - heading "Drafts" [level=1]
      - heading "No drafts" [level=2]`,
  '#settings/appearance': `
    - main:
      - heading "Settings" [level=1]
      - navigation "Settings":
        - link "Appearance"
      - status
      - heading "Appearance" [level=2]
      - combobox "Theme"`,
  '#organization/members': `
    - main:
      - heading "Organization settings" [level=1]
      - heading /Members/ [level=2]
      - searchbox
      - combobox /Ben/`,
}

async function prepare(chat: Chat) {
  const ben = await chat.join('Ben')
  await ben.say('general', 'harbour lights', 'The red one blinks.')
  await ben.say('general', 'harbour lights', 'And the green one does not.')
}

async function visit(page: Page, address: string) {
  await page.evaluate((hash) => {
    location.hash = hash
  }, address)
}

inBrowser('each view has the regions, headings and names that were promised', async (scene) => {
  await prepare(scene.chat)
  await scene.chat.olga.patch('/settings', { web_mark_read_on_scroll_policy: 3 })
  const page = await scene.open(scene.chat.olga)
  await page.getByRole('main').waitFor()
  const sidebar = page.getByRole('navigation', { name: 'Conversations' })
  for (const name of ['Recent conversations', 'All messages', 'Starred', 'Drafts', 'Scheduled']) {
    assert.is(await sidebar.getByRole('link', { name, exact: true }).count(), 1, name)
  }
  for (const [address, promised] of Object.entries(VIEWS)) {
    await visit(page, address)
    await requireTree(page, address, promised)
  }
})

/** Waits until what was promised stands in the tree, each line after the one before. */
async function requireTree(page: Page, address: string, promised: string) {
  const wanted = promised.trim().split('\n').map(lineOf)
  const deadline = performance.now() + PATIENCE_MS
  let tree: string[]
  do {
    tree = (await page.locator('body').ariaSnapshot()).split('\n').map((line) => line.trim())
    if (firstMissing(tree, wanted) === undefined) return
    await page.waitForFunction(() => new Promise((resolve) => requestAnimationFrame(resolve)))
  } while (performance.now() < deadline)
  throw new Error(`${address} lacks ${firstMissing(tree, wanted)} in\n${tree.join('\n')}`)
}

/** A line with a pattern in slashes, or as it is. */
function lineOf(line: string): RegExp {
  const quoted = line
    .trim()
    .split(/(\/.*\/)/)
    .map((part) =>
      part.startsWith('/')
        ? `.*${part.slice(1, -1)}.*`
        : part.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&').replace(/:$/, ''),
    )
  return new RegExp(`^${quoted.join('')}`)
}

function firstMissing(tree: readonly string[], wanted: readonly RegExp[]): RegExp | undefined {
  let from = 0
  return wanted.find((pattern) => {
    const at = tree.findIndex((line, index) => index >= from && pattern.test(line))
    from = at + 1
    return at < 0
  })
}

inBrowser('at 400 % zoom, 320 pixels wide, no view scrolls sideways', async ({ chat, open }) => {
  await prepare(chat)
  await chat.olga.say('general', 'harbour lights', `\`\`\`\n${'wide '.repeat(60)}\n\`\`\``)
  await chat.olga.say('general', 'harbour lights', '| a | b |\n|---|---|\n| long | longer |')
  const page = await open(chat.olga, { width: 320, height: 256 })
  await page.getByRole('main').waitFor()
  const more = ['#scheduled', '#reminders', '#channels', '#channels/1', '#narrow/search/red']
  const settings = ['profile', 'writing', 'notifications', 'security'].map(
    (one) => `#settings/${one}`,
  )
  const pages = [...Object.keys(VIEWS), ...more, ...settings, '#organization/invitations']
  for (const address of pages) {
    await visit(page, address)
    await page.getByRole('main').getByRole('heading').first().waitFor({ state: 'attached' })
    const overflow = await page.evaluate(() => {
      const boxes = [document.documentElement, ...document.querySelectorAll('.page, .feed-scroll')]
      return Math.max(...boxes.map((box) => box.scrollWidth - box.clientWidth))
    })
    assert.ok(overflow <= 0, `${address} is ${overflow} pixels too wide`)
  }
})

test.run()
