// What the web client costs, in counts: requests, nodes of the page, memory.

import type { Page } from 'playwright-core'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Person } from '../../chat.ts'
import { browserTests, measure } from './browser.ts'

const inBrowser = browserTests(test)

const MOST_NODES = 6_500

const addressOf = (topic: string) => `#narrow/channel/1-general/topic/${topic}`

const articles = (page: Page) => page.getByRole('feed', { name: 'Messages' }).getByRole('article')

/** Sends messages to a topic, in order, as fast as the server takes them. */
async function fill(person: Person, topic: string, count: number) {
  for (let i = 1; i <= count; i++) await person.say('general', topic, `${topic} ${i}`)
  await person.post('/mark_all_as_read')
}

/** Goes to a topic by its address, and waits until its last message is shown. */
async function show(page: Page, topic: string, last: string) {
  await page.evaluate((hash) => {
    location.hash = hash
  }, addressOf(topic))
  await articles(page).last().getByText(last, { exact: true }).waitFor()
}

/** What the first messages need: the page, its script and styles, and three answers. */
const NEEDED =
  /^(GET \/|GET \/web\/\w+\.\w+\.(js|css)|GET \/json\/(web\/session|messages)|POST \/json\/register)$/

inBrowser('messages are shown with the answers to six requests alone', async (scene) => {
  const { chat } = scene
  await fill(chat.olga, 'lunch', 5)
  const page = await scene.open(chat.olga, { path: '/#inbox' })
  await page.getByRole('heading', { name: 'Inbox' }).waitFor()
  await page.goto('about:blank')
  // Nothing else is answered: the messages do not wait for it.
  const used: string[] = []
  await page.route('**', async (route) => {
    const request = `${route.request().method()} ${new URL(route.request().url()).pathname}`
    if (!NEEDED.test(request)) return
    used.push(request)
    await route.continue()
  })

  await page.goto(`${chat.url}/${addressOf('lunch')}`)
  await articles(page).last().getByText('lunch 5').waitFor()

  assert.is(used.length, 6, used.join(', '))
})

inBrowser('a conversation that was shown before is shown again without asking', async (scene) => {
  const { chat, requests } = scene
  await fill(chat.olga, 'lunch', 5)
  await fill(chat.olga, 'plans', 5)
  const page = await scene.open(chat.olga, { path: `/${addressOf('lunch')}` })
  await articles(page).last().getByText('lunch 5').waitFor()
  await show(page, 'plans', 'plans 5')
  // From here on the server answers nothing.
  await page.route('**/json/**', () => {})
  const before = requests.length

  await show(page, 'lunch', 'lunch 5')
  await show(page, 'plans', 'plans 5')

  assert.not(requests.slice(before).includes('GET /json/messages'))
})

inBrowser('no view holds more nodes than a browser keeps quick', async ({ chat, open }) => {
  const ben = await chat.join('Ben')
  await fill(ben, 'log', 350)
  for (let i = 1; i <= 60; i++) await ben.say('general', `topic ${i}`, `About ${i}`)
  const page = await open(chat.olga, { path: `/${addressOf('log')}` })
  await articles(page).last().waitFor()
  const pages = ['#inbox', '#recent', '#drafts', '#channels', '#settings/profile', '#organization']

  for (const hash of [addressOf('log'), '#feed', ...pages]) {
    await page.evaluate((to) => {
      location.hash = to
    }, hash)
    await page.getByRole('main').getByRole('heading').first().waitFor()
    const { nodes } = await measure(page)
    assert.ok(nodes <= MOST_NODES, `${hash} holds ${nodes} nodes`)
  }
})

inBrowser('going to and fro leaves nothing behind', async ({ chat, open }) => {
  const topics = ['lunch', 'plans', 'log', 'sails', 'ropes']
  for (const topic of topics) await fill(chat.olga, topic, 30)
  const page = await open(chat.olga, { path: '/#inbox' })
  await page.getByRole('heading', { name: 'Inbox' }).waitFor()
  const go = async (times: number) => {
    for (let i = 0; i < times; i++) {
      const topic = topics[i % topics.length]!
      await show(page, topic, `${topic} 30`)
    }
    return measure(page)
  }

  const early = await go(10)
  const late = await go(40)

  const [nodes, heap] = [late.nodes - early.nodes, late.heapBytes - early.heapBytes]
  assert.ok(nodes <= 200, `${nodes} more nodes`)
  assert.ok(heap <= 1_500_000, `${heap} more bytes`)
})

test.run()
