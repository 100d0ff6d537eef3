// Every page of the web client: axe-core finds nothing in either theme, on a phone and on a desk.

import { test } from 'uvu'
import { browserTests, requireAccessible, screenshot } from './browser.ts'

const inBrowser = browserTests(test)

/** Addresses and what stands there when the page is shown. */
const VIEWS: Record<string, string> = {
  '#inbox': 'harbour lights',
  '#recent': 'harbour lights',
  '#feed': 'The red one blinks.',
  '#narrow/channel/1-general': 'The red one blinks.',
  '#narrow/channel/1-general/topic/harbour.20lights': 'The red one blinks.',
  '#narrow/is/mentioned': 'a look',
  '#narrow/is/starred': 'Starred',
  '#narrow/is/dm': 'Are you there?',
  '#narrow/search/blinks': 'blinks',
  '#drafts': 'No drafts',
  '#scheduled': 'Later.',
  '#reminders': 'No reminders',
  '#channels': 'general',
  '#channels/1': 'About the channel',
  '#settings/profile': 'Full name',
  '#settings/appearance': 'Theme',
  '#settings/writing': 'Enter sends',
  '#settings/notifications': 'Play a sound',
  '#settings/security': 'Change the password',
  '#organization/profile': 'Description',
  '#organization/members': 'Olga',
  '#organization/invitations': 'Make a link',
  '#organization/server': 'The server is well.',
}

for (const theme of ['light', 'dark'] as const) {
  for (const width of [390, 1280]) {
    inBrowser(
      `every page is accessible in the ${theme} theme at ${width} pixels`,
      async ({ chat, open }) => {
        const ben = await chat.join('Ben')
        await ben.say('general', 'harbour lights', 'The red one blinks.')
        await ben.say('general', 'harbour lights', '@**Olga** take a look: `code`, *more*.')
        await ben.tell([chat.olga], 'Are you there?')
        await chat.olga.post('/scheduled_messages', {
          type: 'direct',
          to: [ben.id],
          content: 'Later.',
          scheduled_delivery_timestamp: Math.floor(chat.clock.now() / 1000) + 3600,
        })
        const page = await open(chat.olga, { theme, width, touch: width < 500 })
        await page.getByRole('main').waitFor()

        for (const [address, text] of Object.entries(VIEWS)) {
          await page.evaluate((hash) => {
            location.hash = hash
          }, address)
          await page.getByRole('main').getByText(text).first().waitFor()
          await requireAccessible(page).catch((error) => {
            throw new Error(`${address}: ${error.message}`)
          })
          if (process.env.HEARTH_SCREENSHOTS) {
            await screenshot(page, `${theme} ${width} ${address.replaceAll(/\W+/g, ' ').trim()}`)
          }
          const overflow = await page.evaluate(
            () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
          )
          if (overflow > 0) throw new Error(`${address} scrolls sideways by ${overflow} pixels`)
        }
      },
    )
  }
}

inBrowser('the card of a person fits on the narrowest phone', async ({ chat, open }) => {
  const ben = await chat.join('Ben')
  await ben.say('general', 'harbour lights', 'The red one blinks.')
  const page = await open(chat.olga, { path: '#feed', width: 320, height: 640, touch: true })
  await page.getByRole('article').last().focus()
  await page.keyboard.press('u')
  const card = page.getByRole('dialog', { name: 'Ben' })
  await card.waitFor()
  await requireAccessible(page)
  const hidden = await card.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
  if (hidden > 0) throw new Error(`${hidden} pixels of the card are outside of it`)
})

test.run()
