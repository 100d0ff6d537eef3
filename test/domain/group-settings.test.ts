// Values of permission settings.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type Chat, expectSuccess, startChat } from '../chat.ts'

const NOBODY = 1
const OWNERS = 2
const ADMINISTRATORS = 3
const MEMBERS = 6
const EVERYONE = 7
const INTERNET = 8

const named = (direct_members: number[], direct_subgroups: number[] = []) => ({
  direct_members,
  direct_subgroups,
})

/** A channel whose settings the tests change. */
async function channelOf(chat: Chat) {
  await chat.olga.subscribe('team')
  const { stream_id } = await chat.olga.get('/get_stream_id', { stream: 'team' })
  return {
    set: (setting: string, value: unknown, old?: unknown) =>
      chat.olga.patch(`/streams/${stream_id}`, {
        [setting]: { new: value, ...(old !== undefined && { old }) },
      }),
    read: async (setting: string) => (await chat.olga.get(`/streams/${stream_id}`)).stream[setting],
  }
}

test('a setting names a group, or people and groups, and is kept in its shortest form', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const { set, read } = await channelOf(chat)
  for (const [value, stored] of [
    [MEMBERS, MEMBERS],
    [named([], [ADMINISTRATORS]), ADMINISTRATORS],
    [named([], []), NOBODY],
    [named([ben.id, chat.olga.id, ben.id]), named([chat.olga.id, ben.id])],
    [named([ben.id], [OWNERS, ADMINISTRATORS]), named([ben.id], [OWNERS, ADMINISTRATORS])],
    [named([], [MEMBERS, OWNERS]), named([], [OWNERS, MEMBERS])],
  ]) {
    expectSuccess(await set('can_subscribe_group', value))
    assert.equal(await read('can_subscribe_group'), stored)
  }
})

test('the present value stated must be the present value, in whatever order', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const { set, read } = await channelOf(chat)
  expectSuccess(await set('can_subscribe_group', named([ben.id, chat.olga.id], [OWNERS, MEMBERS])))
  for (const old of [NOBODY, named([ben.id], [OWNERS, MEMBERS]), named([], []), MEMBERS]) {
    const answer = await set('can_subscribe_group', ADMINISTRATORS, old)
    assert.equal(
      [answer.status, answer.code, answer.field_name],
      [400, 'EXPECTATION_MISMATCH', 'can_subscribe_group'],
    )
  }
  const present = named([chat.olga.id, ben.id], [MEMBERS, OWNERS])
  expectSuccess(await set('can_subscribe_group', named([], [ADMINISTRATORS]), present))
  expectSuccess(await set('can_subscribe_group', NOBODY, named([], [ADMINISTRATORS])))
  expectSuccess(await set('can_subscribe_group', OWNERS, named([], [])))
  assert.is(await read('can_subscribe_group'), OWNERS)
})

test('setting what is set already is no change', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const { set } = await channelOf(chat)
  expectSuccess(await set('can_subscribe_group', named([ben.id, chat.olga.id])))
  const inbox = await chat.olga.listen({ event_types: ['stream'] })
  expectSuccess(await set('can_subscribe_group', named([chat.olga.id, ben.id])))
  assert.equal(await inbox.read(), [])
})

test('groups and people that cannot hold a permission are refused', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const { set, read } = await channelOf(chat)
  const { group_id } = expectSuccess(
    await chat.olga.post('/user_groups/create', { name: 'old', description: '', members: [] }),
  )
  expectSuccess(await chat.olga.post(`/user_groups/${group_id}/deactivate`))
  expectSuccess(await chat.olga.delete(`/users/${ben.id}`))
  const cannot = (setting: string, group: string) =>
    `'${setting}' setting cannot be set to '${group}' group.`
  for (const [setting, value, message] of [
    ['can_subscribe_group', EVERYONE, cannot('can_subscribe_group', 'role:everyone')],
    ['can_subscribe_group', INTERNET, cannot('can_subscribe_group', 'role:internet')],
    ['can_send_message_group', INTERNET, cannot('can_send_message_group', 'role:internet')],
    [
      'can_subscribe_group',
      named([chat.olga.id], [EVERYONE]),
      cannot('can_subscribe_group', 'role:everyone'),
    ],
    ['can_subscribe_group', 999, 'Invalid user group ID: 999'],
    ['can_subscribe_group', 0, 'Invalid user group ID: 0'],
    ['can_subscribe_group', named([], [999]), 'Invalid user group ID: 999'],
    ['can_subscribe_group', named([999]), 'Invalid user ID: 999'],
    ['can_subscribe_group', named([ben.id]), `Invalid user ID: ${ben.id}`],
    ['can_subscribe_group', group_id, `User group ${group_id} is deactivated.`],
    ['can_subscribe_group', named([], [group_id]), `User group ${group_id} is deactivated.`],
  ] as const) {
    const answer = await set(setting, value)
    assert.equal([answer.code, answer.msg], ['BAD_REQUEST', message])
  }
  assert.is(await read('can_subscribe_group'), NOBODY)
})

test('values of another shape are refused by name', async () => {
  await using chat = await startChat()
  const { set } = await channelOf(chat)
  for (const value of [null, 'role:members', [], {}, { direct_members: [1] }, named([1.5]), true]) {
    const answer = await set('can_subscribe_group', value)
    assert.is(answer.status, 400)
    assert.match(answer.msg, /can_subscribe_group/)
  }
})

test('the anonymous group of another setting is nobody else’s to name', async () => {
  await using chat = await startChat()
  const { set } = await channelOf(chat)
  const created = 9
  const answer = await set('can_subscribe_group', created)
  assert.is(answer.msg, `Invalid user group ID: ${created}`)
})

test('permissions that only system groups hold say so', async () => {
  await using chat = await startChat()
  const { group_id } = expectSuccess(
    await chat.olga.post('/user_groups/create', { name: 'us', description: '', members: [] }),
  )
  const setting = 'can_create_web_public_channel_group'
  for (const value of [group_id, named([chat.olga.id]), named([], [OWNERS, ADMINISTRATORS])]) {
    const answer = await chat.olga.patch('/realm', { [setting]: { new: value } })
    assert.equal([answer.code, answer.setting_name], ['SYSTEM_GROUP_REQUIRED', setting])
  }
  const members = await chat.olga.patch('/realm', { [setting]: { new: MEMBERS } })
  assert.is(members.msg, `'${setting}' setting cannot be set to 'role:members' group.`)
  expectSuccess(await chat.olga.patch('/realm', { [setting]: { new: named([], [NOBODY]) } }))
})

test('a deactivated holder is shown no more, and holds again when they are back', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const { set, read } = await channelOf(chat)
  expectSuccess(await set('can_administer_channel_group', named([chat.olga.id, ben.id])))
  expectSuccess(await chat.olga.delete(`/users/${ben.id}`))
  assert.equal(await read('can_administer_channel_group'), named([chat.olga.id]))
  expectSuccess(await chat.olga.post(`/users/${ben.id}/reactivate`))
  assert.equal(await read('can_administer_channel_group'), named([chat.olga.id, ben.id]))
})

test.run()
