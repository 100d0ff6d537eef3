// Name, address and password of one's own account.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type Chat, expectSuccess, PASSWORD, startChat } from '../chat.ts'
import { settingsOf } from '../settings.ts'

test('a person takes another name, unless the organization has settled names', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const inbox = await chat.olga.listen({ event_types: ['realm_user'] })

  expectSuccess(await ben.patch('/settings', { full_name: ' Benedict ' }))
  expectSuccess(await chat.olga.patch('/realm', { name_changes_disabled: true }))
  expectSuccess(await ben.patch('/settings', { full_name: 'Benny' }))
  expectSuccess(await chat.olga.patch('/settings', { full_name: 'Olga the Owner' }))

  assert.equal(
    (await inbox.read()).map(({ person }) => [person.user_id, person.full_name]),
    [
      [ben.id, 'Benedict'],
      [chat.olga.id, 'Olga the Owner'],
    ],
  )
})

test('who hides the address loses it to everyone who may no longer know it', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const ada = await chat.join('Ada', 200)
  const ofAdministrator = await ada.listen({ event_types: ['realm_user', 'user_settings'] })
  const ofOwner = await chat.olga.listen({ event_types: ['realm_user'] })
  const cy = await chat.join('Cy')
  const ofMember = await cy.listen({ event_types: ['realm_user'] })
  await ofOwner.read()
  await ofAdministrator.read()

  expectSuccess(await ben.patch('/settings', { email_address_visibility: 3 }))

  const hidden = `user${ben.id}@hearth.local`
  const renamed = {
    type: 'realm_user',
    op: 'update',
    person: { user_id: ben.id, new_email: hidden },
  }
  assert.equal(await ofAdministrator.read(), [renamed])
  assert.equal(await ofOwner.read(), [renamed])
  assert.equal(await ofMember.read(), [
    { type: 'realm_user', op: 'update', person: { user_id: ben.id, delivery_email: null } },
    renamed,
  ])
})

async function openSession(chat: Chat, email: string) {
  const response = await fetch(`${chat.url}/api/v1/web/session`, {
    method: 'POST',
    body: new URLSearchParams({ username: email, password: PASSWORD }),
  })
  const { csrf_token } = (await response.json()) as { csrf_token: string }
  const cookie = response.headers.getSetCookie()[0]!.split(';')[0]!
  const ask = (method: string, path: string, form?: Record<string, string>) =>
    fetch(`${chat.url}/json${path}`, {
      method,
      headers: { Cookie: cookie, 'X-CSRFToken': csrf_token },
      ...(form && { body: new URLSearchParams(form) }),
    })
  return ask
}

test('a new password ends all sessions but the one that set it; the key stays', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const here = await openSession(chat, ben.email)
  const there = await openSession(chat, ben.email)

  const changed = await here('PATCH', '/settings', {
    old_password: PASSWORD,
    new_password: 'quite another anchor chain',
  })

  assert.is(changed.status, 200)
  assert.is((await here('GET', '/users/me')).status, 200)
  assert.is((await there('GET', '/users/me')).status, 401)
  assert.is((await ben.get('/users/me')).status, 200)
  const old = await ben.post('/fetch_api_key', { username: ben.email, password: PASSWORD })
  assert.is(old.code, 'AUTHENTICATION_FAILED')
})

test('a password is changed by who knows it, to one that is hard to guess', async () => {
  await using chat = await startChat()
  const refusals: [old: string | undefined, wanted: string, msg: string, explanation?: RegExp][] = [
    [undefined, 'quite another anchor chain', 'Wrong password!'],
    ['wrong', 'quite another anchor chain', 'Wrong password!'],
    [PASSWORD, '12345', 'New password is too weak!', /^It has 5 characters, and a password needs/],
    [PASSWORD, 'aaaaaaaaaa', 'New password is too weak!', /^It is a simple pattern/],
    [PASSWORD, 'Password1', 'New password is too weak!', /^It is a common password/],
    [PASSWORD, 'olga@harbour.test', 'New password is too weak!', /^It is made of the name, the/],
    [PASSWORD, 'x'.repeat(101), 'New password is too weak!', /^password is too long \(limit: 100/],
    [PASSWORD, 'x'.repeat(1001), 'new_password is too long (limit: 1000 characters)'],
  ]
  for (const [old_password, new_password, msg, explanation] of refusals) {
    const answer = await chat.olga.patch('/settings', {
      old_password,
      new_password,
      enter_sends: true,
    })
    assert.is(answer.msg, msg)
    if (explanation) assert.match(answer.explanation, explanation)
    else assert.is(answer.explanation, undefined)
  }
  assert.is((await settingsOf(chat.olga)).enter_sends, false)
  expectSuccess(
    await chat.olga.post('/fetch_api_key', { username: chat.olga.email, password: PASSWORD }),
  )
})

test('without mail, an administrator confirms a new address, and nobody else can', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const [ben, mia] = [await chat.join('Ben'), await chat.join('Mia')]
  const ada = await chat.join('Ada', 200)
  const inboxes = [olga, ada, mia, ben].map((person) => person.listen({ event_types: ['message'] }))
  const [ofOlga, ofAda, ofMia, ofBen] = await Promise.all(inboxes)
  const linkIn = (content: string) => /\/confirm\/([a-z2-7]+)\//.exec(content)?.[1]

  const answer = expectSuccess(await ben.patch('/settings', { email: 'benedict@harbour.test' }))

  assert.is(answer.key, undefined)
  assert.is((await ben.get('/users/me')).delivery_email, 'ben@harbour.test')
  assert.equal([await ofMia!.read(), await ofBen!.read()], [[], []])
  const [toOlga, toAda] = [await ofOlga!.read(), await ofAda!.read()]
  assert.is(toOlga.length, 1)
  const key = linkIn(toAda[0]!.message.content)
  assert.is(linkIn(toOlga[0]!.message.content), key)
  const page = await fetch(`${chat.url}/confirm/${key}/`, { method: 'POST' })
  assert.is(page.status, 200)
  const moved = await olga.get(`/users/${ben.id}`)
  assert.is(moved.user.delivery_email, 'benedict@harbour.test')

  expectSuccess(await ada.patch('/settings', { email: 'adele@harbour.test' }))
  assert.is((await ofOlga!.read()).length, 1, 'owners confirm addresses of administrators')
  assert.equal(await ofAda!.read(), [])
})

test('an owner confirms an address of theirs without mail', async () => {
  await using chat = await startChat()
  const { key } = expectSuccess(await chat.olga.patch('/settings', { email: 'o@harbour.test' }))
  assert.is((await chat.olga.get('/users/me')).delivery_email, 'olga@harbour.test')

  expectSuccess(await chat.olga.post('/account/email_change', { key }))
  const again = await chat.logIn('o@harbour.test')
  assert.is((await again.get('/users/me')).user_id, chat.olga.id)
})

test('the organization can keep people from changing their address', async () => {
  await using chat = await startChat()

  expectSuccess(await chat.olga.patch('/realm', { email_changes_disabled: true }))
  const cy = await chat.join('Cy')
  const refused = await cy.patch('/settings', { email: 'cyril@harbour.test' })
  assert.is(refused.msg, 'Email address changes are disabled in this organization.')
})

test.run()
