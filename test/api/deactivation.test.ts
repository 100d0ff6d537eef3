// Closing and reopening accounts.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { assertRefused, openChannel } from '../channels.ts'
import { type Answer, expectSuccess, startChat } from '../chat.ts'
import { createGroup } from '../groups.ts'

test('a closed account is out at once, everywhere', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const inbox = await ben.listen()
  const waiting = inbox.wait()
  const login = await fetch(`${chat.url}/api/v1/web/session`, {
    method: 'POST',
    body: new URLSearchParams({ username: ben.email, password: 'correct horse battery' }),
  })
  const cookie = login.headers.get('set-cookie')!.split(';')[0]!

  expectSuccess(await chat.olga.delete(`/users/${ben.id}`))

  await waiting
  const call = await ben.get('/users/me')
  assert.equal([call.status, call.code], [401, 'USER_DEACTIVATED'])
  const session = await fetch(`${chat.url}/json/users/me`, { headers: { cookie } })
  assert.is(session.status, 401)
  const again = await fetch(`${chat.url}/api/v1/fetch_api_key`, {
    method: 'POST',
    body: new URLSearchParams({ username: ben.email, password: 'correct horse battery' }),
  })
  assert.is((await again.json()).code, 'USER_DEACTIVATED')
})

test('the others hear it in order, and once more when the account is opened again', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const mia = await chat.join('Mia')
  const kitchen = await openChannel(mia, 'kitchen', [ben])
  const { group_id } = await chat.olga.post('/user_groups/create', {
    name: 'cooks',
    description: '',
    members: [ben.id],
    can_manage_group: { direct_members: [ben.id, mia.id], direct_subgroups: [] },
  })
  const inbox = await mia.listen({
    event_types: ['realm_user', 'user_group', 'subscription', 'realm'],
  })
  const told = async () =>
    (await inbox.read()).map(({ type, op, user_ids, person, data, group_id, stream_ids }) =>
      [type, op, stream_ids ?? group_id, user_ids ?? person ?? data].filter(
        (part) => part !== undefined,
      ),
    )

  expectSuccess(await chat.olga.delete(`/users/${ben.id}`))

  const managers = (ids: number[]) => ({
    can_manage_group: { direct_members: ids, direct_subgroups: [] },
  })
  assert.equal(await told(), [
    ['subscription', 'peer_remove', [1, kitchen], [ben.id]],
    ['user_group', 'remove_members', 5, [ben.id]],
    ['user_group', 'remove_members', 6, [ben.id]],
    ['user_group', 'remove_members', group_id, [ben.id]],
    ['realm_user', 'update', { user_id: ben.id, is_active: false }],
    ['user_group', 'update', group_id, managers([mia.id])],
  ])
  const { subscribers } = await mia.get(`/streams/${kitchen}/members`)
  assert.equal(subscribers, [mia.id])
  const { user_groups } = await mia.get('/user_groups')
  assert.equal(user_groups.at(-1).members, [])

  const consents = await chat.olga.listen({ event_types: ['realm_export_consent'] })
  expectSuccess(await chat.olga.post(`/users/${ben.id}/reactivate`))

  assert.equal(await consents.read(), [
    { type: 'realm_export_consent', user_id: ben.id, consented: false },
  ])
  assert.equal(await told(), [
    ['realm_user', 'update', { user_id: ben.id, is_active: true }],
    ['user_group', 'update', group_id, managers([ben.id, mia.id])],
    ['user_group', 'add_members', 5, [ben.id]],
    ['user_group', 'add_members', 6, [ben.id]],
    ['user_group', 'add_members', group_id, [ben.id]],
    ['subscription', 'peer_add', [1, kitchen], [ben.id]],
  ])
  assert.equal((await ben.get(`/streams/${kitchen}/members`)).subscribers, [ben.id, mia.id])
})

