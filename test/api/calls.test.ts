// Video calls: which providers there are, and calls on a BigBlueButton server.

import { createHash } from 'node:crypto'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { readNetwork } from '../../src/base/networks.ts'
import { assertRefused } from '../channels.ts'
import { type Chat, expectSuccess, type Person, startChat } from '../chat.ts'
import { startWebServer, type Visit } from '../web-server.ts'

const SECRET = 'a shared secret'

const OPENED = `<response><returncode>SUCCESS</returncode><meetingID>x</meetingID>
  <createTime>1772366400123</createTime><messageKey/></response>`

const failed = (key: string) =>
  `<response><returncode>FAILED</returncode><messageKey>${key}</messageKey></response>`

/** A BigBlueButton server, and a chat that uses it. */
async function startBoth(answer = (visit: Visit) => void visit.response.end(OPENED)) {
  const meetings = await startWebServer(answer)
  const chat = await startChat({
    bigbluebuttonUrl: `${meetings.url}/bigbluebutton/`,
    bigbluebuttonSecret: SECRET,
    outgoingAllow: [readNetwork('127.0.0.1')!],
  })
  return {
    chat,
    meetings,
    async [Symbol.asyncDispose]() {
      await chat[Symbol.asyncDispose]()
      await meetings[Symbol.asyncDispose]()
    },
  }
}

const create = async (person: Person, parameters: object): Promise<string> =>
  expectSuccess(await person.get('/calls/bigbluebutton/create', { ...parameters })).url

/** Opens a link to a call as a browser or program of this person does. */
const open = (chat: Chat, link: string, person?: Person, headers: Record<string, string> = {}) =>
  fetch(chat.url + link, {
    redirect: 'manual',
    headers: { ...headers, ...(person && { Authorization: person.authorization }) },
  })

/** The parameters of a call of the BigBlueButton API, whose checksum was looked at. */
function readCall(url: string, action: string): Record<string, string> {
  const [, path = '', query = '', checksum] = /^(.+)\?(.+)&checksum=(\w+)$/.exec(url) ?? []
  assert.ok(path.endsWith(`/bigbluebutton/api/${action}`), url)
  const right = createHash('sha256')
    .update(action + query + SECRET)
    .digest('hex')
  assert.is(checksum, right)
  return Object.fromEntries(new URLSearchParams(query))
}

const realm = async (person: Person) =>
  expectSuccess(await person.post('/register', { fetch_event_types: ['realm'] }))

test('people join a call in a meeting that opens with the first of them', async () => {
  await using both = await startBoth()
  const { chat, meetings } = both
  const ben = await chat.join("Ben O'Hara & (Co)")
  const link = await create(chat.olga, { meeting_name: "Olga's tea (daily)!" })
  assert.ok(link.startsWith('/calls/bigbluebutton/join?bigbluebutton='))
  assert.is(meetings.visits.length, 0)

  const first = await open(chat, link, chat.olga)
  assert.is(first.status, 302)
  assert.is(first.headers.get('cache-control'), 'no-store')
  const [opened] = meetings.visits
  const { meetingID, ...meeting } = readCall(opened!.path, 'create')
  assert.match(meetingID!, /^hearth-\d{12}$/)
  assert.equal(meeting, { name: "Olga's tea (daily)!", lockSettingsDisableCam: 'false' })

  const target = first.headers.get('location')!
  assert.ok(target.startsWith(meetings.url))
  assert.is(new URL(target).href, target, 'nothing is left for a browser to escape')
  const fullName = 'Olga'
  const createTime = '1772366400123'
  assert.equal(readCall(target, 'join'), { meetingID, role: 'MODERATOR', fullName, createTime })
  const second = await open(chat, link, ben)
  assert.equal(readCall(second.headers.get('location')!, 'join'), {
    meetingID,
    role: 'VIEWER',
    fullName: ben.name,
    createTime,
  })
})

test('in a voice call the cameras of those who join are off', async () => {
  await using both = await startBoth()
  const { chat, meetings } = both
  const link = await create(chat.olga, { meeting_name: 'Tea', voice_only: true })
  await open(chat, link, chat.olga)
  assert.is(readCall(meetings.visits[0]!.path, 'create').lockSettingsDisableCam, 'true')
})

