// Benchmark: what the web client loads and draws, in counts, beside The Lounge in the same browser.

import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type Browser, chromium, type Page } from 'playwright-core'
import { type BuiltFiles, buildWeb } from '../../src/web/build.ts'
import { PASSWORD, type Person, startChat } from '../chat.ts'
import { TimelyClock } from '../clocks.ts'
import { type Measure, median, notAvailable, type Row } from './table.ts'
import { startLounge } from './the-lounge.ts'

const MESSAGES = 350
const TIMES = 5

const atMost = (atLeast: number, aim = atLeast) =>
  ({ atLeast, aim, smallerIsBetter: true }) as const

const topicHash = (topic: string) => `#narrow/channel/1-general/topic/${topic}`

/** Counts first: they are exact. Times are ratios of medians, because machines differ. */
export const measure: Measure = async () => {
  const browser = await chromium.launch({
    executablePath: process.env.HEARTH_CHROMIUM ?? '/usr/bin/chromium',
  })
  const chat = await startChat({}, new TimelyClock())
  try {
    for (const topic of ['log', 'plans']) {
      for (let i = 1; i <= MESSAGES; i++) await chat.olga.say('general', topic, `${topic} ${i}`)
    }
    const people = [chat.olga, await chat.join('Ben')]
    for (let i = 1; i <= MESSAGES; i++)
      await people[i % 2]!.say('general', `turns ${i % 3}`, `turn ${i}`)
    await chat.olga.post('/mark_all_as_read')
    const own = await measureOwn(browser, chat.url, chat.olga)
    await using lounge = await startLounge()
    const theirs = lounge && (await loadsOf(browser, lounge.url, '#connect'))
    return [...(await sizes(theirs)), ...own.counts, ...firstPaint(own.paints, theirs)]
  } finally {
    await browser.close()
    await chat[Symbol.asyncDispose]()
  }
}

/** Of the files that people get, which the server of this run does not serve. */
async function sizes(theirs: Loads | undefined): Promise<Row[]> {
  const folder = await buildWeb({ release: true })
  const { named }: BuiltFiles = JSON.parse(readFileSync(join(folder, 'files.json'), 'utf8'))
  const kilobytes = (file: string, ending: 'br' | 'gz') => {
    const path = join(folder, 'web', basename(named[file]!))
    const bytes = ending === 'br' ? readFileSync(`${path}.br`) : gzipSync(readFileSync(path))
    return bytes.length / 1024
  }
  const row = (work: string, file: string, other: number | undefined, goal: Row['goal']): Row => ({
    work: `${work}, gzip`,
    hearth: `${kilobytes(file, 'br').toFixed(1)} KB br`,
    ...(other !== undefined && { bare: `${(other / 1024).toFixed(1)} KB` }),
    figure: kilobytes(file, 'gz'),
    unit: 'KB',
    ...(goal && { goal }),
  })
  return [
    row('scripts before messages show', 'main.js', theirs?.scripts, atMost(90, 75)),
    row('styles before messages show', 'styles.css', theirs?.styles, atMost(16, 14)),
    theirs
      ? { work: 'requests of The Lounge before its form shows', figure: theirs.requests, unit: '' }
      : notAvailable('The Lounge', 'cannot be installed here'),
  ]
}

interface Loads {
  requests: number
  /** Bytes, gzip. */
  scripts: number
  styles: number
  /** From the navigation to the element, in milliseconds, each time with an empty cache. */
  paints: number[]
}

/** What a page loads until an element is there. */
async function loadsOf(browser: Browser, url: string, until: string): Promise<Loads> {
  const paints: number[] = []
  const loads = { requests: 0, scripts: 0, styles: 0 }
  for (let time = 0; time < TIMES; time++) {
    const page = await browser.newPage()
    const bodies: Promise<void>[] = []
    page.on('response', (response) => {
      if (time > 0) return
      loads.requests++
      const type = response.request().resourceType()
      if (type !== 'script' && type !== 'stylesheet') return
      const of = type === 'script' ? 'scripts' : 'styles'
      const add = (body: Buffer) => {
        loads[of] += gzipSync(body).length
      }
      bodies.push(response.body().then(add))
    })
    const started = performance.now()
    await page.goto(url, { waitUntil: 'commit' })
    await page.locator(until).first().waitFor()
    paints.push(performance.now() - started)
    await Promise.all(bodies)
    await page.close()
  }
  return { ...loads, paints }
}

