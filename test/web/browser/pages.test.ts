// Set-up, joining and password pages in Chromium, without scripts, as people fill them in.

import type { Page } from 'playwright-core'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type Chat, expectSuccess, PASSWORD } from '../../chat.ts'
import { browserTests, LOOKS, requireAccessible, screenshot } from './browser.ts'

const inBrowser = browserTests(test)

const WITHOUT_SCRIPTS = { javaScriptEnabled: false }

inBrowser('an invited person joins and is in the app', async ({ chat, openAsStranger }) => {
  const page = await openAsStranger({ path: await invitationTo(chat) })

  await page.getByRole('textbox', { name: 'Your name' }).fill('Ben')
  await page.getByRole('textbox', { name: 'Email' }).fill('ben@harbour.test')
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Join' }).click()

  await page.waitForURL(`${chat.url}/`)
  const me = await page.request.get(`${chat.url}/json/users/me`)
  assert.is((await me.json()).full_name, 'Ben')
})

inBrowser(
  'what is wrong stands beside its field, and the first of it has the focus',
  async ({ chat, openAsStranger, expectProblem }) => {
    const path = await invitationTo(chat)
    const page = await openAsStranger({ path, context: WITHOUT_SCRIPTS })
    expectProblem(/status 400: \/join/)
    await page.getByLabel('Your name').fill('Ben')
    await page.getByLabel('Email').fill('olga@harbour.test')
    await page.getByLabel('Password').fill('ben')

    await page.getByRole('button', { name: 'Join' }).click()

    const email = page.getByRole('textbox', { name: 'Email' })
    const password = page.getByRole('textbox', { name: 'Password' })
    assert.is(
      await described(page, 'email'),
      'There is an account with this address already: log in instead.',
    )
    assert.match(
      await described(page, 'password'),
      /It has 3 characters, and a password needs at least 6\./,
    )
    assert.is(await email.getAttribute('aria-invalid'), 'true')
    assert.is(await page.locator(':focus').getAttribute('name'), 'email')
    assert.is(await page.getByLabel('Your name').inputValue(), 'Ben')
    assert.is(await password.inputValue(), '')
    assert.is(await page.getByRole('alert').count(), 2)
  },
)

inBrowser('the pages are usable in both themes and on every screen', async (scene) => {
  const { chat, openAsStranger, expectProblem } = scene
  expectProblem(/status 40[04]/)
  const join = await invitationTo(chat)
  for (const look of LOOKS) {
    const name = `${look.theme} ${look.width}`
    const page = await openAsStranger({ ...look, path: join })
    await requireAccessible(page)
    await requireNoSidewaysScroll(page)
    await screenshot(page, `join ${name}`)
    await page.getByRole('button', { name: 'Join' }).click()
    await requireAccessible(page)
    await screenshot(page, `join refused ${name}`)
    await page.goto(`${chat.url}/setup/guess`)
    await requireAccessible(page)
    await requireNoSidewaysScroll(page)
    await screenshot(page, `used link ${name}`)
    await page.context().close()
  }
})

/** What a screen reader says of a field besides its name; the words beside it, not its rule. */
const described = async (page: Page, field: string) =>
  (await page.locator(`#${field}-problem`).textContent())!

async function requireNoSidewaysScroll(page: Page) {
  const [wide, seen] = await page.evaluate(() => [
    document.documentElement.scrollWidth,
    document.documentElement.clientWidth,
  ])
  assert.is(wide, seen)
}

async function invitationTo({ olga }: Chat): Promise<string> {
  const made = expectSuccess(
    await olga.post('/invites/multiuse', { include_realm_default_subscriptions: true }),
  )
  return new URL(made.invite_link).pathname
}

test.run()
