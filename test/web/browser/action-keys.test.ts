// Keys that act on messages, each as the table says: every one of them is pressed and looked at.

import type { Locator, Page } from 'playwright-core'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type CommandId, KEYMAP } from '../../../src/web/keys/keymap.ts'
import type { Chat, Person } from '../../chat.ts'
import { paint } from '../../images/painting.ts'
import { browserTests } from './browser.ts'

const inBrowser = browserTests(test)

const TOPIC = '#narrow/channel/1-general/topic/lunch'
const MESSAGES = 40

/** A topic with many messages, and some that are looked at more closely. */
interface World {
  page: Page
  ids: number[]
  /** Of Ben, who has reacted to it. */
  bens: number
  /** Of Olga, who has changed it. */
  own: number
  /** It shows a picture. */
  picture: number
}

async function makeWorld({ olga }: Chat, ben: Person): Promise<Omit<World, 'page'>> {
  const ids: number[] = []
  for (let n = 1; n <= MESSAGES; n++)
    ids.push(await ben.say('general', 'lunch', `Number ${n}\nof many`))
  const { url } = await olga.upload(
    '/user_uploads',
    new File([new Uint8Array(paint('.png', 60, 40))], 'soup.png', { type: 'image/png' }),
  )
  const picture = await olga.say('general', 'lunch', `[soup](${url})`)
  const bens = await ben.say('general', 'lunch', 'Soup?')
  await ben.post(`/messages/${bens}/reactions`, { emoji_name: 'tada' })
  const own = await olga.say('general', 'lunch', 'Yess')
  await olga.patch(`/messages/${own}`, { content: 'Yes' })
  await olga.post('/mark_all_as_read')
  return { ids: [...ids, picture, bens, own], picture, bens, own }
}

const row = (page: Page, id: number) => page.locator(`article[data-message-id="${id}"]`)
const field = (page: Page) => page.getByRole('textbox', { name: 'Message' })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const shown = (locator: Locator) => locator.first().waitFor()

/** Waits until a message is the selected one. */
const selected = (page: Page, id: number) =>
  shown(row(page, id).and(page.locator('[aria-current]')))

const scrolled = (page: Page) => page.locator('.feed-scroll').evaluate((box) => box.scrollTop)

/** Presses a key and waits until the list was scrolled one way. */
async function scrolls(page: Page, press: () => Promise<void>, way: 1 | -1) {
  const before = await scrolled(page)
  await press()
  await page.waitForFunction(
    ([before, way]) => (document.querySelector('.feed-scroll')!.scrollTop - before) * way > 100,
    [before, way] as const,
  )
}

const written = (page: Page, pattern: RegExp) =>
  page.waitForFunction(
    (source) =>
      new RegExp(source).test(
        document.querySelector<HTMLTextAreaElement>('[data-composer]')?.value ?? '',
      ),
    pattern.source,
  )

/** The message that is selected before the key, and what the key must have done. */
interface Check {
  on: (world: World) => number
  does: (world: World, press: () => Promise<void>) => Promise<unknown>
}

const onBens = ({ bens }: World) => bens
const onOwn = ({ own }: World) => own
const onFirst = ({ ids }: World) => ids[0]!

/** After the key, something is shown. */
const shows = (on: Check['on'], what: (page: Page) => Locator): Check => ({
  on,
  does: async ({ page }, press) => {
    await press()
    await shown(what(page))
  },
})

