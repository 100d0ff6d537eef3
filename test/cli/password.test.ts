// hearth password.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { systemClock } from '../../src/base/clock.ts'
import { silentLog } from '../../src/base/log.ts'
import { startHearth } from '../../src/main.ts'
import { CONFIG, expectSuccess, PASSWORD, startChat } from '../chat.ts'
import { hearthAside } from '../commands.ts'

const OLGA = 'olga@harbour.test'
const NEW_PASSWORD = 'soup and bread on friday'

test('who forgot the password sets another by the link, once, with a form and no scripts', async () => {
  await using chat = await stoppedChat()
  const { code, stdout } = await password(['--data', chat.folder, '--email', OLGA])
  assert.is(code, 0)
  assert.match(stdout, /^http:\/\/127\.0\.0\.1:9991\/password\/[a-z2-7]{24}\/\n$/)

  const hearth = await serve(chat.folder)
  const link = hearth.address + new URL(stdout.trim()).pathname
  const page = await open(link)
  assert.is(page.status, 200)
  assert.match(page.text, '<form method="post"')
  assert.match(page.text, OLGA)
  assert.not.match(page.text, '<script')
  const weak = await open(link, 'olga')
  assert.is(weak.status, 400)
  assert.match(weak.text, 'It has 4 characters, and a password needs at least 6.')
  assert.match(weak.text, '<form method="post"')

  const done = await open(link, NEW_PASSWORD)
  assert.equal([done.status, done.headers.get('location')], [303, '/'])
  assert.match(done.headers.get('set-cookie')!, /sessionid=\w+; .*HttpOnly/)
  assert.is(await logIn(hearth.address, PASSWORD), 401)
  assert.is(await logIn(hearth.address, NEW_PASSWORD), 200)
  for (const again of [await open(link), await open(link, PASSWORD)]) {
    assert.is(again.status, 404)
    assert.match(again.text, 'expired or was used already')
    assert.not.match(again.text, '<form')
  }
  await hearth.stop()
})

test('a form that another site sends sets no password', async () => {
  await using chat = await stoppedChat()
  const { stdout } = await password(['--data', chat.folder, '--email', OLGA])
  const hearth = await serve(chat.folder)
  const link = hearth.address + new URL(stdout.trim()).pathname
  const sent = await open(link, NEW_PASSWORD, { Origin: 'https://evil.example' })
  assert.is(sent.status, 403)
  assert.is(await logIn(hearth.address, PASSWORD), 200)
  await hearth.stop()
})

test('links lead to the address people use', async () => {
  await using chat = await stoppedChat()
  const args = ['--data', chat.folder, '--email', OLGA.toUpperCase()]
  const url = 'https://chat.harbour.test'
  const { stdout } = await password([...args, '--url', url])
  assert.ok(stdout.startsWith(`${url}/password/`))
})

test('while the server runs, its link leads to the running server', async () => {
  await using chat = await startChat()
  const { code, stdout } = await password(['--data', chat.folder, '--email', OLGA])
  assert.is(code, 0)
  assert.ok(stdout.startsWith(`${chat.url}/password/`), stdout)
  assert.is((await fetch(stdout.trim())).status, 200)
})

test('password is refused for unknown and closed accounts, and makes no data folder', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  expectSuccess(await chat.olga.delete(`/users/${ben.id}`))
  await chat.stop()
  const nowhere = join(chat.folder, 'nowhere')
  for (const [folder, email, line] of [
    [chat.folder, 'eve@harbour.test', 'Nobody has the address eve@harbour.test.'],
    [chat.folder, ben.email, 'Account is deactivated'],
    [nowhere, OLGA, `${nowhere} holds no organization.`],
  ] as const) {
    const { code, stdout, stderr } = await password(['--data', folder, '--email', email])
    assert.equal([code, stdout, stderr], [1, '', `hearth password: ${line}\n`])
  }
  assert.not.ok(existsSync(nowhere))
})

test('the page of an invitation sets no password', async () => {
  await using chat = await startChat()
  const { invite_link } = expectSuccess(
    await chat.olga.post('/invites/multiuse', { stream_ids: [] }),
  )
  const key = new URL(invite_link).pathname.split('/')[2]
  const page = await open(`${chat.url}/password/${key}/`)
  assert.is(page.status, 404)
  assert.match(page.text, 'This link is for something else.')
})

/** A data folder with Olga's organization and no server. */
async function stoppedChat() {
  const chat = await startChat()
  await chat.stop()
  return chat
}

const password = (args: string[]) => hearthAside(['password', ...args])

/** The command's clock is the system's, and so is this one's. */
const serve = (data: string) =>
  startHearth({ ...CONFIG, data }, { clock: systemClock, log: silentLog })

async function open(link: string, password?: string, headers: Record<string, string> = {}) {
  const body = password === undefined ? undefined : new URLSearchParams({ password })
  const method = body ? 'POST' : 'GET'
  const redirect = 'manual'
  const response = await fetch(link, { method, body: body ?? null, headers, redirect })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

async function logIn(address: string, password: string): Promise<number> {
  const body = new URLSearchParams({ username: OLGA, password })
  return (await fetch(`${address}/api/v1/fetch_api_key`, { method: 'POST', body })).status
}

test.run()
