// Tests of the web client in Chromium, each against a server of its own in this process.

import { existsSync, mkdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import axe, { type AxeResults } from 'axe-core'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core'
import type { Test } from 'uvu'
import type { Config } from '../../../src/config.ts'
import { type Chat, PASSWORD, type Person, startChat } from '../../chat.ts'
import { TimelyClock } from '../../clocks.ts'

/** Chromium without a window needs half the time of the processor, so it comes first. */
let chromiumPath = findChromium(['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'])

function findChromium(paths: readonly string[]): string | undefined {
  return process.env.HEARTH_CHROMIUM ?? paths.find((path) => existsSync(path))
}

/** For tests of what the smaller Chromium lacks, such as notifications. Called before `browserTests`. */
export function useWholeChromium() {
  chromiumPath = findChromium(['/usr/bin/chromium'])
}

/** Where pictures of failed tests go, and those that tests take on request. */
const SCREENSHOTS = join(import.meta.dirname, '..', '..', '..', 'dist', 'screenshots')

/** A wait that takes longer has failed: the server is in the same process. */
export const PATIENCE_MS = 10_000

/** How a person looks at the client: size of the window, colours, network. */
export interface Look {
  /** What is opened first; `#narrow/…` and the like follow the slash. */
  path?: string
  width?: number
  height?: number
  theme?: 'light' | 'dark'
  /** A phone's screen, which is touched. */
  touch?: boolean
  /** Another way to reach the server than `chat.url`. */
  url?: string
  context?: BrowserContextOptions
}

/** How every view is looked at: in both themes, on a phone, a tablet and a desk. */
export const LOOKS: readonly Look[] = (['light', 'dark'] as const).flatMap((theme) => [
  { theme, width: 390, height: 844, touch: true },
  { theme, width: 820, height: 1180, touch: true },
  { theme, width: 1280, height: 800 },
])

/** What a test gets: a server, and people who look at it. */
export interface Scene {
  chat: Chat
  /** A window in a person's own browser, logged in. */
  open(person: Person, look?: Look): Promise<Page>
  /** A window of a browser without a session. */
  openAsStranger(look?: Look): Promise<Page>
  /** Says that a problem is meant to happen: a line of the console, a status, an address. */
  expectProblem(pattern: RegExp): void
  /** Addresses that were asked for so far, in order: `GET /json/register`. */
  requests: string[]
}

/** Makes a scene: the options are those of the server. */
type SceneTest = (
  name: string,
  work: (scene: Scene) => Promise<void>,
  options?: Partial<Config>,
) => void

let browser: Promise<Browser> | undefined

/**
 * How a file declares its tests; one browser serves them all. A test fails, too, when the console
 * shows an error, a policy is violated, or a request goes to another host or fails.
 *
 * Without Chromium the tests are skipped, and that is said; continuous integration must have it.
 */
export function browserTests(test: Test): SceneTest {
  const isThere = chromiumPath !== undefined && existsSync(chromiumPath)
  if (!isThere && process.env.CI === 'true') {
    throw new Error('CI must test in Chromium: install it, or name it in HEARTH_CHROMIUM')
  }
  if (!isThere) console.log('SKIPPED the tests in a browser: there is no Chromium on this machine')
  test.after(async () => (await browser)?.close())
  const declare = isThere ? test : test.skip
  return (name, work, options = {}) =>
    declare(name, async () => {
      const chat = await startChat(options, new TimelyClock())
      const watch = new Watch()
      const scene = new Stage(chat, watch)
      try {
        await work(scene)
        watch.requireNoProblems()
      } catch (error) {
        throw await scene.explain(error as Error, name)
      } finally {
        await scene.close()
        await chat[Symbol.asyncDispose]()
      }
    })
}

class Stage implements Scene {
  readonly chat: Chat
  readonly requests: string[] = []
  readonly #watch: Watch
  readonly #contexts: BrowserContext[] = []

  constructor(chat: Chat, watch: Watch) {
    this.chat = chat
    this.#watch = watch
  }

  expectProblem = (pattern: RegExp) => this.#watch.expect(pattern)

  open = async (person: Person, look: Look = {}): Promise<Page> => {
    const context = await this.#newContext(look)
    const url = look.url ?? this.chat.url
    const answer = await context.request.post(`${url}/json/web/session`, {
      form: { username: person.email, password: PASSWORD },
    })
    if (!answer.ok()) throw new Error(`${person.name} cannot log in: ${await answer.text()}`)
    return this.#openPage(context, look)
  }

  openAsStranger = async (look: Look = {}): Promise<Page> =>
    this.#openPage(await this.#newContext(look), look)

  async #newContext({ width = 1280, height = 800, theme = 'light', touch, context }: Look) {
    browser ??= chromium.launch({ executablePath: chromiumPath! })
    const made = await (await browser).newContext({
      viewport: { width, height },
      colorScheme: theme,
      locale: 'en-GB',
      timezoneId: 'Europe/Berlin',
      hasTouch: touch ?? false,
      isMobile: touch ?? false,
      ...context,
    })
    made.setDefaultTimeout(PATIENCE_MS)
    this.#contexts.push(made)
    this.#watch.observe(made, new URL(this.chat.url).port, this.requests)
    return made
  }

  async #openPage(context: BrowserContext, { path = '/', url = this.chat.url }: Look) {
    const page = await context.newPage()
    await page.goto(`${url}${path}`)
    return page
  }

  /** A failure with a picture of what every window showed. */
  async explain(error: Error, name: string): Promise<Error> {
    const pages = this.#contexts.flatMap((context) => context.pages())
    const shown: string[] = []
    for (const [index, page] of pages.entries()) {
      const file = `failed ${name.replaceAll(/\W+/g, ' ')} ${index + 1}`
      const seen = await screenshot(page, file).catch(() => 'a page that shows nothing any more')
      shown.push(`${seen} at ${page.url()}`)
    }
    shown.push(`the last requests: ${this.requests.slice(-8).join(', ')}`)
    const problems = this.#watch.problems.map((problem) => `  ${problem}`)
    error.message = [error.message, ...problems, ...shown.map((path) => `  see ${path}`)].join('\n')
    return error
  }

  async close() {
    await Promise.all(this.#contexts.map((context) => context.close()))
  }
}

