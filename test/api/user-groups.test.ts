// User groups.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { assertRefused, EVERYONE, MEMBERS, NOBODY, OWNERS } from '../channels.ts'
import { expectSuccess, startChat } from '../chat.ts'
import { createGroup, groupOf } from '../groups.ts'

test('everyone receives a new group, and Notification Bot writes to its members', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const mia = await chat.join('Mia')
  const gus = await chat.join('Gus', 600)
  const inboxes = [await ben.listen(), await gus.listen()]

  const id = await createGroup(ben, 'cooks', [ben, mia], {
    subgroups: [OWNERS],
    description: 'Soup',
  })

  const group = {
    id,
    name: 'cooks',
    description: 'Soup',
    creator_id: ben.id,
    date_created: Math.floor(chat.clock.now() / 1000),
    members: [ben.id, mia.id],
    direct_subgroup_ids: [OWNERS],
    is_system_group: false,
    deactivated: false,
    can_add_members_group: { direct_members: [ben.id], direct_subgroups: [] },
    can_join_group: NOBODY,
    can_leave_group: EVERYONE,
    can_manage_group: { direct_members: [ben.id], direct_subgroups: [] },
    can_mention_group: EVERYONE,
    can_remove_members_group: NOBODY,
  }
  for (const inbox of inboxes)
    assert.equal(await inbox.read(), [{ type: 'user_group', op: 'add', group }])
  assert.equal(await groupOf(ben, id), group)
  const { messages } = await mia.get('/messages', { anchor: 'newest', num_before: 5, num_after: 0 })
  assert.match(messages.at(-1).content, /Ben.*added you to the group <strong>cooks/)
  assert.is(messages.at(-1).sender_full_name, 'Notification Bot')
})

test('the list of groups follows their members and accounts, also after a change that was refused', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const mia = await chat.join('Mia')
  const cooks = await createGroup(chat.olga, 'cooks', [ben, mia])
  const members = async (id: number) => (await groupOf(chat.olga, id)).members
  const change = (parameters: Record<string, unknown>) =>
    chat.olga.post(`/user_groups/${cooks}/members`, parameters)
  assert.equal(await members(cooks), [ben.id, mia.id])

  expectSuccess(await change({ delete: [ben.id] }))
  assert.equal(await members(cooks), [mia.id])
  assertRefused(await change({ add: [ben.id], delete: [999] }), 'Invalid user ID: 999')
  assert.equal(await members(cooks), [mia.id])

  const bakers = await createGroup(chat.olga, 'bakers', [ben])
  assert.equal(await members(bakers), [ben.id])
  expectSuccess(await chat.olga.delete(`/users/${mia.id}`))
  assert.equal(await members(cooks), [])
  expectSuccess(await chat.olga.post(`/users/${mia.id}/reactivate`, {}))
  assert.equal(await members(cooks), [mia.id])
  assert.equal(await members(bakers), [ben.id])
})

test('system groups stand first and obey nobody', async () => {
  await using chat = await startChat()
  const { user_groups } = await chat.olga.get('/user_groups')
  assert.equal(
    user_groups.map((group: { name: string }) => group.name.slice('role:'.length)),
    [
      'nobody',
      'owners',
      'administrators',
      'moderators',
      'fullmembers',
      'members',
      'everyone',
      'internet',
    ],
  )
  const { id, members, direct_subgroup_ids, creator_id, date_created } = user_groups[1]
  assert.equal(
    { id, members, direct_subgroup_ids, creator_id, date_created },
    {
      id: OWNERS,
      members: [chat.olga.id],
      direct_subgroup_ids: [],
      creator_id: null,
      date_created: null,
    },
  )
  for (const [path, parameters] of [
    [`/user_groups/${MEMBERS}/members`, { delete: [chat.olga.id] }],
    [`/user_groups/${MEMBERS}/deactivate`, {}],
  ] as const)
    assertRefused(await chat.olga.post(path, parameters), 'Insufficient permission')
  const renamed = await chat.olga.patch(`/user_groups/${MEMBERS}`, { name: 'all' })
  assertRefused(renamed, 'Insufficient permission')
})

