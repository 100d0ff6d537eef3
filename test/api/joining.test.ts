// Joining by a link, and what a new member finds.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type Answer, type Chat, expectSuccess, PASSWORD, Person, startChat } from '../chat.ts'

const keyIn = (link: string) => link.split('/').at(-2)!

async function linkOf(chat: Chat, parameters: Record<string, unknown> = {}): Promise<string> {
  return expectSuccess(
    await chat.olga.post('/invites/multiuse', {
      include_realm_default_subscriptions: true,
      ...parameters,
    }),
  ).invite_link
}

/** A person without an account. */
const stranger = (chat: Chat) => new Person(chat.url, { id: 0, email: '', name: '', key: '' })

const register = (chat: Chat, key: string, more: Record<string, unknown> = {}) =>
  stranger(chat).post('/account/register', {
    key,
    email: 'ben@harbour.test',
    full_name: 'Ben',
    password: PASSWORD,
    ...more,
  })

test('a person with a reusable link makes an account and is welcomed', async () => {
  await using chat = await startChat()
  await chat.olga.patch('/realm', {
    signup_announcements_stream_id: 1,
    welcome_message_custom_text: 'Coffee is on the left.',
  })
  const old = await chat.olga.say('general', 'lunch', 'Soup today')
  const link = await linkOf(chat, { invite_as: 300 })
  assert.match(link, new RegExp(`^${chat.url}/join/[a-z2-7]{24}/$`))

  expectSuccess(await register(chat, keyIn(link)))
  const ben = await chat.logIn('ben@harbour.test')

  const me = await ben.get('/users/me')
  assert.equal([me.full_name, me.role, me.delivery_email], ['Ben', 300, 'ben@harbour.test'])
  const { messages } = await ben.get('/messages', {
    anchor: 'newest',
    num_before: 10,
    num_after: 0,
  })
  assert.equal(
    messages.map((one: Answer) => [one.sender_full_name, one.flags]),
    [
      ['Olga', []],
      ['Notification Bot', []],
      ['Welcome Bot', []],
      ['Welcome Bot', []],
    ],
  )
  assert.is(messages[0].id, old)
  assert.is(messages[1].subject, 'signups')
  assert.match(messages[1].content, 'Ben')
  assert.match(messages[2].content, '<code>message formatting</code>')
  assert.match(messages[3].content, 'Coffee is on the left.')
})

test('of the past, the newest twenty messages are unread', async () => {
  await using chat = await startChat()
  for (let count = 1; count <= 25; count++) await chat.olga.say('general', 'lunch', `Soup ${count}`)

  expectSuccess(await register(chat, keyIn(await linkOf(chat))))

  const ben = await chat.logIn('ben@harbour.test')
  const { messages } = await ben.get('/messages', {
    anchor: 'newest',
    num_before: 100,
    num_after: 0,
    narrow: [['topic', 'lunch']],
  })
  const unread = messages.filter((one: Answer) => !one.flags.includes('read'))
  assert.is(messages.length, 25)
  assert.is(messages.filter((one: Answer) => one.flags.includes('historical')).length, 0)
  assert.equal(unread.map((one: Answer) => one.content).at(0), '<p>Soup 6</p>')
  assert.is(unread.length, 20)
})

test('an invitation to an address fixes the address, works once and thanks the inviter', async () => {
  await using chat = await startChat()
  await chat.olga.post('/invites', { invitee_emails: 'Ben <ben@harbour.test>', stream_ids: [1] })
  await chat.olga.post('/invites', { invitee_emails: 'ben@harbour.test', stream_ids: [1] })
  const { invites } = await chat.olga.get('/invites')
  const [first, second] = invites.map((one: Answer) => keyIn(one.link_url))
  const inbox = await chat.olga.listen({
    event_types: ['message', 'invites_changed', 'realm_user'],
  })

  expectSuccess(await register(chat, first, { email: 'somebody@else.test' }))

  const ben = await chat.logIn('ben@harbour.test')
  assert.equal((await ben.get('/users/me/subscriptions')).subscriptions.length, 1)
  const events = await inbox.read()
  assert.equal(
    events.map((event) => event.type),
    ['realm_user', 'invites_changed', 'message', 'message'],
  )
  assert.is(events.filter((event) => event.message?.type === 'private').length, 1)
  assert.equal((await chat.olga.get('/invites')).invites, [])
  for (const key of [first, second]) {
    const again = await register(chat, key)
    assert.equal([again.status, again.code], [404, 'KEY_EXPIRED'])
  }
})

