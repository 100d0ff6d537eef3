// Notifications in Chromium: what the service worker does with pushes, alerts of the page, settings.

import type { CDPSession, Page } from 'playwright-core'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { readNetwork } from '../../../src/base/networks.ts'
import { mailOptions, startMailServer } from '../../mail/mail-server.ts'
import { startPushService } from '../../push/push-service.ts'
import { browserTests, requireAccessible, type Scene, useWholeChromium } from './browser.ts'

useWholeChromium()
const inBrowser = browserTests(test)

/** A window with permission to notify and a service worker, and the way to push to it. */
async function openNotified({ chat, open, expectProblem }: Scene, path = '/#inbox') {
  expectProblem(/ServiceWorker/)
  // The test starts the worker itself, which the policy of the page leaves to the client.
  const context = { bypassCSP: true, permissions: ['notifications'] }
  const page = await open(chat.olga, { path, context })
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/sw.js')
    await navigator.serviceWorker.ready
  })
  await page.reload()
  await page.locator('#app .shell').waitFor()
  return { page, push: await pusher(page) }
}

async function pusher(page: Page) {
  const session: CDPSession = await page.context().newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations
      if (first) resolve(first.registrationId)
    })
  })
  await session.send('ServiceWorker.enable')
  const registrationId = await registered
  const origin = new URL(page.url()).origin
  return (payload: object) =>
    session.send('ServiceWorker.deliverPushMessage', {
      origin,
      registrationId,
      data: JSON.stringify(payload),
    })
}

interface Shown {
  title: string
  body: string
  data: unknown
}

/** The notifications that are shown, once they are as expected. */
async function notifications(page: Page, isExpected: (shown: readonly Shown[]) => boolean) {
  const giveUpAt = performance.now() + 20_000
  for (;;) {
    const shown = await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready
      // The worker needs the processor too.
      await new Promise((resolve) => setTimeout(resolve, 30))
      const all = await registration.getNotifications()
      return all.map(({ title, body, data }) => ({ title, body, data }) as Shown)
    })
    if (isExpected(shown)) return shown
    if (performance.now() > giveUpAt) throw new Error(`Shown are ${JSON.stringify(shown)}`)
  }
}

const bodies =
  (...expected: string[]) =>
  (shown: readonly Shown[]) =>
    JSON.stringify(shown.map(({ body }) => body).sort()) === JSON.stringify(expected.sort())

/** Another page of the same browser comes to the front, as when one looks elsewhere. */
async function lookElsewhere(page: Page) {
  const other = await page.context().newPage()
  await other.goto('about:blank')
  await other.bringToFront()
  // Otherwise each window of a test counts as the one that has the focus.
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setFocusEmulationEnabled', { enabled: false })
  // The page learns of it a moment later. Chromium draws no frames of it meanwhile.
  const isElsewhere = () => document.hidden || !document.hasFocus()
  await page.waitForFunction(isElsewhere, undefined, { polling: 20 })
}

inBrowser('a push shows a notification, and a removal takes it back', async (scene) => {
  const { page, push } = await openNotified(scene)
  await lookElsewhere(page)
  const message = {
    kind: 'message',
    id: 7,
    title: 'Ben',
    body: 'Soup?',
    path: '/#inbox',
    tag: 'd:9',
  }
  await push(message)
  assert.equal(await notifications(page, bodies('Soup?')), [
    { title: 'Ben', body: 'Soup?', data: { id: 7, path: '/#inbox' } },
  ])
  // The next message of the conversation takes its place, an older one does not.
  await push({ ...message, id: 8, body: 'With bread?' })
  await notifications(page, bodies('With bread?'))
  await push({ ...message, id: 6, body: 'old' })
  await push({ ...message, id: 9, title: 'Eve', body: 'Hello', tag: 'd:10' })
  await notifications(page, bodies('Hello', 'With bread?'))
  await push({ kind: 'removal', ids: [8, 9] })
  await notifications(page, bodies())
})

inBrowser(
  'a message alerts a person who looks elsewhere, once, until it is read',
  async (scene) => {
    const { chat } = scene
    const ben = await chat.join('Ben')
    const { page, push } = await openNotified(scene)
    await lookElsewhere(page)
    await ben.say('general', 'soup', 'nobody is meant')
    const id = await ben.tell([chat.olga], 'The **soup** is ready')
    const [shown] = await notifications(page, bodies('The soup is ready'))
    assert.is(shown!.title, 'Ben')
    await push({ kind: 'message', id, title: 'Ben', body: 'again', path: '/', tag: `d:${ben.id}` })
    await push({ kind: 'message', id: id + 1, title: 'Eve', body: 'new', path: '/', tag: 'd:77' })
    await notifications(page, bodies('The soup is ready', 'new'))
    await chat.olga.post('/messages/flags', { messages: [id], op: 'add', flag: 'read' })
    await notifications(page, bodies('new'))
  },
)