test('a call is a link in a message, and a call of its own each time', async () => {
  await using both = await startBoth()
  const { olga } = both.chat
  const link = await create(olga, { meeting_name: 'Tea' })
  assert.not(link === (await create(olga, { meeting_name: 'Tea' })))
  const { rendered } = await olga.post('/messages/render', { content: `[Join](${link})` })
  assert.match(rendered, `href="${link}"`)
})

test('a link leads nowhere without a login, or where anything in it was changed', async () => {
  await using both = await startBoth()
  const { chat, meetings } = both
  const link = await create(chat.olga, { meeting_name: 'Tea' })

  const stranger = await open(chat, link)
  assert.equal([stranger.status, (await stranger.json()).code], [401, 'UNAUTHORIZED'])
  const page = await open(chat, link, undefined, { Accept: 'text/html' })
  assert.is(page.status, 401)
  assert.match(await page.text(), 'Log in first')

  const [start, signature] = link.split('.')
  const claim = JSON.parse(Buffer.from(start!.split('=')[1]!, 'base64url').toString())
  const changed = Buffer.from(JSON.stringify({ ...claim, id: 'board' })).toString('base64url')
  for (const value of ['', '.', `${changed}.${signature}`, link.slice(0, -1).split('=')[1]!]) {
    const answer = await open(chat, `/calls/bigbluebutton/join?bigbluebutton=${value}`, chat.olga)
    const { msg } = await answer.json()
    assert.is(answer.status, 400)
    assert.is(msg, 'The link to this call is incomplete, or another server made it.')
  }
  assert.is((await open(chat, '/calls/bigbluebutton/join', chat.olga)).status, 400)
  assert.is((await open(chat, '/calls/zoom/join', chat.olga)).status, 404)
  assert.is((await open(chat, '/calls', chat.olga)).status, 404)
  assert.is(meetings.visits.length, 0)
})

test('a name of a call is needed, and not endless', async () => {
  await using both = await startBoth()
  const { olga } = both.chat
  const path = '/calls/bigbluebutton/create'
  assert.is((await olga.get(path)).code, 'REQUEST_VARIABLE_MISSING')
  assertRefused(await olga.get(path, { meeting_name: ' ' }), 'meeting_name cannot be blank')
  assertRefused(
    await olga.get(path, { meeting_name: 'x'.repeat(201) }),
    'meeting_name is too long (limit: 200 characters)',
  )
  assertRefused(
    await olga.get(path, { meeting_name: 'Tea', voice_only: '7' }),
    'voice_only is not a boolean',
  )
})

test('whatever the BigBlueButton server answers, the person who joins reads what is wrong', async () => {
  let answer = (visit: Visit) => void visit.response.end(OPENED)
  await using both = await startBoth((visit) => answer(visit))
  const { chat } = both
  const link = await create(chat.olga, { meeting_name: 'Tea' })
  const unreached = 'The BigBlueButton server could not be reached.'
  const unopened = 'The BigBlueButton server could not open this call.'
  const cases: [typeof answer, string][] = [
    [
      ({ response }) => void response.end(failed('checksumError')),
      'The BigBlueButton server does not accept the secret of this server.',
    ],
    [({ response }) => void response.end(failed('idNotUnique')), unopened],
    [({ response }) => void response.end('<html>Welcome</html>'), unopened],
    [({ response }) => void response.writeHead(500).end(OPENED), unreached],
    [({ response }) => void response.writeHead(302, { Location: '/' }).end(), unreached],
    [({ response }) => void response.end(OPENED.padEnd(100_000)), unreached],
    [({ response }) => void response.destroy(), unreached],
  ]
  for (const [behaviour, words] of cases) {
    answer = behaviour
    const refused = await open(chat, link, chat.olga)
    assert.equal([refused.status, (await refused.json()).msg], [400, words])
  }
  const page = await open(chat, link, chat.olga, { Accept: 'text/html' })
  assert.match(await page.text(), unreached)
})

