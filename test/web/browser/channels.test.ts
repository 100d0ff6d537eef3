// Channels in the web client: finding one in the list, and making one.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { browserTests, requireAccessible } from './browser.ts'

const inBrowser = browserTests(test)

inBrowser('channels are found by what they are and by words', async ({ chat, open }) => {
  const ben = await chat.join('Ben')
  await ben.subscribe('boats')
  await chat.olga.subscribe('sails')
  const page = await open(chat.olga, { path: '#channels' })
  const names = page.getByRole('main').getByRole('listitem')

  await names.filter({ hasText: 'boats' }).waitFor()
  assert.is(await names.count(), 3)
  await page.getByRole('button', { name: 'Not subscribed' }).click()
  await names.filter({ hasText: 'sails' }).waitFor({ state: 'detached' })
  assert.is(await names.count(), 1)
  await page.getByRole('button', { name: 'All', exact: true }).click()
  await page.getByRole('searchbox', { name: 'Filter channels' }).fill('SAIL')
  await names.filter({ hasText: 'boats' }).waitFor({ state: 'detached' })
  assert.match(await names.innerText(), /sails/)
})

inBrowser('a private channel is made, and its name is asked for first', async (scene) => {
  const { chat, open } = scene
  const ben = await chat.join('Ben')
  const page = await open(chat.olga, { path: '#channels' })
  await page.getByRole('button', { name: 'New channel' }).click()
  const dialog = page.getByRole('dialog', { name: 'New channel' })
  const name = dialog.getByRole('textbox', { name: 'Name' })
  const make = dialog.getByRole('button', { name: 'New channel' })

  await make.click()
  await dialog.getByRole('alert').waitFor()
  assert.ok(await name.evaluate((field) => field === document.activeElement))
  await requireAccessible(page)
  await name.fill('crew')
  await dialog.getByRole('textbox', { name: 'Description' }).fill('Who sails')
  await dialog.getByRole('radio', { name: 'Only those who are in it' }).check()
  await dialog.getByRole('checkbox', { name: 'Newcomers can read' }).uncheck()
  await make.click()

  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('heading', { name: 'crew' }).waitFor()
  const crewOf = async (person: typeof ben) =>
    (await person.get('/streams')).streams.find((one: { name: string }) => one.name === 'crew')
  const { description, invite_only, history_public_to_subscribers } = await crewOf(chat.olga)
  assert.equal(
    [description, invite_only, history_public_to_subscribers],
    ['Who sails', true, false],
  )
  assert.is(await crewOf(ben), undefined)
})

inBrowser('a channel of a name in use is not made, and the dialog says why', async (scene) => {
  const { chat, open, expectProblem } = scene
  const ben = await chat.join('Ben')
  await ben.subscribe('sails')
  const page = await open(chat.olga, { path: '#channels' })
  expectProblem(/channels\/create|status of 4/)
  await page.getByRole('button', { name: 'New channel' }).click()
  const dialog = page.getByRole('dialog', { name: 'New channel' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Sails')
  await dialog.getByRole('button', { name: 'New channel' }).click()

  await dialog
    .getByRole('alert')
    .filter({ hasText: /Sails.*exists/ })
    .waitFor()
  const { subscriptions } = await chat.olga.get('/users/me/subscriptions')
  assert.not(subscriptions.some(({ name }: { name: string }) => name === 'sails'))
})

test.run()
