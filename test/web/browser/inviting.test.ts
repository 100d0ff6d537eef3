// Inviting from the web client: a link is made, a stranger joins by it, and roles change.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { browserTests, requireAccessible } from './browser.ts'

const inBrowser = browserTests(test)

inBrowser(
  'an owner makes a link, and who opens it joins and is in the chat',
  async ({ chat, open, openAsStranger }) => {
    const page = await open(chat.olga, { path: '#organization/invitations' })
    await page.getByRole('button', { name: 'Make a link' }).click()
    const field = page.getByRole('textbox', { name: 'Invitation link' })
    await field.waitFor()
    await page.getByRole('img', { name: /code with the same link/ }).waitFor()
    await requireAccessible(page)
    const link = await field.inputValue()

    const stranger = await openAsStranger({ path: new URL(link).pathname })
    await stranger.getByRole('textbox', { name: /Email/ }).fill('cleo@harbour.test')
    await stranger.getByRole('textbox', { name: 'Your name' }).fill('Cleo')
    await stranger.getByLabel('Password').fill('correct horse battery')
    await stranger.getByRole('button', { name: 'Join' }).click()
    await stranger.getByRole('navigation', { name: 'Conversations' }).waitFor()

    await page.goto(`${chat.url}/#organization/members`)
    await page.getByRole('combobox', { name: 'Role of Cleo' }).selectOption('Moderator')
    await page.getByText('Saved').waitFor()
    const { members } = await chat.olga.get('/users')
    assert.is(
      members.find(({ full_name }: { full_name: string }) => full_name === 'Cleo').role,
      300,
    )
  },
)

inBrowser('a member sees the organization, and may not change it', async ({ chat, open }) => {
  const ben = await chat.join('Ben')
  const page = await open(ben, { path: '#organization/profile' })

  await page.getByText('Only administrators may change this.').waitFor()
  assert.ok(await page.getByRole('textbox', { name: 'Name' }).isDisabled())
})

test.run()