test('the settings that name someone who left are told one by one, of channels and groups', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const naming = { direct_members: [chat.olga.id, ben.id], direct_subgroups: [] }
  const without = { direct_members: [chat.olga.id], direct_subgroups: [] }
  const two = { can_manage_group: naming, can_mention_group: naming }
  const group = await createGroup(chat.olga, 'cooks', [], two)
  const setting = { can_send_message_group: naming, can_resolve_topics_group: naming }
  for (const name of ['deck', 'hold'])
    expectSuccess(await chat.olga.post('/channels/create', { name, subscribers: [], ...setting }))
  const inbox = await chat.olga.listen({ event_types: ['stream', 'user_group'] })

  expectSuccess(await ben.delete('/users/me'))
  const told = (await inbox.read()).filter(({ op }) => op === 'update')
  const channels = told.filter(({ type }) => type === 'stream')
  assert.equal(
    channels.map(({ name, property }) => `${name} ${property}`),
    ['deck', 'hold'].flatMap((name) => [
      `${name} can_resolve_topics_group`,
      `${name} can_send_message_group`,
    ]),
  )
  assert.ok(channels.every(({ value }) => JSON.stringify(value) === JSON.stringify(without)))
  assert.equal(
    told.filter(({ type }) => type === 'user_group').map(({ group_id, data }) => [group_id, data]),
    Object.keys(two).map((name) => [group, { [name]: without }]),
  )
})

test('administrators close and reopen accounts, but not those of higher roles', async () => {
  await using chat = await startChat()
  const ada = await chat.join('Ada', 200)
  const ben = await chat.join('Ben')
  const mia = await chat.join('Mia', 100)

  const byMember = await ben.delete(`/users/${ada.id}`)
  assertRefused(byMember, 'Must be an organization administrator', {
    code: 'UNAUTHORIZED_PRINCIPAL',
  })
  const ofOwner = await ada.delete(`/users/${mia.id}`)
  assertRefused(ofOwner, 'Must be an organization owner', { code: 'UNAUTHORIZED_PRINCIPAL' })
  assertRefused(await ada.delete('/users/999'), 'No such user')
  assertRefused(await ada.post('/users/999/reactivate'), 'No such user')
  assertRefused(await ada.post(`/users/${ben.id}/reactivate`), 'User is already active')

  expectSuccess(await chat.olga.delete(`/users/${mia.id}`))
  assertRefused(await chat.olga.delete(`/users/${mia.id}`), 'User is deactivated')
  const opened = await ada.post(`/users/${mia.id}/reactivate`)
  assertRefused(opened, 'Must be an organization owner', { code: 'UNAUTHORIZED_PRINCIPAL' })
  const last = await chat.olga.delete(`/users/${chat.olga.id}`)
  assertRefused(last, 'Cannot deactivate the only organization owner')

  const comment = (length: number) => ({ deactivation_notification_comment: 'x'.repeat(length) })
  const long = await ada.delete(`/users/${ben.id}`, comment(2001))
  assertRefused(long, 'deactivation_notification_comment is too long (limit: 2000 characters)')
  expectSuccess(await ada.delete(`/users/${ben.id}`, comment(2000)))
})

test('people close their own account, but the last owner stays', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')

  const refused = await chat.olga.delete('/users/me')
  assert.equal(
    [refused.code, refused.is_last_owner, refused.entity],
    ['CANNOT_DEACTIVATE_LAST_USER', true, 'organization owner'],
  )
  expectSuccess(await ben.delete('/users/me'))
  assert.is((await ben.get('/users/me')).code, 'USER_DEACTIVATED')
})

test('the bots of a closed account are closed, and belong to the user who reopens them', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const { user_id } = await ben.post('/bots', { full_name: 'Robo', short_name: 'robo' })
  await chat.olga.delete(`/users/${ben.id}`)
  assert.is((await chat.olga.get(`/users/${user_id}`)).user.is_active, false)

  expectSuccess(await chat.olga.post(`/users/${user_id}/reactivate`))

  const { user } = await chat.olga.get(`/users/${user_id}`)
  assert.equal([user.is_active, user.bot_owner_id], [true, chat.olga.id])
})

