// Pictures of every view, from the demo: node test/web/browser/gallery.ts [part of a name ...]
//
// They are taken in both themes at four widths and lie in dist/gallery afterwards, one folder for
// each theme and width. `--mail` gives the server a mail server, which shows more of some pages.
// `--docs` takes those of docs/images instead.

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { readConfig } from '../../../src/config.ts'
import { type Demo, startDemo } from '../../../src/demo/demo.ts'
import { mailOptions, startMailServer } from '../../mail/mail-server.ts'
import { VIEWS } from './gallery-views.ts'

const WIDTHS: Record<number, { height: number; touch: boolean }> = {
  1280: { height: 800, touch: false },
  800: { height: 1000, touch: false },
  390: { height: 844, touch: true },
  320: { height: 640, touch: true },
}

const root = join(import.meta.dirname, '..', '..', '..')

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    docs: { type: 'boolean', default: false },
    mail: { type: 'boolean', default: false },
    theme: { type: 'string' },
    width: { type: 'string' },
  },
})

const folder = mkdtempSync(join(tmpdir(), 'hearth-gallery-'))
const mail = values.mail ? mailOptions(await startMailServer()) : {}
const demo = await startDemo(
  { ...readConfig({ data: folder, port: '0', 'rate-limit': 'off' }, {}), ...mail },
  { lively: false },
)
const browser = await chromium.launch({
  executablePath: process.env.HEARTH_CHROMIUM ?? '/usr/bin/chromium',
})
try {
  if (values.docs) await takeForDocs(browser, demo)
  else await takeAll(browser, demo)
} finally {
  await browser.close()
  await demo.stop()
  rmSync(folder, { recursive: true, force: true })
}
process.exit(process.exitCode)

async function takeAll(browser: Browser, demo: Demo) {
  for (const theme of ['light', 'dark'] as const) {
    if (values.theme !== undefined && values.theme !== theme) continue
    for (const [width, { height, touch }] of Object.entries(WIDTHS)) {
      if (values.width !== undefined && values.width !== width) continue
      const pictures = join(root, 'dist', 'gallery', `${theme}-${width}`)
      mkdirSync(pictures, { recursive: true })
      const look = { theme, width: Number(width), height, touch }
      await takeWith(browser, demo, look, pictures)
      console.log(pictures)
    }
  }
}

async function takeWith(browser: Browser, demo: Demo, look: Look, pictures: string) {
  const person = await contextOf(browser, look)
  const stranger = await contextOf(browser, look)
  const { csrf_token } = await logIn(person, demo)
  await keepUnread(person, demo, csrf_token)
  await schedule(person, demo, csrf_token)
  await acceptReports(person, demo, csrf_token)
  for (const [name, view] of Object.entries(VIEWS)) {
    if (positionals.length > 0 && !positionals.some((part) => name.includes(part))) continue
    const page = await (view.stranger ? stranger : person).newPage()
    await page.goto(demo.hearth.localUrl)
    try {
      await view.show(page, demo)
      await take(page, join(pictures, `${name}.png`))
    } catch (error) {
      console.log(`${look.theme} ${look.width} ${name}: ${(error as Error).message.split('\n')[0]}`)
      await take(page, join(pictures, `${name} FAILED.png`))
      process.exitCode = 1
    }
    await page.close()
  }
  await person.close()
  await stranger.close()
}

/** What the README shows: a conversation, wide, in both themes. */
async function takeForDocs(browser: Browser, demo: Demo) {
  for (const theme of ['light', 'dark'] as const) {
    const context = await contextOf(browser, { theme, width: 1280, height: 800, touch: false })
    await logIn(context, demo)
    const page = await context.newPage()
    await page.goto(demo.hearth.localUrl)
    await VIEWS.topic!.show(page, demo)
    await page.keyboard.press('End')
    await take(page, join(root, 'docs', 'images', `chat-${theme}.png`))
    await context.close()
  }
}

/** Pictures and fonts that are on their way are waited for. */
async function take(page: Page, path: string) {
  await page.evaluate('document.fonts.ready')
  await page.waitForTimeout(300)
  await page.screenshot({ path, animations: 'disabled' })
}

interface Look {
  theme: 'light' | 'dark'
  width: number
  height: number
  touch: boolean
}

async function contextOf(browser: Browser, look: Look): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: { width: look.width, height: look.height },
    colorScheme: look.theme,
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    hasTouch: look.touch,
    isMobile: look.touch,
  })
  context.setDefaultTimeout(5000)
  return context
}

/** As the owner. */
async function logIn(context: BrowserContext, demo: Demo): Promise<{ csrf_token: string }> {
  const url = demo.hearth.localUrl
  const { email } = demo.links[0]!
  const answer = await context.request.post(`${url}/json/web/session`, {
    form: { username: email, password: demo.password },
  })
  return answer.json()
}

/** Looking marks nothing as read from here on, so that all pictures show the same. */
async function keepUnread(context: BrowserContext, demo: Demo, csrf_token: string) {
  await context.request.patch(`${demo.hearth.localUrl}/json/settings`, {
    headers: { 'X-CSRFToken': csrf_token },
    form: { web_mark_read_on_scroll_policy: '3' },
  })
}

/** Makes a channel for reports, without which no message can be reported. */
async function acceptReports(context: BrowserContext, demo: Demo, csrf_token: string) {
  const url = `${demo.hearth.localUrl}/json`
  const headers = { 'X-CSRFToken': csrf_token }
  const subscriptions = JSON.stringify([{ name: 'reports' }])
  const form = { subscriptions, invite_only: 'true' }
  await context.request.post(`${url}/users/me/subscriptions`, { headers, form })
  const { stream_id } = await (
    await context.request.get(`${url}/get_stream_id?stream=reports`)
  ).json()
  const changed = { moderation_request_channel_id: String(stream_id) }
  await context.request.patch(`${url}/realm`, { headers, form: changed })
}

/** Two messages that go out later, so that their list has something to show. */
async function schedule(context: BrowserContext, demo: Demo, csrf_token: string) {
  const at = Math.floor(Date.now() / 1000) + 3 * 86_400
  const url = `${demo.hearth.localUrl}/json/scheduled_messages`
  const known = await (await context.request.get(url)).json()
  if (known.scheduled_messages.length > 0) return
  const headers = { 'X-CSRFToken': csrf_token }
  const { members } = await (await context.request.get(`${demo.hearth.localUrl}/json/users`)).json()
  const ben = members.find(({ full_name }: { full_name: string }) => full_name.startsWith('Ben'))
  const topic = { type: 'channel', to: '2', topic: 'a topic whose name is rather long for a phone' }
  for (const form of [
    { ...topic, content: 'Who brings the cake?', scheduled_delivery_timestamp: String(at) },
    {
      ...{ type: 'direct', to: JSON.stringify([ben.user_id]) },
      content: `${'The long version of it, for later. '.repeat(12)}\n\n* one\n* two`,
      scheduled_delivery_timestamp: String(at + 7200),
    },
  ])
    await context.request.post(url, { headers, form })
}
