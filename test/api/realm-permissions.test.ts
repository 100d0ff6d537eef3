// Permissions of the organization.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { expectSuccess, startChat } from '../chat.ts'

/** IDs of system groups, in the order of their creation. */
const [, OWNERS, ADMINISTRATORS, MODERATORS, , MEMBERS, EVERYONE] = [1, 2, 3, 4, 5, 6, 7] as const

test('a permission goes to groups and people, and says so to everyone', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const inbox = await ben.listen({ event_types: ['realm'] })
  const value = { direct_members: [ben.id], direct_subgroups: [MODERATORS] }

  const answer = await chat.olga.patch('/realm', {
    can_add_custom_emoji_group: { new: value, old: MEMBERS },
  })

  assert.equal(answer.can_add_custom_emoji_group, value)
  assert.equal(await inbox.read(), [
    {
      type: 'realm',
      op: 'update_dict',
      property: 'default',
      data: { can_add_custom_emoji_group: value },
    },
  ])
  const stale = await chat.olga.patch('/realm', {
    can_add_custom_emoji_group: { new: OWNERS, old: MEMBERS },
  })
  assert.is(stale.code, 'EXPECTATION_MISMATCH')
  const { realm_can_add_custom_emoji_group } = await chat.olga.post('/register')
  assert.equal(realm_can_add_custom_emoji_group, value)
})

test('a permission for system groups alone is given to no other', async () => {
  await using chat = await startChat()
  const answer = await chat.olga.patch('/realm', {
    can_create_web_public_channel_group: {
      new: { direct_members: [chat.olga.id], direct_subgroups: [] },
    },
  })
  assert.is(answer.code, 'SYSTEM_GROUP_REQUIRED')
  assert.is(answer.setting_name, 'can_create_web_public_channel_group')
})

const OWNERS_ONLY: [name: string, sent: unknown][] = [
  ['invite_required', false],
  ['disallow_disposable_email_addresses', false],
  ['emails_restricted_to_domains', true],
  ['waiting_period_threshold', 3],
  ['message_retention_days', 30],
  ['authentication_methods', { Email: true }],
  ['can_create_groups', { new: ADMINISTRATORS }],
  ['can_manage_all_groups', { new: ADMINISTRATORS }],
  ['can_invite_users_group', { new: ADMINISTRATORS }],
  ['create_multiuse_invite_group', { new: MEMBERS }],
  ['can_manage_billing_group', { new: OWNERS }],
]

test('administrators change settings, owners alone those about who may come in', async () => {
  await using chat = await startChat()
  const ada = await chat.join('Ada', 200)
  const mo = await chat.join('Mo', 300)

  expectSuccess(await ada.patch('/realm', { name: 'Docks' }))
  for (const [name, sent] of OWNERS_ONLY) {
    const answer = await ada.patch('/realm', { [name]: sent })
    assert.is(answer.code, 'UNAUTHORIZED_PRINCIPAL', name)
    assert.is(answer.msg, 'Must be an organization owner', name)
    expectSuccess(await chat.olga.patch('/realm', { [name]: sent }))
  }
  const answer = await mo.patch('/realm', { name: 'Mo’s' })
  assert.is(answer.code, 'UNAUTHORIZED_PRINCIPAL')
  assert.is(answer.msg, 'Must be an organization administrator')
})

test('guests who may no longer see everyone lose sight of strangers', async () => {
  await using chat = await startChat()
  const gus = await chat.join('Gus', 600)
  const ben = await chat.join('Ben')
  expectSuccess(await gus.delete('/users/me/subscriptions', { subscriptions: ['general'] }))
  const ofGuest = await gus.listen({ event_types: ['realm_user'] })
  const ofMember = await ben.listen({ event_types: ['realm_user'] })

  expectSuccess(await chat.olga.patch('/realm', { can_access_all_users_group: { new: MEMBERS } }))
  const removed = await ofGuest.read()
  expectSuccess(await chat.olga.patch('/realm', { can_access_all_users_group: { new: EVERYONE } }))
  const added = await ofGuest.read()

  const changesOf = (events: typeof removed) =>
    events.map(({ op, person }) => [op, person.user_id]).sort()
  assert.equal(changesOf(removed), [
    ['remove', chat.olga.id],
    ['remove', ben.id],
  ])
  assert.equal(changesOf(added), [
    ['add', chat.olga.id],
    ['add', ben.id],
  ])
  assert.equal(await ofMember.read(), [])
})

test.run()
