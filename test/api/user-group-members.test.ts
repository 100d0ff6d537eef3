// Members of user groups: people and groups within groups.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { assertRefused, MEMBERS, NOBODY } from '../channels.ts'
import { expectSuccess, type Person, startChat } from '../chat.ts'
import { createGroup, groupOf } from '../groups.ts'

test('members are added and removed; everyone gets the event and they get a message', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const mia = await chat.join('Mia')
  const id = await createGroup(chat.olga, 'cooks', [mia])
  const inbox = await ben.listen({ event_types: ['user_group', 'message'] })

  expectSuccess(
    await chat.olga.post(`/user_groups/${id}/members`, { add: [ben.id], delete: [mia.id] }),
  )

  const [added, removed, note, ...rest] = await inbox.read()
  assert.equal(added, { type: 'user_group', op: 'add_members', group_id: id, user_ids: [ben.id] })
  assert.match(note!.message.content, 'added you to the group')
  assert.equal(removed, {
    type: 'user_group',
    op: 'remove_members',
    group_id: id,
    user_ids: [mia.id],
  })
  assert.equal(rest, [])
  assert.equal((await ben.get(`/user_groups/${id}/members`)).members, [ben.id])
})

test('a change of members that is wrong in one part changes nothing', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const mia = await chat.join('Mia')
  const inner = await createGroup(chat.olga, 'inner')
  const middle = await createGroup(chat.olga, 'middle', [], { subgroups: [inner] })
  const outer = await createGroup(chat.olga, 'outer', [ben], { subgroups: [middle] })
  const inbox = await ben.listen()
  const cases: [group: number, parameters: Record<string, unknown>, message: string][] = [
    [outer, {}, 'Nothing to do. Name something in add, delete, add_subgroups or delete_subgroups.'],
    [outer, { add: [mia.id, ben.id] }, `User ${ben.id} is already a member of this group`],
    [outer, { add: [mia.id], delete: [999] }, 'Invalid user ID: 999'],
    [
      outer,
      { add: [mia.id], delete: [chat.olga.id] },
      `There is no member '${chat.olga.id}' in this user group`,
    ],
    [
      outer,
      { add: [mia.id], add_subgroups: [middle] },
      `User group ${middle} is already a subgroup of this group.`,
    ],
    [
      outer,
      { add: [mia.id], delete_subgroups: [inner] },
      `User group ${inner} is not a subgroup of this group.`,
    ],
    [
      inner,
      { add: [mia.id], add_subgroups: [outer] },
      `User group ${inner} is already a subgroup of one of the passed subgroups.`,
    ],
    [
      inner,
      { add_subgroups: [inner] },
      `User group ${inner} is already a subgroup of one of the passed subgroups.`,
    ],
    [999, { add: [mia.id] }, 'Invalid user group'],
    [outer, { add: ['x'] }, 'add[0] is not an integer'],
  ]
  for (const [group, parameters, message] of cases)
    assertRefused(await chat.olga.post(`/user_groups/${group}/members`, parameters), message)
  assert.equal(await inbox.read(), [])
  assert.equal((await groupOf(ben, outer)).members, [ben.id])
  const nothing = await chat.olga.post(`/user_groups/${outer}/subgroups`)
  assertRefused(nothing, 'Nothing to do. Name something in add or delete.')
})

test('groups within groups are read directly or all the way down', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const mia = await chat.join('Mia')
  const inner = await createGroup(chat.olga, 'inner', [mia])
  const middle = await createGroup(chat.olga, 'middle')
  const outer = await createGroup(chat.olga, 'outer', [ben])
  const inbox = await mia.listen({ event_types: ['user_group'] })
  await chat.olga.post(`/user_groups/${middle}/subgroups`, { add: [inner] })
  await chat.olga.post(`/user_groups/${outer}/members`, { add_subgroups: [middle] })

  assert.equal((await inbox.read())[1], {
    type: 'user_group',
    op: 'add_subgroups',
    group_id: outer,
    direct_subgroup_ids: [middle],
  })
  const members = (more = {}) => ben.get(`/user_groups/${outer}/members`, more)
  const subgroups = (more = {}) => ben.get(`/user_groups/${outer}/subgroups`, more)
  const membership = (userId: number, more = {}) =>
    ben.get(`/user_groups/${outer}/members/${userId}`, more)
  const direct = { direct_member_only: true }
  assert.equal((await members()).members, [ben.id, mia.id])
  assert.equal((await members(direct)).members, [ben.id])
  assert.equal((await subgroups()).subgroups, [inner, middle])
  assert.equal((await subgroups({ direct_subgroup_only: true })).subgroups, [middle])
  assert.is((await membership(mia.id)).is_user_group_member, true)
  assert.is((await membership(mia.id, direct)).is_user_group_member, false)
  assertRefused(await membership(999), 'No such user')
  assertRefused(await ben.get('/user_groups/999/members'), 'Invalid user group')

  await chat.olga.post(`/user_groups/${outer}/subgroups`, { delete: [middle] })
  assert.equal((await inbox.read())[0]!.op, 'remove_subgroups')
  assert.equal((await members()).members, [ben.id])
})

