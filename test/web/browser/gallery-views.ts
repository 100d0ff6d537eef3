// What the pictures of the gallery show: each view by a name, and the way to it.

import type { Page } from 'playwright-core'
import type { Demo } from '../../../src/demo/demo.ts'
import { demoAddress } from '../../../src/demo/make.ts'

export interface GalleryView {
  /** A browser without a session. */
  stranger?: true
  /** Leads a page, opened at the home view or the log-in form, to what is shown. */
  show(page: Page, demo: Demo): Promise<void>
}

/** Goes to an address and waits for a text there. */
const at = (address: string, text?: string | RegExp): GalleryView => ({
  async show(page) {
    await visit(page, address)
    const place = page.locator('main')
    await (text === undefined
      ? place.getByRole('heading').first()
      : place.getByText(text).first()
    ).waitFor()
  },
})

async function visit(page: Page, address: string) {
  await page.locator('main').waitFor({ state: 'attached' })
  await page.evaluate((hash) => {
    location.hash = hash
  }, address)
}

/** First one view, then something done in it. */
const then = (first: GalleryView, act: (page: Page) => Promise<unknown>): GalleryView => ({
  ...first,
  async show(page, demo) {
    await first.show(page, demo)
    await act(page)
  },
})

/** A page that the server draws. */
const served = (path: string | ((demo: Demo) => string)): GalleryView => ({
  stranger: true,
  async show(page, demo) {
    await page.goto(demo.hearth.localUrl + (typeof path === 'string' ? path : path(demo)), {
      waitUntil: 'load',
    })
  },
})

const topic = (channel: string, name: string) =>
  `#narrow/channel/${channel}/topic/${encodeURIComponent(name).replaceAll('%', '.')}`

const RELEASE = at(topic('engineering', 'release 2.5'), 'What comes first?')
const STOP_PAGE = at(topic('design', 'stop page'), 'With real data')

const press = (keys: string) => (page: Page) => page.keyboard.press(keys)

const message = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text })

/** The menu of a message, as the mouse or a long touch opens it. */
const withMessage = (view: GalleryView, text: string, act: (page: Page) => Promise<unknown>) =>
  then(view, async (page) => {
    await message(page, text).first().focus()
    await page.keyboard.press('i')
    await page.getByRole('menu').waitFor()
    await act(page)
  })

const fromMenu = (view: GalleryView, text: string, item: string) =>
  withMessage(view, text, (page) => page.getByRole('menuitem', { name: item }).click())

const composing = (text: string) =>
  then(RELEASE, async (page) => {
    await page.getByRole('textbox', { name: 'Message' }).click()
    await page.keyboard.type(text)
    await page.waitForTimeout(200)
  })

/** To the end of a page. */
const scrollDown = (page: Page) =>
  page.locator('.page').evaluate((box) => {
    box.scrollTop = box.scrollHeight
  })

