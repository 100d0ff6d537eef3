// Notifications in Chromium: what the service worker does with pushes, alerts of the page, settings.

import type { CDPSession, Page } from 'playwright-core'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { readNetwork } from '../../../src/base/networks.ts'
import { mailOptions, startMailServer } from '../../mail/mail-server.ts'
import { startPushService } from '../../push/push-service.ts'
import { browserTests, requireAccessible, type Scene, useWholeChromium } from './browser.ts'
import { followNotifications } from './shown-notifications.ts'

useWholeChromium()
const inBrowser = browserTests(test)

/** A window with permission to notify and a service worker, the way to push to it, and what it shows. */
async function openNotified(
  { chat, open, requests, expectProblem }: Scene,
  prepare: (page: Page) => Promise<unknown> = async () => {},
) {
  expectProblem(/ServiceWorker/)
  // The test starts the worker itself, which the policy of the page leaves to the client.
  const context = { bypassCSP: true, permissions: ['notifications'] }
  const page = await open(chat.olga, { path: '/#inbox', context })
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/sw.js')
    await navigator.serviceWorker.ready
  })
  await prepare(page)
  const before = requests.length
  await page.reload()
  await page.locator('#app .shell').waitFor()
  // Messages sent from here on are events: those from before would be in the answer to register.
  await untilPolled(page, () => requests.slice(before))
  const session = await page.context().newCDPSession(page)
  return { page, push: await pusher(page, session), shown: await followNotifications(session) }
}

/** Waits until the page, having registered a queue, asks for its events. */
async function untilPolled(page: Page, requests: () => readonly string[]) {
  const isPolled = () => {
    const seen = requests()
    const registered = seen.lastIndexOf('POST /json/register')
    return registered >= 0 && seen.includes('GET /json/events', registered)
  }
  while (!isPolled()) await page.waitForEvent('request')
}

async function pusher(page: Page, session: CDPSession) {
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
  const { page, push, shown } = await openNotified(scene)
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
  assert.equal(await shown('Soup?'), [{ title: 'Ben', body: 'Soup?' }])
  const data = await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    return (await registration.getNotifications()).map((notification) => notification.data)
  })
  assert.equal(data, [{ id: 7, path: '/#inbox' }])
  // The next message of the conversation takes its place, an older one does not.
  await push({ ...message, id: 8, body: 'With bread?' })
  await shown('With bread?')
  await push({ ...message, id: 6, body: 'old' })
  await push({ ...message, id: 9, title: 'Eve', body: 'Hello', tag: 'd:10' })
  await shown('Hello', 'With bread?')
  await push({ kind: 'removal', ids: [8, 9] })
  await shown()
})

inBrowser(
  'a message alerts a person who looks elsewhere, once, until it is read',
  async (scene) => {
    const { chat } = scene
    const ben = await chat.join('Ben')
    const { page, push, shown } = await openNotified(scene)
    await lookElsewhere(page)
    await ben.say('general', 'soup', 'nobody is meant')
    const id = await ben.tell([chat.olga], 'The **soup** is ready')
    const [alert] = await shown('The soup is ready')
    assert.is(alert!.title, 'Ben')
    await push({ kind: 'message', id, title: 'Ben', body: 'again', path: '/', tag: `d:${ben.id}` })
    await push({ kind: 'message', id: id + 1, title: 'Eve', body: 'new', path: '/', tag: 'd:77' })
    await shown('The soup is ready', 'new')
    await chat.olga.post('/messages/flags', { messages: [id], op: 'add', flag: 'read' })
    await shown('new')
  },
)

inBrowser('a message alerts where the page was never drawn', async (scene) => {
  const { chat } = scene
  const ben = await chat.join('Ben')
  // A page in the background draws no frames, and its timers wait.
  const { page, shown } = await openNotified(scene, (page) =>
    page.addInitScript(() => {
      globalThis.requestAnimationFrame = () => 0
      const { setTimeout } = globalThis
      const held = (work: () => void, ms = 0) => (ms < 500 ? 0 : setTimeout(work, ms))
      Object.assign(globalThis, { setTimeout: held })
    }),
  )
  await lookElsewhere(page)
  await ben.tell([chat.olga], 'The soup is ready')
  await shown('The soup is ready')
})

inBrowser('a click on a notification shows the message in the open window', async (scene) => {
  const { chat } = scene
  const ben = await chat.join('Ben')
  const { page, shown } = await openNotified(scene)
  await lookElsewhere(page)
  await ben.tell([chat.olga], 'The **soup** is ready')
  await shown('The soup is ready')
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
  await shown()
})

inBrowser('settings decide about alerts', async (scene) => {
  const { chat } = scene
  const ben = await chat.join('Ben')
  const { page, shown } = await openNotified(scene)
  await chat.olga.patch('/settings', {
    enable_desktop_notifications: false,
    enable_stream_desktop_notifications: true,
  })
  await lookElsewhere(page)
  await ben.tell([chat.olga], 'not shown')
  await ben.say('general', 'soup', 'shown')
  const [alert] = await shown('shown')
  assert.is(alert!.title, 'Ben (#general > soup)')
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
