// User groups.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { assertRefused, EVERYONE, NOBODY } from '../channels.ts'
import { expectSuccess, type Person, startChat } from '../chat.ts'

const OWNERS = 2
const MEMBERS = 6

const create = async (
  by: Person,
  name: string,
  members: readonly Person[] = [],
  more: Record<string, unknown> = {},
): Promise<number> =>
  expectSuccess(
    await by.post('/user_groups/create', {
      name,
      description: '',
      members: members.map((person) => person.id),
      ...more,
    }),
  ).group_id

const groupOf = async (person: Person, id: number) => {
  const { user_groups } = await person.get('/user_groups', { include_deactivated_groups: true })
  return user_groups.find((group: { id: number }) => group.id === id)
}

test('a new group is told to everyone, and its members hear from Notification Bot', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const mia = await chat.join('Mia')
  const gus = await chat.join('Gus', 600)
  const inboxes = [await ben.listen(), await gus.listen()]

  const id = await create(ben, 'cooks', [ben, mia], { subgroups: [OWNERS], description: 'Soup' })

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
  const retired = await create(chat.olga, 'Retired')
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

test('members come and go, are told, and everyone hears it', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const mia = await chat.join('Mia')
  const id = await create(chat.olga, 'cooks', [mia])
  const inbox = await ben.listen({ event_types: ['user_group', 'message'] })

  expectSuccess(
    await chat.olga.post(`/user_groups/${id}/members`, { add: [ben.id], delete: [mia.id] }),
  )

  const [added, note, removed, ...rest] = await inbox.read()
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
  const inner = await create(chat.olga, 'inner')
  const middle = await create(chat.olga, 'middle', [], { subgroups: [inner] })
  const outer = await create(chat.olga, 'outer', [ben], { subgroups: [middle] })
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
  const inner = await create(chat.olga, 'inner', [mia])
  const middle = await create(chat.olga, 'middle')
  const outer = await create(chat.olga, 'outer', [ben])
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

test('who may join, leave, add, remove and edit', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const mia = await chat.join('Mia')
  const tom = await chat.join('Tom')
  const id = await create(chat.olga, 'cooks', [mia, tom], {
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

test('a group changes its name, description and settings in one event', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const id = await create(chat.olga, 'cooks')
  const other = await create(chat.olga, 'others')
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
  const id = await create(chat.olga, 'cooks')
  const outer = await create(chat.olga, 'outer', [], { subgroups: [id] })
  const friend = await create(chat.olga, 'friends', [], { can_join_group: id })
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
  const id = await create(chat.olga, 'cooks')
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