test('an invitation brings its channels and groups, and leaves the default ones out if told to', async () => {
  await using chat = await startChat()
  await chat.olga.subscribe('kitchen')
  const { stream_id } = await chat.olga.get('/get_stream_id', { stream: 'kitchen' })
  const { group_id } = await chat.olga.post('/user_groups/create', {
    name: 'cooks',
    description: '',
    members: [],
  })
  const link = await linkOf(chat, {
    stream_ids: [stream_id],
    group_ids: [group_id],
    include_realm_default_subscriptions: false,
  })

  expectSuccess(await register(chat, keyIn(link)))

  const ben = await chat.logIn('ben@harbour.test')
  const { subscriptions } = await ben.get('/users/me/subscriptions')
  assert.equal(
    subscriptions.map((one: Answer) => one.name),
    ['kitchen'],
  )
  const { members } = await chat.olga.get(`/user_groups/${group_id}/members`)
  assert.equal(members, [(await ben.get('/users/me')).user_id])
})

test('a key tells what it is for', async () => {
  await using chat = await startChat()
  const key = keyIn(await linkOf(chat, { invite_as: 600 }))

  const told = await stranger(chat).get(`/account/key/${key}`)

  assert.is(told.kind, 'multiuse')
  assert.equal([told.email, told.invited_as, told.realm_name], [null, 600, 'Harbour'])
  assert.equal(
    [told.password_min_length, told.password_max_length, told.password_min_guesses],
    [6, 100, 10_000],
  )
})

test('links that do not work say why', async () => {
  await using chat = await startChat()
  const revoked = keyIn(await linkOf(chat))
  const [{ id }] = (await chat.olga.get('/invites')).invites
  await chat.olga.delete(`/invites/multiuse/${id}`)
  const short = keyIn(await linkOf(chat, { invite_expires_in_minutes: 1 }))
  chat.clock.advance(61)
  const broken: [key: string, code: string][] = [
    ['short', 'KEY_INVALID'],
    ['abcdefghijklmnopqrstuvw1', 'KEY_INVALID'],
    ['abcdefghijklmnopqrstuvwx', 'KEY_INVALID'],
    [revoked, 'KEY_EXPIRED'],
    [short, 'KEY_EXPIRED'],
  ]
  for (const [key, code] of broken) {
    const told = await stranger(chat).get(`/account/key/${key}`)
    assert.equal([key, told.status, told.code], [key, 404, code])
    assert.is((await register(chat, key)).code, code)
    assert.is((await fetch(`${chat.url}/join/${key}/`)).status, 404)
  }
})

test('a wrong name, password, address or time zone is refused, and the link still works', async () => {
  await using chat = await startChat()
  const key = keyIn(await linkOf(chat))
  const wrong: [given: Record<string, unknown>, message: RegExp, explanation?: RegExp][] = [
    [{ full_name: '' }, /name/],
    [{ full_name: 'x'.repeat(101) }, /too long/],
    [{ full_name: 'Ben|5' }, /format/],
    [{ password: 'sunshine' }, /too weak/, /common password/],
    [{ password: 'Ben1999' }, /too weak/, /made of the name, the address/],
    [{ password: 'ben@harbour.test' }, /too weak/, /made of the name, the address/],
    [{ password: 'ab3' }, /too weak/, /has 3 characters, and a password needs at least 6/],
    [{ password: 'correct horse '.repeat(8) }, /too long/],
    [{ email: 'nowhere' }, /Invalid address/],
    [{ email: 'x@hearth.invalid' }, /Reserved/],
    [{ email: 'user1@hearth.local' }, /Reserved/],
    [{ email: 'x@mailinator.com' }, /real email/],
    [{ email: 'OLGA@harbour.test' }, /Already has an account/],
    [{ timezone: 'Mars/Base' }, /timezone/],
    [{ email_address_visibility: 9 }, /email_address_visibility/],
  ]
  for (const [given, message, explanation] of wrong) {
    const answer = await register(chat, key, given)
    assert.is(answer.status, 400, JSON.stringify(given))
    assert.match(answer.msg, message)
    if (explanation) assert.match(answer.explanation, explanation)
  }
  assert.is((await register(chat, key, { email: undefined })).code, 'REQUEST_VARIABLE_MISSING')
  expectSuccess(
    await register(chat, key, { timezone: 'Europe/Berlin', email_address_visibility: 4 }),
  )
  const ben = await chat.logIn('ben@harbour.test')
  assert.is((await ben.get('/users/me')).timezone, 'Europe/Berlin')
  assert.is((await chat.olga.get('/users/ben@harbour.test')).code, 'BAD_REQUEST')
})