export const VIEWS: Record<string, GalleryView> = {
  inbox: at('#inbox'),
  recent: at('#recent', 'regatta day'),
  feed: at('#feed'),
  'feed-up': then(at('#feed'), async (page) => {
    await message(page, 'Was walking').first().waitFor()
    await page.locator('.feed-scroll').evaluate((list) => {
      list.scrollTop -= 700
    })
  }),
  channel: at('#narrow/channel/engineering'),
  topic: RELEASE,
  'topic-hover': then(RELEASE, (page) => message(page, 'Tiles save money').first().hover()),
  'topic-focus': then(RELEASE, (page) => message(page, 'Tiles save money').first().focus()),
  pictures: STOP_PAGE,
  table: at(topic('general', 'holidays in spring')),
  'topic-by-former-name': at(topic('engineering', 'timetable import fails on Sundays')),
  code: at(topic('engineering', '✔ timetable import fails on Sundays')),
  math: at(topic('engineering', 'tide model')),
  spoiler: at(topic('support', 'weekly summary')),
  direct: at(`#narrow/dm/${demoAddress('ben')}`, 'Could you look over'),
  directs: at('#narrow/is/dm'),
  mentions: at('#narrow/is/mentioned'),
  starred: at('#narrow/is/starred'),
  'empty-topic': at(topic('general', 'nothing yet')),
  'empty-channel-search': at('#narrow/search/xyzzy'),
  search: at('#narrow/search/widget', 'widget'),
  'search-open': then(at('#inbox'), async (page) => {
    await page.keyboard.press('/')
    await page
      .getByRole('combobox', { name: 'Search messages' })
      .or(page.getByRole('searchbox'))
      .first()
      .waitFor()
    await page.keyboard.type('fr')
  }),
  switcher: then(RELEASE, press('Control+k')),
  'switcher-typed': then(RELEASE, async (page) => {
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.type('re')
  }),
  drafts: at('#drafts'),
  scheduled: at('#scheduled'),
  'scheduled-change': then(at('#scheduled'), async (page) => {
    await page.getByRole('button', { name: 'Change' }).first().click()
    await page.getByRole('dialog').waitFor()
  }),
  reminders: at('#reminders'),
  people: then(RELEASE, async (page) => {
    await page
      .getByRole('button', { name: 'People', exact: true })
      .click({ timeout: 1000 })
      .catch(() => {})
  }),
  card: then(RELEASE, async (page) => {
    await message(page, 'Tiles save money').first().focus()
    await page.keyboard.press('u')
  }),
  channels: at('#channels'),
  'channel-settings': at('#channels/2'),
  'settings-profile': at('#settings/profile'),
  'settings-appearance': at('#settings/appearance'),
  'settings-writing': at('#settings/writing'),
  'settings-notifications': at('#settings/notifications'),
  'settings-notifications-end': then(at('#settings/notifications', 'once a week'), scrollDown),
  'settings-security': at('#settings/security'),
  'organization-profile': at('#organization/profile'),
  'organization-members': at('#organization/members', 'Ben'),
  'organization-invitations': at('#organization/invitations'),
  'organization-mail': at('#organization/mail'),
  'organization-server': at('#organization/server', 'Health'),
  'organization-server-end': then(at('#organization/server', 'Health'), scrollDown),
  lightbox: then(STOP_PAGE, (page) =>
    page.locator('.message_inline_image img, .message-media img, .content img').first().click(),
  ),
  'message-menu': withMessage(RELEASE, 'Tiles save money', async () => {}),
  'emoji-picker': then(RELEASE, async (page) => {
    await message(page, 'Tiles save money').first().focus()
    await page.keyboard.press(':')
    await page.getByRole('dialog').or(page.getByRole('listbox')).first().waitFor()
  }),
  history: then(RELEASE, async (page) => {
    await page.evaluate(async () => {})
    await message(page, 'what does it show').first().focus()
    await page.keyboard.press('Shift+H')
  }),
  receipts: fromMenu(RELEASE, 'Tiles save money', 'Read receipts'),
  move: fromMenu(RELEASE, 'Tiles save money', 'Move'),
  remind: fromMenu(RELEASE, 'Tiles save money', 'Remind me'),
  report: fromMenu(RELEASE, 'Tiles save money', 'Report'),
  forward: fromMenu(RELEASE, 'Tiles save money', 'Forward'),
  source: then(at('#narrow/channel/ideas/topic/regatta.20day', 'The whole week'), async (page) => {
    await message(page, 'On regatta day all').first().focus()
    await page.keyboard.press('e')
    await page.getByRole('textbox', { name: 'Source of the message' }).waitFor()
  }),
  edit: then(at(`#narrow/dm/${demoAddress('ana')}`, 'Notes to self'), async (page) => {
    await page.getByRole('textbox', { name: 'Message' }).click()
    await page.keyboard.type('Tides for the *regatta*, in a line that needs a second one on phones')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await message(page, 'Tides for the').last().waitFor()
    await page.keyboard.press('ArrowUp')
    await page.getByRole('button', { name: 'Save' }).waitFor()
  }),
  delete: fromMenu(RELEASE, 'Tiles save money', 'Delete'),
  'compose-mention': composing('What do you think, @b'),
  'compose-emoji': composing('Lovely :sm'),
  'compose-slash': composing('/'),
  'compose-long': composing('one\ntwo\nthree **bold**\nfour'.replaceAll('\n', ' ')),
  'compose-later': then(composing('See you on Monday'), async (page) => {
    await page.getByRole('button', { name: 'Send later…' }).click()
    await page.getByRole('radio', { name: 'At a time I choose' }).check()
  }),
  'compose-later-short': then(composing('See you on Monday'), async (page) => {
    await page.getByRole('button', { name: 'Send later…' }).click()
    await page.getByRole('dialog').waitFor()
  }),
  'compose-new': then(at('#inbox'), press('c')),
  'compose-direct': then(at('#inbox'), press('x')),
  help: then(RELEASE, press('?')),
  'organization-menu': then(RELEASE, press('g')),
  sidebar: then(at('#inbox'), async (page) => {
    const back = page.getByRole('button', { name: 'Conversations', exact: true })
    if (await back.isVisible()) await back.click()
  }),
  'sidebar-menu': then(at('#inbox'), async (page) => {
    const back = page.getByRole('button', { name: 'Conversations', exact: true })
    if (await back.isVisible()) await back.click()
    await page
      .locator('.side-row')
      .filter({ hasText: 'engineering' })
      .first()
      .click({ button: 'right' })
  }),
  'no-such-channel': at('#narrow/channel/999-nothing', 'nothing'),
  'no-such-page': at('#nonsense'),
  'log-in': {
    stranger: true,
    show: (page) => page.getByRole('button', { name: 'Log in' }).waitFor(),
  },
  'log-in-refused': {
    stranger: true,
    async show(page) {
      await page.getByRole('textbox', { name: 'Email' }).fill(demoAddress('ana'))
      await page.getByRole('textbox', { name: 'Password' }).fill('wrong')
      await page.getByRole('button', { name: 'Log in' }).click()
      await page.getByRole('alert').waitFor()
    },
  },
  'set-up-used': served('/setup/guess'),
  'join-unknown': served('/join/guess'),
  'password-unknown': served('/password/guess'),
  'not-found': served('/nothing/here'),
}
