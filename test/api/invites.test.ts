// Invitations by address and by link.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { assertRefused } from '../channels.ts'
import { expectSuccess, type Person, startChat } from '../chat.ts'

const invitesOf = async (person: Person) => expectSuccess(await person.get('/invites')).invites

const invite = (person: Person, emails: string, more: Record<string, unknown> = {}) =>
  person.post('/invites', { invitee_emails: emails, stream_ids: [], ...more })

test('inviters see their own invitations and administrators all, and both hear of changes', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const mia = await chat.join('Mia')
  const inboxes = await Promise.all(
    [chat.olga, ben, mia].map((person) => person.listen({ event_types: ['invites_changed'] })),
  )

  expectSuccess(await invite(ben, 'Zoe <zoe@harbour.test>, kim@harbour.test\nben2@harbour.test'))

  const own = await invitesOf(ben)
  assert.equal(
    own.map((one: { email: string }) => one.email),
    ['zoe@harbour.test', 'kim@harbour.test', 'ben2@harbour.test'],
  )
  const { id, link_url, ...first } = own[0]
  assert.equal(first, {
    email: 'zoe@harbour.test',
    expiry_date: first.invited + 864_000,
    invited: first.invited,
    invited_as: 400,
    invited_by_user_id: ben.id,
    is_multiuse: false,
    notify_referrer_on_join: true,
  })
  assert.is((await invitesOf(chat.olga)).length, 3)
  assert.equal(await invitesOf(mia), [])
  const heard = await Promise.all(inboxes.map((inbox) => inbox.read()))
  assert.equal(heard, [[{ type: 'invites_changed' }], [{ type: 'invites_changed' }], []])
})

test('inviting needs permission, and grants no more than the inviter has', async () => {
  await using chat = await startChat()
  const [admin, moderator, member, guest] = [
    await chat.join('Ada', 200),
    await chat.join('Mo', 300),
    await chat.join('Ben'),
    await chat.join('Gus', 600),
  ]
  const cases: [person: Person, role: number, refusal: string | undefined][] = [
    [chat.olga, 100, undefined],
    [admin, 100, 'Must be an organization owner'],
    [admin, 200, undefined],
    [moderator, 200, 'Must be an organization administrator'],
    [moderator, 300, 'Must be an organization administrator'],
    [moderator, 400, undefined],
    [member, 400, undefined],
    [member, 600, undefined],
    [guest, 600, 'Not allowed for guest users'],
  ]
  for (const [person, invite_as, refusal] of cases) {
    const answer = await invite(person, `p${person.id}-${invite_as}@harbour.test`, { invite_as })
    assert.is(answer.msg, refusal ?? '', `${person.name} as ${invite_as}`)
  }
  assertRefused(await member.post('/invites/multiuse'), 'Insufficient permission')
  assertRefused(await invite(chat.olga, 'x@harbour.test', { invite_as: 500 }), 'Invalid invite_as')
})

test('only those the organization trusts invite, by mail and by link', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  await chat.olga.patch('/realm', { can_invite_users_group: { new: 3 } })
  await chat.olga.patch('/realm', { create_multiuse_invite_group: { new: 6 } })

  assertRefused(await invite(ben, 'zoe@harbour.test'), 'Insufficient permission')
  expectSuccess(await ben.post('/invites/multiuse'))
})

test('addresses that cannot be invited are named; nobody is invited if one is wrong', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const mia = await chat.join('Mia')
  await chat.olga.delete(`/users/${mia.id}`)

  const wrong = await invite(chat.olga, 'zoe@harbour.test, nonsense, a@mailinator.com')
  assert.equal(
    [wrong.status, wrong.code, wrong.sent_invitations],
    [400, 'INVITATION_FAILED', false],
  )
  assert.equal(wrong.errors, [
    ['nonsense', 'Invalid address.', false],
    ['a@mailinator.com', 'Please use your real email address.', false],
  ])

  const taken = await invite(chat.olga, ben.email)
  assert.equal(
    [taken.sent_invitations, taken.errors],
    [false, [[ben.email, 'Already has an account.', false]]],
  )
  assert.equal(await invitesOf(chat.olga), [])

  const mixed = await invite(chat.olga, `${ben.email}, ${mia.email}, zoe@harbour.test`)
  assert.equal([mixed.code, mixed.sent_invitations], ['INVITATION_FAILED', true])
  assert.equal(mixed.errors[1], [mia.email, 'Account has been deactivated.', true])
  assert.is((await invitesOf(chat.olga)).length, 1)
  assertRefused(await invite(chat.olga, ' , \n'), 'You must specify at least one email address.')
})

test('a thousand people are invited at once, not more', async () => {
  await using chat = await startChat()
  const invite = async (count: number) => {
    const addresses = Array.from({ length: count }, (_, n) => `guest${n}@harbour.test`)
    const invitee_emails = addresses.join()
    return (await chat.olga.post('/invites', { invitee_emails, stream_ids: [] })).msg
  }
  assert.is(await invite(1001), 'Too many email addresses at once (maximum: 1000)')
  assert.equal((await chat.olga.get('/invites')).invites, [])
  assert.is(await invite(1000), '')
})