test('channels lose an account and its bots together, and each comes back by itself', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const bots: number[] = []
  for (const short_name of ['robo', 'mech'])
    bots.push((await ben.post('/bots', { full_name: short_name, short_name })).user_id)
  const subscriptions = [{ name: 'deck' }, { name: 'hold' }]
  const all = [...bots, ben.id]
  for (const principals of [[chat.olga.id], all])
    expectSuccess(await chat.olga.post('/users/me/subscriptions', { subscriptions, principals }))
  const ids: number[] = []
  for (const { name } of subscriptions)
    ids.push((await chat.olga.get('/get_stream_id', { stream: name })).stream_id)
  const counts = async () => {
    const { streams } = expectSuccess(await chat.olga.get('/streams'))
    return ids.map(
      (id) => streams.find((one: { stream_id: number }) => one.stream_id === id).subscriber_count,
    )
  }
  assert.equal(await counts(), [4, 4])
  const inbox = await chat.olga.listen({ event_types: ['subscription'] })

  expectSuccess(await ben.delete('/users/me'))
  assert.equal(await counts(), [1, 1])
  const told = { type: 'subscription', stream_ids: ids }
  // Ben was in a default channel as well.
  const ofThese = async () =>
    (await inbox.read()).filter(({ stream_ids }) => stream_ids.includes(ids[0]))
  assert.equal(await ofThese(), [{ ...told, op: 'peer_remove', user_ids: all }])

  expectSuccess(await chat.olga.post(`/users/${bots[0]}/reactivate`))
  assert.equal(await counts(), [2, 2])
  assert.equal(await ofThese(), [{ ...told, op: 'peer_add', user_ids: [bots[0]] }])
})

test('messages and profile of a closed account are removed as requested', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const mia = await chat.join('Mia')
  await openChannel(mia, 'secret', [ben], { invite_only: true })
  const open = await ben.say('general', 'lunch', 'public')
  const secret = await ben.say('secret', 'lunch', 'private')
  const direct = await ben.tell([mia], 'direct')
  const answer = await mia.say('general', 'lunch', 'answer')
  const inbox = await mia.listen({
    event_types: ['delete_message', 'realm_user'],
    client_capabilities: { bulk_message_deletion: true },
  })

  await ben.post('/users/me/status', { status_text: 'at sea', emoji_name: 'boat' })
  const statuses = await mia.listen({ event_types: ['user_status'] })
  expectSuccess(
    await chat.olga.delete(`/users/${ben.id}`, {
      actions: {
        delete_profile: true,
        delete_public_channel_messages: true,
        delete_direct_messages: true,
      },
    }),
  )

  const { messages } = await mia.get('/messages', { anchor: 'newest', num_before: 9, num_after: 0 })
  assert.equal(
    messages.map((message: Answer) => message.id),
    [secret, answer],
  )
  const deleted = (await inbox.read()).filter((event) => event.type === 'delete_message')
  assert.equal(deleted.flatMap((event) => event.message_ids).sort(), [open, direct].sort())
  const { user } = await mia.get(`/users/${ben.id}`)
  assert.equal(
    [user.full_name, user.is_deleted, user.delivery_email],
    [`Deleted user ${ben.id}`, true, `deleteduser${ben.id}@hearth.local`],
  )
  assert.is(messages[0].sender_full_name, user.full_name)
  const emoji = { emoji_name: '', emoji_code: '', reaction_type: 'unicode_emoji' }
  const parts = { status_text: '', ...emoji }
  assert.equal(await statuses.read(), [{ type: 'user_status', user_id: ben.id, ...parts }])
  assertRefused(await chat.olga.post(`/users/${ben.id}/reactivate`), 'User is deleted')
  const unknown = await chat.olga.delete(`/users/${mia.id}`, { actions: { delete_all: true } })
  assertRefused(unknown, 'actions has unknown key "delete_all"')
})

test.run()