test('names and members of a new group are held to their rules', async () => {
  await using chat = await startChat()
  const gone = await chat.join('Gone')
  await chat.olga.delete(`/users/${gone.id}`)
  const retired = await createGroup(chat.olga, 'Retired')
  await chat.olga.post(`/user_groups/${retired}/deactivate`)
  const cases: [parameters: Record<string, unknown>, message: string | undefined][] = [
    [{ name: undefined }, "Missing 'name' argument"],
    [{ members: undefined }, "Missing 'members' argument"],
    [{ description: undefined }, "Missing 'description' argument"],
    [{ name: ' ' }, "User group name can't be empty!"],
    [{ name: 'x'.repeat(100) }, undefined],
    [{ name: 'x'.repeat(101) }, 'User group name cannot exceed 100 characters.'],
    [{ name: '@cooks' }, "User group name cannot start with '@'."],
    [{ name: 'role:cooks' }, "User group name cannot start with 'role:'."],
    [{ name: 'Channel:cooks' }, "User group name cannot start with 'channel:'."],
    [{ name: 'retired' }, "User group 'retired' already exists."],
    [{ members: [999] }, 'Invalid user ID: 999'],
    [{ members: [gone.id] }, `Invalid user ID: ${gone.id}`],
    [{ members: 'all' }, 'members is not valid JSON'],
    [{ subgroups: [999] }, 'Invalid user group ID: 999'],
    [{ subgroups: [retired] }, 'User group is deactivated.'],
    [{ can_manage_group: 999 }, 'Invalid user group ID: 999'],
    [
      { can_join_group: EVERYONE },
      "'can_join_group' setting cannot be set to 'role:everyone' group.",
    ],
    [{ can_leave_group: EVERYONE, name: 'leavers' }, undefined],
  ]
  for (const [parameters, message] of cases) {
    const answer = await chat.olga.post('/user_groups/create', {
      name: 'cooks',
      description: '',
      members: [],
      ...parameters,
    })
    assert.is(answer.msg, message ?? '', JSON.stringify(parameters))
  }
  assert.is((await chat.olga.get('/user_groups')).user_groups.length, 10)
})

test('guests neither see nor make groups, and only those trusted make them', async () => {
  await using chat = await startChat()
  const gus = await chat.join('Gus', 600)
  const ben = await chat.join('Ben')
  for (const answer of [
    await gus.get('/user_groups'),
    await gus.post('/user_groups/create', { name: 'x', description: '', members: [] }),
  ])
    assertRefused(answer, 'Not allowed for guest users')

  await chat.olga.patch('/realm', { can_create_groups: { new: 3 } })
  const refused = await ben.post('/user_groups/create', { name: 'x', description: '', members: [] })
  assertRefused(refused, 'Insufficient permission')
})

test('a group changes its name, description and settings in one event', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const id = await createGroup(chat.olga, 'cooks')
  const other = await createGroup(chat.olga, 'others')
  const inbox = await ben.listen({ event_types: ['user_group'] })
  const patch = (parameters: object) => chat.olga.patch(`/user_groups/${id}`, { ...parameters })

  expectSuccess(
    await patch({
      name: 'Cooks',
      description: 'Soup',
      can_mention_group: {
        new: { direct_members: [ben.id], direct_subgroups: [MEMBERS] },
        old: EVERYONE,
      },
      can_join_group: { new: { direct_members: [], direct_subgroups: [MEMBERS] } },
    }),
  )
  expectSuccess(await patch({ name: 'Cooks', can_join_group: { new: MEMBERS } }))

  assert.equal(
    await inbox.read(),
    [
      { name: 'Cooks' },
      { description: 'Soup' },
      { can_join_group: MEMBERS },
      { can_mention_group: { direct_members: [ben.id], direct_subgroups: [MEMBERS] } },
    ].map((data) => ({ type: 'user_group', op: 'update', group_id: id, data })),
  )
  assertRefused(await patch({}), 'No new data supplied')
  assertRefused(await patch({ name: 'OTHERS' }), "User group 'OTHERS' already exists.")
  const stale = await patch({ name: 'new', can_join_group: { new: NOBODY, old: EVERYONE } })
  assert.is(stale.code, 'EXPECTATION_MISMATCH')
  assert.is((await groupOf(ben, id)).name, 'Cooks')
  assertRefused(await chat.olga.patch('/user_groups/999', { name: 'x' }), 'Invalid user group')
  assert.ok(other)
})