test('who is in a group follows every change far below, also after one that was refused', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const inner = await createGroup(chat.olga, 'inner', [ben])
  const middle = await createGroup(chat.olga, 'middle', [], { subgroups: [inner] })
  const outer = await createGroup(chat.olga, 'outer', [], { subgroups: [middle] })
  const shown = { invite_only: true, can_subscribe_group: outer }
  expectSuccess(
    await chat.olga.post('/channels/create', {
      name: 'hold',
      subscribers: [chat.olga.id],
      ...shown,
    }),
  )
  const { stream_id } = await chat.olga.get('/get_stream_id', { stream: 'hold' })
  const sees = async () => (await ben.get(`/streams/${stream_id}`)).result === 'success'
  const change = (group: number, parameters: Record<string, unknown>) =>
    chat.olga.post(`/user_groups/${group}/members`, parameters)
  assert.ok(await sees())

  expectSuccess(await change(middle, { delete_subgroups: [inner] }))
  assert.not(await sees())
  const round = { add_subgroups: [inner], delete: [999] }
  assert.is((await change(middle, round)).result, 'error')
  assert.not(await sees())
  expectSuccess(await change(middle, { add_subgroups: [inner] }))
  assert.ok(await sees())
  expectSuccess(await change(inner, { delete: [ben.id] }))
  assert.not(await sees())
  expectSuccess(await change(inner, { add: [ben.id] }))
  assert.ok(await sees())

  const many = { subscriptions: [{ name: 'hold' }, { name: 'galley' }] }
  expectSuccess(await change(outer, { delete_subgroups: [middle] }))
  assertRefused(await ben.post('/users/me/subscriptions', many), 'Unable to access channel (hold).')
  expectSuccess(await change(outer, { add_subgroups: [middle] }))
  expectSuccess(await ben.post('/users/me/subscriptions', many))
})

test('permissions decide about joining, leaving, adding, removing and editing', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const mia = await chat.join('Mia')
  const tom = await chat.join('Tom')
  const id = await createGroup(chat.olga, 'cooks', [mia, tom], {
    can_manage_group: { direct_members: [chat.olga.id], direct_subgroups: [] },
    can_add_members_group: { direct_members: [tom.id], direct_subgroups: [] },
  })
  const members = (by: Person, change: object) =>
    by.post(`/user_groups/${id}/members`, { ...change })
  const setting = (name: string, value: unknown) =>
    chat.olga.patch(`/user_groups/${id}`, { [name]: { new: value } })

  assertRefused(await members(ben, { add: [ben.id] }), 'Insufficient permission')
  expectSuccess(await setting('can_join_group', MEMBERS))
  expectSuccess(await members(ben, { add: [ben.id] }))
  expectSuccess(await members(ben, { delete: [ben.id] }))
  assertRefused(await members(ben, { add: [ben.id, chat.olga.id] }), 'Insufficient permission')
  expectSuccess(await members(tom, { add: [ben.id] }))
  assertRefused(await members(tom, { delete: [ben.id] }), 'Insufficient permission')
  expectSuccess(
    await setting('can_remove_members_group', { direct_members: [tom.id], direct_subgroups: [] }),
  )
  expectSuccess(await members(tom, { delete: [ben.id] }))
  expectSuccess(await setting('can_leave_group', NOBODY))
  assertRefused(await members(mia, { delete: [mia.id] }), 'Insufficient permission')
  for (const answer of [
    await tom.patch(`/user_groups/${id}`, { name: 'chefs' }),
    await tom.post(`/user_groups/${id}/deactivate`),
  ])
    assertRefused(answer, 'Insufficient permission')
})

test.run()