async function measureOwn(browser: Browser, url: string, person: Person) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  await context.request.post(`${url}/json/web/session`, {
    form: { username: person.email, password: PASSWORD },
  })
  const paints: number[] = []
  for (let time = 0; time < TIMES; time++) {
    const page = await context.newPage()
    const started = performance.now()
    await page.goto(`${url}/${topicHash('log')}`, { waitUntil: 'commit' })
    await page.getByText(`log ${MESSAGES}`, { exact: true }).waitFor()
    paints.push(performance.now() - started)
    await page.close()
  }
  const page = await context.newPage()
  await page.goto(`${url}/${topicHash('log')}`)
  await page.getByText(`log ${MESSAGES}`, { exact: true }).waitFor()
  // The server's page is drawn over the shorter one that the browser kept.
  await page.getByText(`log ${MESSAGES - 100}`, { exact: true }).waitFor({ state: 'attached' })
  const drawn = await drawnFor(page, () => person.say('general', 'log', 'one more'), 'one more')
  const nodes = (await heldBy(page)).nodes
  const turns = await nodesInTurns(await context.newPage(), url)
  await show(page, 'plans')
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  await show(page, 'log', 'one more')
  const asked = requests.filter((address) => /\/json\/messages\?/.test(address)).length
  for (let i = 0; i < 10; i++)
    await show(page, i % 2 ? 'log' : 'plans', i % 2 ? 'one more' : undefined)
  const early = await heldBy(page)
  for (let i = 0; i < 40; i++)
    await show(page, i % 2 ? 'log' : 'plans', i % 2 ? 'one more' : undefined)
  const late = await heldBy(page)
  await context.close()
  const counts: Row[] = [
    { work: 'rows drawn for a new message', figure: drawn, unit: '', goal: atMost(1) },
    { work: 'nodes of a topic with 350 messages', figure: nodes, unit: '', goal: atMost(6500) },
    { work: 'nodes of people and topics in turn', figure: turns, unit: '', goal: atMost(6500) },
    { work: 'requests for a topic shown before', figure: asked, unit: '', goal: atMost(0) },
    {
      work: 'heap after 50 switches, more than after 10',
      hearth: `${late.heap.toFixed(1)} MB`,
      figure: Math.max(0, late.heap - early.heap),
      unit: 'MB',
      goal: atMost(1.5),
    },
  ]
  return { counts, paints }
}

/** Of all messages, as many of which are drawn as may be: three topics that two people wrote to in turn. */
async function nodesInTurns(page: Page, url: string): Promise<number> {
  await page.goto(`${url}/#feed`)
  await page.getByText('turn 350', { exact: true }).waitFor()
  for (const shown of ['turn 290', 'turn 190']) {
    await page.locator('.feed-scroll').evaluate((box) => {
      box.scrollTop = 400
    })
    await page.getByText(shown, { exact: true }).waitFor({ state: 'attached' })
  }
  return (await heldBy(page)).nodes
}

async function show(page: Page, topic: string, last = `${topic} ${MESSAGES}`) {
  await page.evaluate((hash) => {
    location.hash = hash
  }, topicHash(topic))
  await page.locator('article').last().getByText(last, { exact: true }).waitFor()
}

/** How many rows are drawn for what one does. */
async function drawnFor(page: Page, act: () => Promise<unknown>, shown: string): Promise<number> {
  const rows = () => page.evaluate<number>('globalThis.hearthCounts?.row ?? 0')
  const before = await rows()
  await act()
  await page.getByText(shown, { exact: true }).waitFor()
  return (await rows()) - before
}

async function heldBy(page: Page): Promise<{ nodes: number; heap: number }> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  await session.send('HeapProfiler.collectGarbage')
  const { metrics } = await session.send('Performance.getMetrics')
  await session.detach()
  const read = (name: string) => metrics.find((metric) => metric.name === name)!.value
  return { nodes: read('Nodes'), heap: read('JSHeapUsedSize') / 1e6 }
}

/** Hearth shows messages by then, The Lounge a form. */
function firstPaint(own: number[], theirs: Loads | undefined): Row[] {
  const ms = (times: number[]) => `${Math.round(median(times))} ms`
  const work = 'first messages, beside the first form'
  if (!theirs) return [{ work, hearth: ms(own) }]
  const figure = median(own) / median(theirs.paints)
  return [{ work, hearth: ms(own), bare: ms(theirs.paints), figure, unit: '×' }]
}
