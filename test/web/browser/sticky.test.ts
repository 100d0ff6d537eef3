// Where one is, in lists with messages of several conversations, while they are scrolled.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { browserTests } from './browser.ts'

const inBrowser = browserTests(test)

inBrowser(
  'the conversation of the topmost message stays in view, and leads there',
  async ({ chat, open }) => {
    for (let i = 1; i <= 20; i++) await chat.olga.say('general', 'lunch', `Soup ${i}`)
    for (let i = 1; i <= 45; i++) await chat.olga.say('general', 'plans', `Plan ${i}`)
    const page = await open(chat.olga, { path: '/#feed' })
    const list = page.locator('.feed-scroll')
    const bar = page.locator('.sticky-recipient')
    await page.getByText('Plan 45', { exact: true }).waitFor()
    const bringToTop = (text: string) =>
      page
        .getByText(text, { exact: true })
        .evaluate((element) => element.closest('article')!.scrollIntoView({ block: 'start' }))

    await bringToTop('Plan 5')
    await bar.getByText('plans').waitFor()
    await bringToTop('Soup 5')
    await bar.getByText('lunch').waitFor()
    const [ofBar, ofList] = [
      await bar.locator('.recipient').boundingBox(),
      await list.boundingBox(),
    ]
    assert.ok(Math.abs(ofBar!.y - ofList!.y) <= 1, 'the bar lies at the top of the list')

    // Where it is: a click of Playwright's would scroll the list, for it finds the bar too near the edge.
    const link = await bar.getByRole('link', { name: 'lunch', includeHidden: true }).boundingBox()
    await page.mouse.click(link!.x + link!.width / 2, link!.y + link!.height / 2)
    await page.waitForURL(/topic\/lunch/)
    // A list of one conversation needs no bar.
    await bar.waitFor({ state: 'detached' })
    await page.getByText('Soup 20', { exact: true }).waitFor()
  },
)

test.run()