test('anybody signs up where no invitation is required, and nobody where one is', async () => {
  await using chat = await startChat()
  const closed = await stranger(chat).post('/account/signup', { email: 'ben@harbour.test' })
  assert.is(closed.status, 400)

  await chat.olga.patch('/realm', { invite_required: false })
  const { key } = await stranger(chat).post('/account/signup', { email: 'ben@harbour.test' })
  expectSuccess(await register(chat, key))

  assert.is((await (await chat.logIn('ben@harbour.test')).get('/users/me')).role, 400)
  assert.is((await register(chat, key)).code, 'KEY_EXPIRED')
})

test('a link with an address gives a key that makes the account', async () => {
  await using chat = await startChat()
  const link = keyIn(await linkOf(chat, { invite_as: 200 }))
  const { key } = await stranger(chat).post('/account/signup', {
    email: 'ben@harbour.test',
    key: link,
  })

  expectSuccess(await register(chat, key, { email: undefined }))

  assert.is((await (await chat.logIn('ben@harbour.test')).get('/users/me')).role, 200)
})

test('an organization that restricts addresses to its domains admits nobody by link', async () => {
  await using chat = await startChat()
  const key = keyIn(await linkOf(chat))
  await chat.olga.post('/realm/domains', { domain: 'harbour.test', allow_subdomains: false })
  await chat.olga.patch('/realm', { emails_restricted_to_domains: true })

  const outside = await register(chat, key, { email: 'ben@elsewhere.test' })
  const inside = await register(chat, key)
  const plus = await register(chat, key, { email: 'ben+1@harbour.test' })

  assert.match(outside.msg, /Outside your domain/)
  assert.match(plus.msg, /containing \+/)
  assert.match(inside.msg, /Ask an owner/)
})

test('the link opens a page in a browser, where an account is made without JavaScript', async () => {
  await using chat = await startChat()
  const link = await linkOf(chat)
  assert.match(await (await fetch(link)).text(), /Join Harbour[\s\S]*name="email"/)

  const form = { email: '"><script>', full_name: 'Ben', password: PASSWORD }
  const refused = await fetch(link, { method: 'POST', body: new URLSearchParams(form) })
  assert.is(refused.status, 400)
  assert.not.match(await refused.text(), '<script>')

  const body = new URLSearchParams({ ...form, email: 'ben@harbour.test' })
  const joined = await fetch(link, { method: 'POST', body, redirect: 'manual' })
  assert.equal([joined.status, joined.headers.get('location')], [303, '/'])
  assert.match(joined.headers.get('set-cookie') ?? '', 'HttpOnly')
  assert.is((await (await chat.logIn('ben@harbour.test')).get('/users/me')).full_name, 'Ben')
})

test('a password is not reset without the key for it, and asking tells nothing', async () => {
  await using chat = await startChat()
  const nobody = stranger(chat)
  for (const email of ['olga@harbour.test', 'nobody@harbour.test'])
    assert.is((await nobody.post('/account/password_reset', { email })).result, 'success')
  const key = keyIn(await linkOf(chat))
  const answer = await nobody.post('/account/password', { key, new_password: 'another horse 77' })
  assert.is(answer.code, 'KEY_INVALID')
  assert.is((await nobody.post('/account/email_change', { key })).code, 'KEY_INVALID')
})

test.run()