test('a group still in use is not deactivated, and says where it is used', async () => {
  await using chat = await startChat()
  const id = await createGroup(chat.olga, 'cooks')
  const outer = await createGroup(chat.olga, 'outer', [], { subgroups: [id] })
  const friend = await createGroup(chat.olga, 'friends', [], { can_join_group: id })
  await chat.olga.subscribe('kitchen', {
    can_send_message_group: { direct_members: [chat.olga.id], direct_subgroups: [id] },
  })
  await chat.olga.patch('/realm', { can_create_groups: { new: id } })

  const refused = await chat.olga.post(`/user_groups/${id}/deactivate`)

  assert.is(refused.code, 'CANNOT_DEACTIVATE_GROUP_IN_USE')
  const { stream_id } = await chat.olga.get('/get_stream_id', { stream: 'kitchen' })
  assert.equal(refused.objections, [
    { type: 'subgroup', supergroup_ids: [outer] },
    { type: 'channel', channel_id: stream_id, settings: ['can_send_message_group'] },
    { type: 'user_group', group_id: friend, settings: ['can_join_group'] },
    { type: 'realm', settings: ['can_create_groups'] },
  ])
})

test('a deactivated group leaves the sight of clients that keep none, and comes back whole', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const id = await createGroup(chat.olga, 'cooks')
  const capable = { client_capabilities: { include_deactivated_groups: true } }
  const keeper = await ben.listen({ event_types: ['user_group'], ...capable })
  const other = await ben.listen({ event_types: ['user_group'] })
  const update = { type: 'user_group', op: 'update', group_id: id }

  expectSuccess(await chat.olga.post(`/user_groups/${id}/deactivate`))
  assert.equal(await keeper.read(), [{ ...update, data: { deactivated: true } }])
  assert.equal(await other.read(), [{ type: 'user_group', op: 'remove', group_id: id }])
  const snapshot = async (more = {}) =>
    (await ben.post('/register', { fetch_event_types: ['realm_user_groups'], ...more }))
      .realm_user_groups.length
  assert.equal([await snapshot(), await snapshot(capable)], [8, 9])
  assert.is((await ben.get('/user_groups')).user_groups.length, 8)

  const again = await chat.olga.post(`/user_groups/${id}/deactivate`)
  assertRefused(again, 'User group is deactivated.')
  const members = await chat.olga.post(`/user_groups/${id}/members`, { add: [ben.id] })
  assertRefused(members, 'User group is deactivated.')
  expectSuccess(await chat.olga.patch(`/user_groups/${id}`, { name: 'chefs' }))
  assert.equal(await keeper.read(), [{ ...update, data: { name: 'chefs' } }])
  assert.equal(await other.read(), [])

  expectSuccess(await chat.olga.patch(`/user_groups/${id}`, { deactivated: false }))
  assert.equal(await keeper.read(), [{ ...update, data: { deactivated: false } }])
  const [whole] = await other.read()
  assert.equal([whole!.op, whole!.group.name, whole!.group.deactivated], ['add', 'chefs', false])
})

test.run()
