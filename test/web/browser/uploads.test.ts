// Attaching files to what one writes: picked, pasted, dropped; on their way, refused, given up.

import type { Page } from 'playwright-core'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { browserTests, requireAccessible } from './browser.ts'

const inBrowser = browserTests(test)

const TOPIC = '/#narrow/channel/1-general/topic/lunch'

const field = (page: Page) => page.getByRole('textbox', { name: 'Message' })
const textIn = (page: Page) => field(page).inputValue()
const progress = (page: Page) => page.getByRole('progressbar')

const file = (name: string, content = name) => ({
  ...{ name, mimeType: 'text/plain', buffer: Buffer.from(content) },
})

async function pick(page: Page, ...files: ReturnType<typeof file>[]) {
  const chosen = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Attach files' }).click()
  await (await chosen).setFiles(files)
}

/** Lets no upload reach the server until it is released. */
async function holdUploads(page: Page) {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/json/user_uploads', async (route) => {
    await held
    await route.continue().catch(() => {})
  })
  return release
}

/** Hands files to the page as the browser does for a paste or a drop. */
const hand = (page: Page, how: 'paste' | 'drop', target: string, names: string[]) =>
  page.evaluate(
    ([how, target, names]) => {
      const files = new DataTransfer()
      for (const name of names) files.items.add(new File([name], name, { type: 'image/png' }))
      const init = { bubbles: true, cancelable: true }
      const element = document.querySelector(target)!
      if (how === 'paste') {
        element.dispatchEvent(new ClipboardEvent('paste', { ...init, clipboardData: files }))
        return
      }
      for (const type of ['dragover', 'drop'])
        element.dispatchEvent(new DragEvent(type, { ...init, dataTransfer: files }))
    },
    [how, target, names] as const,
  )

inBrowser('picked files become links where they were put, while one writes on', async (scene) => {
  const { chat } = scene
  const page = await scene.open(chat.olga, { path: TOPIC })
  const release = await holdUploads(page)
  await field(page).fill('Menus: ')

  await pick(page, file('monday.txt'), file('tuesday.txt'))
  await progress(page).nth(1).waitFor()
  await field(page).pressSequentially('and the rest later')
  await requireAccessible(page)
  await field(page).press('Control+Enter')
  await page.getByRole('alert').getByText('when its files are uploaded').waitFor()
  await page
    .getByRole('searchbox')
    .or(page.getByRole('button', { name: /^Search/ }))
    .first()
    .focus()
  release()
  await progress(page).first().waitFor({ state: 'detached' })

  const links = /^Menus: \[monday\.txt\]\((\S+)\)\n\[tuesday\.txt\]\(\S+\)\nand the rest later$/
  const text = await textIn(page)
  assert.match(text, links)
  const [, address] = links.exec(text)!
  assert.not(await field(page).evaluate((element) => element === document.activeElement))
  const got = await page.request.get(chat.url + address)
  assert.is(await got.text(), 'monday.txt')

  await field(page).press('Control+Enter')
  await page.getByRole('feed').getByRole('link', { name: 'tuesday.txt' }).waitFor()
})

inBrowser('pasted and dropped files are attached, also those of one name', async (scene) => {
  const page = await scene.open(scene.chat.olga, { path: TOPIC })
  await field(page).focus()

  await hand(page, 'paste', '[data-composer]', ['image.png', 'image.png'])
  await hand(page, 'drop', '.feed-scroll', ['photo.png'])
  await page.waitForFunction(
    () =>
      document.querySelector<HTMLTextAreaElement>('[data-composer]')!.value.split('](/').length ===
      4,
  )

  assert.match(
    await textIn(page),
    /^\[image\.png\]\(\S+\)\n\[image\.png\]\(\S+\)\n\[photo\.png\]\(\S+\)\n$/,
  )

  await page.evaluate(() => {
    location.hash = '#inbox'
  })
  await page.getByRole('heading', { name: 'Inbox' }).waitFor()
  const isIgnored = await page.evaluate(() => {
    const files = new DataTransfer()
    files.items.add(new File(['x'], 'x.png'))
    const event = new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: files })
    return !document.querySelector('main')!.dispatchEvent(event)
  })
  assert.ok(isIgnored, 'where nothing is written, a dropped file does not replace the page')
})