inBrowser('a click on a notification shows the message in the open window', async (scene) => {
  const { chat } = scene
  const ben = await chat.join('Ben')
  const { page } = await openNotified(scene)
  await lookElsewhere(page)
  await ben.tell([chat.olga], 'The **soup** is ready')
  await notifications(page, bodies('The soup is ready'))
  const [worker] = page.context().serviceWorkers()
  // Nothing but a hand can click a notification, so the test hands the worker the event of a click.
  await worker!.evaluate(async () => {
    const scope = globalThis as unknown as {
      registration: ServiceWorkerRegistration
      NotificationEvent: new (type: string, facts: object) => Event
    }
    const [notification] = await scope.registration.getNotifications()
    dispatchEvent(new scope.NotificationEvent('notificationclick', { notification }))
  })
  await page.getByRole('feed').getByText('soup').waitFor()
  assert.match(new URL(page.url()).hash, '#narrow/dm/')
  await notifications(page, bodies())
})

inBrowser('settings decide about alerts', async (scene) => {
  const { chat } = scene
  const ben = await chat.join('Ben')
  const { page } = await openNotified(scene)
  await chat.olga.patch('/settings', {
    enable_desktop_notifications: false,
    enable_stream_desktop_notifications: true,
  })
  await lookElsewhere(page)
  await ben.tell([chat.olga], 'not shown')
  await ben.say('general', 'soup', 'shown')
  const [shown] = await notifications(page, bodies('shown'))
  assert.is(shown!.title, 'Ben (#general > soup)')
})

inBrowser(
  'the settings list devices and addresses, test them and remove them',
  async ({ chat, open }) => {
    await using service = await startPushService()
    const page = await open(chat.olga, { path: '/#settings/notifications' })
    await page.getByRole('textbox', { name: 'Address of ntfy' }).fill(`${service.url}/olga-5f1c`)
    await page.getByRole('button', { name: 'Add the address' }).click()
    const row = page.getByRole('list', { name: 'Devices' }).getByRole('listitem')
    await row.getByText('not notified yet').waitFor()
    await requireAccessible(page)
    await row.getByRole('button', { name: 'Send a test' }).click()
    const { body } = await service.next()
    assert.is(JSON.parse(body.toString()).topic, 'olga-5f1c')
    await row.getByText('last notified').waitFor()
    await row.getByRole('button', { name: 'Remove' }).click()
    await row.waitFor({ state: 'detached' })
    assert.equal((await chat.olga.get('/users/me/push_subscriptions')).push_subscriptions, [])
  },
  { outgoingAllow: [readNetwork('127.0.0.0/8')!] },
)

inBrowser('a refused address is explained beside the field', async ({ chat, open }) => {
  const page = await open(chat.olga, { path: '/#settings/notifications' })
  await page.getByRole('textbox', { name: 'Address of ntfy' }).fill('http://192.168.1.4/topic')
  await page.getByRole('button', { name: 'Add the address' }).click()
  await page.getByRole('alert').getByText('must begin with https://').waitFor()
})

inBrowser('permission to notify is asked for by the button alone', async ({ chat, open }) => {
  const page = await open(chat.olga, { path: '/#inbox' })
  await page.evaluate(() => {
    const asked = globalThis as unknown as { asked: number }
    asked.asked = 0
    Notification.requestPermission = async () => {
      asked.asked++
      return 'denied'
    }
  })
  const asked = () => page.evaluate(() => (globalThis as unknown as { asked: number }).asked)
  await page.evaluate(() => {
    location.hash = '#settings/notifications'
  })
  const button = page.getByRole('button', { name: 'Notify me on this device' })
  await button.waitFor()
  assert.is(await asked(), 0)
  await button.click()
  await page.getByRole('alert').getByText('does not permit notifications').waitFor()
  assert.is(await asked(), 1)
})

inBrowser('owners see that no mail is sent', async ({ chat, open }) => {
  const page = await open(chat.olga, { path: '/#organization/mail' })
  await page.getByText('This server sends no mail').waitFor()
})

const mailServer = await startMailServer()
test.after(async () => mailServer[Symbol.asyncDispose]())

inBrowser(
  'owners try the mail with a click, and visitors find the page for forgotten passwords',
  async ({ chat, open, openAsStranger }) => {
    const page = await open(chat.olga, { path: '/#organization/mail' })
    await page.getByRole('button', { name: 'Send me a test mail' }).click()
    assert.equal((await mailServer.next()).to, [chat.olga.email])
    const stranger = await openAsStranger()
    await stranger.getByRole('link', { name: 'Forgot your password?' }).click()
    await stranger.getByRole('button', { name: 'Send the link' }).waitFor()
    await requireAccessible(stranger)
  },
  mailOptions(mailServer),
)

test.run()
