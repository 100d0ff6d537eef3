// How many nodes a view of messages takes, whatever the messages hold.

import type { Page } from 'playwright-core'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Chat } from '../../chat.ts'
import { browserTests, measure, requireAccessible } from './browser.ts'
import { climbTo } from './climbing.ts'

const inBrowser = browserTests(test)

const MOST_NODES = 6500

const rows = (page: Page) => page.getByRole('article')

async function requireFew(page: Page, where: string) {
  const { nodes } = await measure(page)
  assert.ok(nodes <= MOST_NODES, `${nodes} nodes ${where}`)
}

inBrowser('300 messages of changing people in changing topics stay light', async (scene) => {
  const { chat } = scene
  const writers = [chat.olga, await chat.join('Ben')]
  const ids: number[] = []
  for (let i = 0; i < 320; i++) {
    const topic = ['sails', 'ropes', 'lunch'][i % 3]!
    ids.push(await writers[i % 2]!.say('general', topic, `Message ${i} has *some* words`))
  }
  await chat.olga.post('/mark_all_as_read')
  const page = await scene.open(chat.olga, { path: '/#feed' })
  await rows(page).last().waitFor()
  await climbTo(page, ids[60]!)
  const drawn = await rows(page).count()
  assert.ok(drawn > 150 && drawn <= 300, `${drawn} rows`)
  await requireFew(page, 'in all messages')
})

const code = (lines: number) =>
  Array.from({ length: lines }, (_, i) => `def f${i}(a, b=${i}): return [a + b, "x", not a]`)

/** Long code in colours, a table, formulas, many reactions, and words between them. */
const HEAVY = [
  ['```python', ...code(90), '```'].join('\n'),
  [
    '| a | b | c | d | e |',
    '|---|---|---|---|---|',
    ...Array(120).fill('| 1 | 2 | 3 | 4 | 5 |'),
  ].join('\n'),
  `It follows that ${'$$\\frac{a_i}{\\sqrt{b}}$$ and '.repeat(60)} so on.`,
  ['```python', ...code(12), '```'].join('\n'),
  'Just a few words.',
  Array.from({ length: 200 }, (_, i) => `* **${i}** *item*`).join('\n'),
]

const EMOJI = ['tada', 'heart', 'eyes', 'octopus', 'dog', 'cat', 'sun', 'rainbow', 'cake', 'coffee']

async function heavyTopic(chat: Chat, messages: number): Promise<number[]> {
  const ids: number[] = []
  for (let i = 0; i < messages; i++) {
    const id = await chat.olga.say('general', 'lunch', HEAVY[i % HEAVY.length]!)
    ids.push(id)
    if (i % 3 === 0)
      for (const emoji_name of EMOJI)
        await chat.olga.post(`/messages/${id}/reactions`, { emoji_name })
  }
  return ids
}

inBrowser('heavy messages are fewer, and what one reads stays where it is', async (scene) => {
  const { chat } = scene
  const ids = await heavyTopic(chat, 66)
  const page = await scene.open(chat.olga, { path: '/#narrow/channel/1-general/topic/lunch' })
  await rows(page).last().waitFor()
  await requireFew(page, 'at the end')

  for (const at of [40, 20, 0]) {
    const found = await climbTo(page, ids[at]!)
    assert.ok(found.drift <= 1, `what is read moved by ${found.drift} pixels`)
    assert.is(found.blanks, 0)
    await requireFew(page, `at message ${at}`)
  }
  await page.keyboard.press('End')
  await page.locator(`[data-message-id="${ids.at(-1)}"]`).waitFor()
  await requireFew(page, 'at the end again')
})

inBrowser('a message that is cut shows all of itself when it is asked to', async (scene) => {
  const { chat } = scene
  await chat.olga.say('general', 'lunch', `${HEAVY[2]} The end.`)
  const page = await scene.open(chat.olga, { path: '/#narrow/channel/1-general/topic/lunch' })
  const message = rows(page).last()
  await message.getByText('It follows that').waitFor()
  assert.is(await message.getByText('The end.').count(), 0)
  await requireAccessible(page)
  await message.getByRole('button', { name: 'Show all' }).click()
  await message.getByText('The end.').waitFor()
  assert.is(await message.locator('.katex-html').count(), 60)
})

inBrowser('a flood of formulas fills the screen with the beginning of each', async (scene) => {
  const { chat } = scene
  const formulas = Array(200).fill('$$x^2$$').join(' ')
  const ids: number[] = []
  for (let i = 0; i < 40; i++) ids.push(await chat.olga.say('general', 'lunch', formulas))
  await chat.olga.post('/mark_all_as_read')
  const page = await scene.open(chat.olga, { path: '/#narrow/channel/1-general/topic/lunch' })
  await rows(page).last().waitFor()
  const filled = () => {
    const box = document.querySelector('.feed-scroll')!
    return box.scrollHeight > box.clientHeight * 1.2
  }
  await page.waitForFunction(filled)
  const found = await climbTo(page, ids[10]!)
  assert.ok(found.drift <= 1, `what is read moved by ${found.drift} pixels`)
  assert.is(found.blanks, 0)
  assert.ok((await page.locator('.katex-html').count()) > 20)
  await requireFew(page, 'in a flood')
})

test.run()