inBrowser('an upload that fails says so, and is tried again or removed', async (scene) => {
  const page = await scene.open(scene.chat.olga, { path: TOPIC })
  await page.route('**/json/user_uploads', (route) => route.abort())
  await field(page).fill('See ')
  await pick(page, file('a.txt'), file('b.txt'))
  await page.getByText('b.txt was not uploaded: There is no connection to the server.').waitFor()
  await page.getByText('a.txt was not uploaded').waitFor()
  await field(page).press('Control+Enter')
  await page.getByText('try again, or remove it').waitFor()

  await page.unroute('**/json/user_uploads')
  await page.getByRole('button', { name: 'Upload b.txt again' }).click()
  await page.getByText('b.txt was not uploaded').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Cancel the upload of a.txt' }).click()

  await page.waitForFunction(() =>
    /^See \[b\.txt\]\(\/user_uploads\/\S+\)\n$/.test(
      document.querySelector<HTMLTextAreaElement>('[data-composer]')!.value,
    ),
  )
  await holdUploads(page)
  await pick(page, file('c.txt'))
  await page.getByRole('button', { name: 'Cancel the upload of c.txt' }).click()
  await progress(page).waitFor({ state: 'detached' })
  assert.match(await textIn(page), /^See \[b\.txt\]\(\S+\)\n$/)
})

inBrowser('a file that is too large is refused beside the composer', async (scene) => {
  const page = await scene.open(scene.chat.olga, { path: TOPIC })
  await field(page).fill('Look')
  const { max_file_upload_size_mib: mib } = await scene.chat.olga.post('/register')

  await page.evaluate(
    (bytes) => {
      const files = new DataTransfer()
      files.items.add(new File([new Uint8Array(bytes + 1)], 'film.mov'))
      const init = { bubbles: true, cancelable: true, clipboardData: files }
      document.querySelector('[data-composer]')!.dispatchEvent(new ClipboardEvent('paste', init))
    },
    mib * 2 ** 20,
  )

  const composer = page.getByRole('region', { name: 'Message' })
  await composer
    .getByRole('alert')
    .getByText(`film.mov is not attached: a file may have ${mib} MB`)
    .waitFor()
  assert.is(await textIn(page), 'Look')
  assert.not(scene.requests.includes('POST /json/user_uploads'))
})

inBrowser('a file stays with its text when one goes elsewhere meanwhile', async (scene) => {
  const { chat } = scene
  const page = await scene.open(chat.olga, { path: TOPIC })
  const release = await holdUploads(page)
  await field(page).fill('Menu: ')
  await pick(page, file('menu.txt'))
  await progress(page).waitFor()

  const go = (hash: string) =>
    page.evaluate((to) => {
      location.hash = to
    }, hash)
  await go('#narrow/channel/1-general/topic/plans')
  await page.getByRole('heading', { name: /plans/ }).waitFor()
  assert.is(await progress(page).count(), 0)
  await field(page).fill('Nothing to wait for')
  await field(page).press('Control+Enter')
  await page.getByRole('feed').getByText('Nothing to wait for').waitFor()
  await go('#inbox')
  const uploaded = page.waitForResponse('**/json/user_uploads')
  release()
  await uploaded
  await go(TOPIC.slice(1))
  await page.getByRole('heading', { name: /lunch/ }).waitFor()

  await page.waitForFunction(() =>
    /^Menu: \[menu\.txt\]\(\/user_uploads\/\S+\)\n$/.test(
      document.querySelector<HTMLTextAreaElement>('[data-composer]')?.value ?? '',
    ),
  )
})

inBrowser('a message that is too long stays where it is written', async (scene) => {
  const page = await scene.open(scene.chat.olga, { path: TOPIC })
  await field(page).fill('x'.repeat(10_001))
  await page.getByText('1 too many').waitFor()

  await field(page).press('Control+Enter')

  await page.getByRole('alert').getByText('The message is 1 character too long.').waitFor()
  assert.is((await textIn(page)).length, 10_001)
  assert.not(scene.requests.includes('POST /json/messages'))
  await field(page).press('Backspace')
  await field(page).press('Control+Enter')
  await page.getByRole('feed').getByRole('article').waitFor()
  assert.is(await textIn(page), '')
})

test.run()