/** Notes what must not happen in any window. */
class Watch {
  readonly #expected: RegExp[] = []
  readonly #found: string[] = []

  get problems() {
    return this.#found.filter((text) => !this.#expected.some((pattern) => pattern.test(text)))
  }

  expect(pattern: RegExp) {
    this.#expected.push(pattern)
  }

  requireNoProblems() {
    if (this.problems.length > 0) throw new Error('The test went well, but not without problems:')
  }

  observe(context: BrowserContext, port: string, requests: string[]) {
    context.on('weberror', (error) => this.#found.push(`uncaught: ${error.error().stack}`))
    context.on('console', (message) => {
      // What cannot be loaded is noted below, with its address.
      if (message.type() !== 'error' || /^Failed to load resource/.test(message.text())) return
      this.#found.push(`console: ${message.text()}`)
    })
    context.on('request', (request) => {
      const { protocol, port: to, pathname } = new URL(request.url())
      if (!/^https?:|^wss?:/.test(protocol)) return
      requests.push(`${request.method()} ${pathname}`)
      if (to !== port) this.#found.push(`request to another host: ${request.url()}`)
    })
    context.on('response', (response) => {
      const { pathname } = new URL(response.url())
      const status = response.status()
      // The API refuses what a person may not do, and the client says so.
      const isRefusal = pathname.startsWith('/json/') && status < 500
      if (status >= 400 && !isRefusal) this.#found.push(`status ${status}: ${pathname}`)
    })
  }
}

/** A picture of the page in dist/screenshots. @returns its path */
export async function screenshot(page: Page, name: string): Promise<string> {
  const folder = join(SCREENSHOTS, basename(process.argv[1] ?? '', '.test.ts'))
  mkdirSync(folder, { recursive: true })
  const path = join(folder, `${name}.png`)
  await page.screenshot({ path, animations: 'disabled' })
  return path
}

/** @throws Error that names each rule of accessibility the page breaks, and where */
export async function requireAccessible(page: Page): Promise<void> {
  // A page that still starts has nothing to judge.
  await page.locator('main').first().waitFor()
  await page.evaluate(axe.source)
  // What fades in has no contrast on the way.
  await page.evaluate(async () => {
    const isEndless = ({ effect }: Animation) =>
      effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY
    const ending = document.getAnimations().filter((animation) => !isEndless(animation))
    await Promise.allSettled(ending.map(({ finished }) => finished))
  })
  const { violations } = await page.evaluate<AxeResults>(
    'axe.run(document, { resultTypes: ["violations"] })',
  )
  if (violations.length === 0) return
  const lines = violations.flatMap(({ id, help, nodes }) => [
    `${id}: ${help}`,
    ...nodes.map(({ html, failureSummary }) => `  ${html}\n  ${failureSummary}`),
  ])
  throw new Error(`The page breaks rules of accessibility:\n${lines.join('\n')}`)
}

/** What the page holds after a collection of garbage: nodes in the document or out of it, bytes of JavaScript. */
export async function measure(page: Page): Promise<{ nodes: number; heapBytes: number }> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  await session.send('HeapProfiler.collectGarbage')
  const { metrics } = await session.send('Performance.getMetrics')
  await session.detach()
  const read = (metric: string) => metrics.find(({ name }) => name === metric)!.value
  return { nodes: read('Nodes'), heapBytes: read('JSHeapUsedSize') }
}