const CHECKS = {
  nextMessage: {
    on: ({ ids }) => ids[3]!,
    does: async ({ page, ids }, press) => press().then(() => selected(page, ids[4]!)),
  },
  previousMessage: {
    on: ({ ids }) => ids[4]!,
    does: async ({ page, ids }, press) => press().then(() => selected(page, ids[3]!)),
  },
  pageDown: { on: onFirst, does: ({ page }, press) => scrolls(page, press, 1) },
  pageUp: { on: onOwn, does: ({ page }, press) => scrolls(page, press, -1) },
  firstMessage: {
    on: onOwn,
    does: async ({ page, ids }, press) => press().then(() => selected(page, ids[0]!)),
  },
  lastMessage: {
    on: onFirst,
    does: async ({ page, own }, press) => press().then(() => selected(page, own)),
  },
  reply: shows(onBens, (page) => field(page).and(page.locator(':focus'))),
  replyDirectly: shows(onBens, (page) =>
    page.locator('.compose-to').getByText('Ben', { exact: true }),
  ),
  replyMentioning: {
    on: onBens,
    does: async ({ page }, press) => press().then(() => written(page, /^@\*\*Ben\*\* $/)),
  },
  quote: {
    on: onBens,
    does: async ({ page }, press) => press().then(() => written(page, /```quote\nSoup\?\n```/)),
  },
  forwardMessage: shows(onBens, (page) => dialog(page, 'Forward')),
  messageMenu: shows(onBens, (page) =>
    page
      .getByRole('menu', { name: 'Message menu' })
      .getByRole('menuitem')
      .and(page.locator(':focus')),
  ),
  react: shows(onBens, (page) => page.getByRole('combobox', { name: 'Search emoji' })),
  thumbsUp: {
    on: onBens,
    does: async ({ page }, press) => {
      const mine = page.getByRole('button', { name: 'thumbs up: You' })
      await press()
      await mine.waitFor()
      await press()
      await mine.waitFor({ state: 'detached' })
    },
  },
  joinReaction: {
    on: onBens,
    does: async ({ page, bens }, press) => {
      const joined = row(page, bens).locator('button[aria-pressed=true]')
      await press()
      await joined.waitFor()
      await press()
      await joined.waitFor({ state: 'detached' })
    },
  },
  edit: shows(onOwn, (page) => page.getByRole('textbox', { name: 'Edit message' })),
  editLast: shows(onBens, (page) => page.getByRole('textbox', { name: 'Edit message' })),
  star: {
    on: onBens,
    does: async ({ page }, press) => {
      const star = page.getByRole('img', { name: 'Starred' })
      await press()
      await star.waitFor()
      await press()
      await star.waitFor({ state: 'detached' })
    },
  },
  move: shows(onBens, (page) => dialog(page, 'Move messages')),
  topicVisibility: shows(onBens, (page) => page.getByRole('menuitem').and(page.locator(':focus'))),
  resolve: {
    on: onOwn,
    does: async ({ page, own }, press) => {
      await press()
      await page.getByRole('button', { name: 'Mark as unresolved' }).waitFor()
      // The view has gone along with the topic.
      await row(page, own).focus()
      await press()
      await page.getByRole('button', { name: 'Mark as unresolved' }).waitFor({ state: 'detached' })
      await row(page, own).waitFor()
    },
  },
  editHistory: shows(onOwn, (page) => dialog(page, 'Edit history').getByText('Yess')),
  readReceipts: shows(onOwn, (page) => dialog(page, 'Read receipts')),
  markUnread: {
    on: onOwn,
    does: async ({ page }, press) => {
      await press()
      await shown(page.getByRole('link', { name: /^lunch, \d+ unread/ }))
    },
  },
  collapse: {
    on: onBens,
    does: async ({ page, bens }, press) => {
      await press()
      await row(page, bens).getByText('Soup?').waitFor({ state: 'detached' })
      await press()
      await shown(row(page, bens).getByText('Soup?'))
    },
  },
  senderCard: shows(onBens, (page) => page.getByRole('dialog', { name: 'Ben' })),
  viewMedia: shows(
    ({ picture }) => picture,
    (page) => page.locator('dialog.lightbox'),
  ),
} satisfies Partial<Record<CommandId, Check>>

/** Closes what the key has opened, and empties the composer. */
async function tidyUp(page: Page) {
  const open = page.locator('dialog[open], .popover:popover-open:not(.tooltip)')
  // The first Escape may close a list of suggestions alone.
  while (await open.count()) {
    await page.keyboard.press('Escape')
    await page.evaluate(async () => {
      await new Promise(requestAnimationFrame)
      await new Promise(requestAnimationFrame)
    })
  }
  const edit = page.getByRole('textbox', { name: 'Edit message' })
  if (await edit.count()) await edit.press('Escape')
  if (await field(page).count()) await field(page).fill('')
  const close = page.getByRole('button', { name: /^Close without sending/ })
  if (await close.count()) await close.click()
}

inBrowser('each key that acts on a message does what help says', async (scene) => {
  const { chat } = scene
  const ben = await chat.join('Ben')
  const made = await makeWorld(chat, ben)
  const page = await scene.open(chat.olga, { path: `/${TOPIC}` })
  await row(page, made.own).waitFor()
  const world = { ...made, page }
  const wanted = Object.entries(KEYMAP).filter(([, { group }]) =>
    /^(messages|actions)$/.test(group),
  )
  assert.equal(wanted.map(([id]) => id).sort(), Object.keys(CHECKS).sort())

  for (const [id, { keys }] of wanted) {
    const { on, does }: Check = CHECKS[id as keyof typeof CHECKS]
    for (const key of keys) {
      await row(page, on(world)).focus()
      await does(world, () => page.keyboard.press(key.replace('Ctrl', 'Control'))).catch(
        (error) => {
          throw new Error(`${key} (${id}): ${error.message}`)
        },
      )
      await tidyUp(page)
    }
  }
})

test.run()