test('nobody invites into channels or groups they cannot add people to', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const secret = await chat.olga.subscribe('secret', { invite_only: true })
  assert.ok(secret)
  const { stream_id } = await chat.olga.get('/get_stream_id', { stream: 'secret' })
  const { group_id } = await chat.olga.post('/user_groups/create', {
    name: 'cooks',
    description: '',
    members: [],
  })

  const hidden = await invite(ben, 'zoe@harbour.test', { stream_ids: [stream_id] })
  const unknown = await invite(ben, 'zoe@harbour.test', { stream_ids: [999] })
  assertRefused(hidden, `Invalid channel ID ${stream_id}. No invites were sent.`)
  assertRefused(unknown, 'Invalid channel ID 999. No invites were sent.')
  const foreign = await invite(ben, 'zoe@harbour.test', { group_ids: [group_id] })
  assertRefused(foreign, 'Insufficient permission')
  const system = await invite(chat.olga, 'zoe@harbour.test', { group_ids: [2] })
  assertRefused(system, 'Insufficient permission')
  const none = await invite(chat.olga, 'zoe@harbour.test', { group_ids: [999] })
  assertRefused(none, 'Invalid user group')

  await chat.olga.patch('/realm', { can_add_subscribers_group: { new: 3 } })
  const notTheirs = await invite(ben, 'zoe@harbour.test', { stream_ids: [1] })
  assertRefused(notTheirs, 'You do not have permission to subscribe other users to channels.')
  assert.equal(await invitesOf(chat.olga), [])
})

test('an invitation is revoked or renewed by its maker and by administrators', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const mia = await chat.join('Mia')
  const admin = await chat.join('Ada', 200)
  await invite(ben, 'zoe@harbour.test', { invite_expires_in_minutes: 60 })
  const [before] = await invitesOf(ben)

  for (const path of [`/invites/${before.id}`, '/invites/999', `/invites/multiuse/${before.id}`])
    assertRefused(await mia.delete(path), 'No such invitation')
  chat.clock.advance(30)
  expectSuccess(await ben.post(`/invites/${before.id}/resend`))
  const [renewed] = await invitesOf(ben)
  assert.is.not(renewed.link_url, before.link_url)
  assert.is(renewed.expiry_date, before.expiry_date + 30)

  expectSuccess(await admin.delete(`/invites/${before.id}`))
  const again = await ben.delete(`/invites/${before.id}`)
  assertRefused(again, 'Invitation has already been revoked')
  const resent = await ben.post(`/invites/${before.id}/resend`)
  assertRefused(resent, 'Invitation has already been revoked')

  await invite(chat.olga, 'kim@harbour.test', { invite_as: 100 })
  const [ofOwner] = await invitesOf(chat.olga)
  const denied = await admin.delete(`/invites/${ofOwner.id}`)
  assertRefused(denied, 'Must be an organization owner', { code: 'UNAUTHORIZED_PRINCIPAL' })
})

test('terms of a link are held to their bounds', async () => {
  await using chat = await startChat()
  const cases: [parameters: Record<string, unknown>, message: string | undefined][] = [
    [{ invite_expires_in_minutes: 1 }, undefined],
    [{ invite_expires_in_minutes: null }, undefined],
    [{ invite_expires_in_minutes: 0 }, 'invite_expires_in_minutes is too small (minimum: 1)'],
    [{ invite_expires_in_minutes: 'soon' }, 'invite_expires_in_minutes is not valid JSON'],
    [{ welcome_message_custom_text: 'x'.repeat(8000) }, undefined],
    [
      { welcome_message_custom_text: 'x'.repeat(8001) },
      'welcome_message_custom_text is too long (limit: 8000 characters)',
    ],
    [{ stream_ids: 'all' }, 'stream_ids is not valid JSON'],
    [
      { include_realm_default_subscriptions: 'yes' },
      'include_realm_default_subscriptions is not valid JSON',
    ],
  ]
  for (const [parameters, message] of cases) {
    const answer = await chat.olga.post('/invites/multiuse', parameters)
    assert.is(answer.msg, message ?? '', JSON.stringify(parameters))
  }
  assert.is((await invitesOf(chat.olga))[1].expiry_date, null)
})

test('invitations end with the account of their maker', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  await invite(ben, 'zoe@harbour.test')

  await chat.olga.delete(`/users/${ben.id}`)

  assert.equal(await invitesOf(chat.olga), [])
})

test('a member has a thousand open invitations, an organization ten thousand', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const thousand = (name: string) =>
    Array.from({ length: 1000 }, (_, at) => `${name}${at}@else.test`).join(',')
  expectSuccess(await invite(ben, thousand('a')))
  const refusal = 'You can have 1000 open invitations; revoke some that are not needed.'
  assertRefused(await invite(ben, 'one@else.test'), refusal)

  const [first] = await invitesOf(ben)
  expectSuccess(await ben.delete(`/invites/${first.id}`))
  expectSuccess(await invite(ben, 'one@else.test'))
  for (let at = 0; at < 9; at++) expectSuccess(await invite(chat.olga, thousand(`b${at}-`)))
  const most = 'An organization can have 10000 open invitations.'
  assertRefused(await invite(chat.olga, 'two@else.test'), most)
  assertRefused(await chat.olga.post('/invites/multiuse'), most)
  assert.is((await invitesOf(chat.olga)).length, 10_000)
})

test.run()
