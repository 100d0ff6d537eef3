// What people write, as the web client shows it: everything usable, nothing that runs.

import type { Page } from 'playwright-core'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { browserTests, requireAccessible } from './browser.ts'

const inBrowser = browserTests(test)

const TOPIC = '/#narrow/channel/1-general/topic/lunch'

const articles = (page: Page) => page.getByRole('feed', { name: 'Messages' }).getByRole('article')

inBrowser('every construct of messages is shown and can be used', async ({ chat, open }) => {
  const ben = await chat.join('Ben')
  await ben.say('general', 'lunch', '```spoiler The end\nThe butler did it.\n```')
  await ben.say('general', 'lunch', '```js\nconst answer = 42\n```')
  await ben.say('general', 'lunch', 'At <time:2026-03-01T10:30+01:00>, $$x^2$$ :tada: @**Olga**')
  await ben.say(
    'general',
    'lunch',
    '| a | b |\n|---|---|\n| 1 | 2 |\n\n> quoted\n\n#**general>lunch**',
  )
  await ben.say('general', 'lunch', '/poll Soup?\nYes\nNo')
  await ben.say('general', 'lunch', '/todo Shopping\nBread: two of them')
  const page = await open(chat.olga, { path: TOPIC })
  await articles(page).last().waitFor()

  const spoiler = page.getByRole('button', { name: 'The end' })
  assert.is(await spoiler.getAttribute('aria-expanded'), 'false')
  assert.not(await page.getByText('The butler did it.').isVisible())
  await spoiler.click()
  await page.getByText('The butler did it.').waitFor()

  await page.getByRole('region', { name: 'Code, JavaScript' }).hover()
  await page.getByRole('button', { name: 'Copy code' }).click()
  await page.getByText(/^Copied$/).waitFor()

  await page.getByText('Sunday, 1 March 2026 at 10:30').waitFor()
  await page.getByRole('img', { name: 'tada' }).waitFor()
  await page.getByRole('button', { name: '@Olga' }).waitFor()
  await page.getByRole('table').waitFor()
  assert.match(
    (await page.getByRole('link', { name: '#general > lunch' }).getAttribute('href')) ?? '',
    /^#narrow\/channel\/1-general\/topic\/lunch\/with\/\d+$/,
  )

  await page.getByRole('button', { name: 'Yes, 0 votes' }).click()
  await page.getByRole('button', { name: 'Yes, 1 vote', exact: true }).waitFor()
  const task = page.getByRole('checkbox', { name: /Bread/ })
  await task.click()
  await page.locator('.todo .done').waitFor()
  await requireAccessible(page)
})

inBrowser(
  'what a reader has opened stays open when the author edits the message',
  async ({ chat, open }) => {
    const ben = await chat.join('Ben')
    const parts = (last: string) =>
      [
        ...['Monday', 'Monday', 'Tuesday'].map((day) => `\`\`\`spoiler ${day}\nSoup.\n\`\`\``),
        '```js\nconst answer = 42\n```',
        last,
      ].join('\n\n')
    const id = await ben.say('general', 'lunch', parts('The menu'))
    const page = await open(chat.olga, { path: TOPIC })
    const spoilers = page.getByRole('button', { name: /day$/ })
    const opened = () =>
      spoilers.evaluateAll((all) => all.map((one) => one.ariaExpanded === 'true'))
    const wrap = page.getByRole('button', { name: 'Wrap long lines' })
    await page.getByRole('region', { name: 'Code, JavaScript' }).hover()
    await wrap.click()
    await spoilers.nth(1).click()
    assert.is(await wrap.getAttribute('aria-pressed'), 'true')
    assert.equal(await opened(), [false, true, false])

    await ben.patch(`/messages/${id}`, { content: parts('The new menu') })
    await page.getByText('The new menu').waitFor()

    assert.equal(await opened(), [false, true, false])
    assert.is(await page.getByText('Soup.').nth(1).isVisible(), true)
    assert.is(await page.locator('.codehilite.wrap').count(), 1)
    assert.is(await wrap.getAttribute('aria-pressed'), 'true')
    assert.is(await spoilers.nth(1).evaluate((one) => one === document.activeElement), true)
  },
)

inBrowser('markup that tries to run stays text, and leaves no element', async ({ chat, open }) => {
  const ben = await chat.join('Ben')
  await ben.say('general', 'lunch', '<script>window.wasRun = 1</script>')
  await ben.say(
    'general',
    'lunch',
    '<img src=x onerror="window.wasRun = 1"> [a](javascript:alert(1))',
  )
  const page = await open(chat.olga, { path: TOPIC })
  await articles(page).last().getByText('onerror').waitFor()

  assert.is(await page.locator('.content script, .content [onerror]').count(), 0)
  assert.is(await page.locator('.content a[href^="javascript"]').count(), 0)
  assert.is(await page.evaluate('window.wasRun'), undefined)
})

inBrowser('an image keeps its box, and opens large with keys', async ({ chat, open }) => {
  const ben = await chat.join('Ben')
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAIAAAACUFjqAAAAEklEQVR4nGP4z8CAB+GTG8HSALfKY52fTcuYAAAAAElFTkSuQmCC',
    'base64',
  )
  const links: string[] = []
  for (const name of ['one.png', 'two.png']) {
    const { url } = await ben.upload('/user_uploads', new File([png], name, { type: 'image/png' }))
    links.push(`[${name}](${url})`)
  }
  await ben.say('general', 'lunch', links.join('\n'))
  const page = await open(chat.olga, { path: TOPIC })
  const image = page.getByRole('link', { name: 'View image one.png' })
  await image.waitFor()
  assert.ok(Number(await image.locator('img').getAttribute('height')) > 0)

  await image.click()
  const lightbox = page.getByRole('dialog', { name: 'Image' })
  await lightbox.getByRole('heading', { name: 'one.png' }).waitFor()
  await page.keyboard.press('ArrowRight')
  await lightbox.getByRole('heading', { name: 'two.png' }).waitFor()
  await requireAccessible(page)
  await page.keyboard.press('Escape')
  await lightbox.waitFor({ state: 'detached' })
})

test.run()