test('a BigBlueButton server at a private address is called only where the operator allows it', async () => {
  await using meetings = await startWebServer(({ response }) => void response.end(OPENED))
  await using chat = await startChat({
    bigbluebuttonUrl: `${meetings.url}/bigbluebutton/`,
    bigbluebuttonSecret: SECRET,
  })
  const link = await create(chat.olga, { meeting_name: 'Tea' })
  assert.is((await open(chat, link, chat.olga)).status, 400)
  assert.is(meetings.visits.length, 0)
})

test('providers that this server does not have refuse calls', async () => {
  await using chat = await startChat()
  const { olga } = chat
  assertRefused(
    await olga.get('/calls/bigbluebutton/create', { meeting_name: 'Tea' }),
    'BigBlueButton is not configured.',
  )
  const joined = await open(chat, '/calls/bigbluebutton/join?bigbluebutton=x.y', olga)
  assert.is((await joined.json()).msg, 'BigBlueButton is not configured.')
  for (const [answer, words] of [
    [await olga.post('/calls/zoom/create'), 'Zoom credentials have not been configured'],
    [await olga.post('/calls/webex/create'), 'Webex credentials have not been configured'],
    [await olga.post('/calls/constructorgroups/create'), 'Constructor Groups is not configured.'],
    [await olga.post('/calls/nextcloud_talk/create'), 'Nextcloud Talk is not configured.'],
  ] as const)
    assertRefused(answer, words)
})

test('clients are told the providers that work, and administrators choose among them', async () => {
  await using both = await startBoth()
  const { olga } = both.chat
  assert.equal((await realm(olga)).realm_available_video_chat_providers, {
    disabled: { name: 'None', id: 0 },
    jitsi_meet: { name: 'Jitsi Meet', id: 1 },
    big_blue_button: { name: 'BigBlueButton', id: 4 },
  })
  const inbox = await olga.listen({ event_types: ['realm'] })
  expectSuccess(await olga.patch('/realm', { video_chat_provider: 4 }))
  const [event] = await inbox.read()
  assert.equal([event!.property, event!.value], ['video_chat_provider', 4])
  assert.is((await realm(olga)).realm_video_chat_provider, 4)
  assertRefused(
    await olga.patch('/realm', { video_chat_provider: 3 }),
    "Bad value for 'video_chat_provider': 3 (allowed: 0, 1, 4)",
  )
})

test('clients are told the Jitsi server of the operator, or that of the organization', async () => {
  await using chat = await startChat({ jitsiUrl: 'https://meet.harbour.test' })
  const servers = async () => {
    const told = await realm(chat.olga)
    return [told.server_jitsi_server_url, told.realm_jitsi_server_url, told.jitsi_server_url]
  }
  assert.equal(await servers(), ['https://meet.harbour.test', null, 'https://meet.harbour.test'])
  const jitsi_server_url = 'https://jitsi.harbour.test'
  expectSuccess(await chat.olga.patch('/realm', { jitsi_server_url }))
  assert.equal(await servers(), ['https://meet.harbour.test', jitsi_server_url, jitsi_server_url])
})

test('without any server for calls there are none, until the organization names a Jitsi server', async () => {
  await using chat = await startChat({ jitsiUrl: undefined })
  const { olga } = chat
  const none = await realm(olga)
  assert.equal(Object.keys(none.realm_available_video_chat_providers), ['disabled'])
  assert.equal(
    [none.realm_video_chat_provider, none.server_jitsi_server_url, none.jitsi_server_url],
    [0, null, undefined],
  )
  assertRefused(
    await olga.patch('/realm', { video_chat_provider: 1 }),
    "Bad value for 'video_chat_provider': 1 (allowed: 0)",
  )
  expectSuccess(await olga.patch('/realm', { jitsi_server_url: 'https://jitsi.harbour.test' }))
  const some = await realm(olga)
  assert.is(some.realm_available_video_chat_providers.jitsi_meet.id, 1)
  assert.is(some.realm_video_chat_provider, 1)
})

test.run()
