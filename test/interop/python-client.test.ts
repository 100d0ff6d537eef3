// Every method of the Python client.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { expectSuccess } from '../chat.ts'
import { DOT_PNG } from '../images/files.ts'
import { called, makeBot, pythonClient, startScene, withPython } from './python.ts'

withPython('says what it reads, writes and changes in messages', async () => {
  await using scene = await startScene()
  const { olga, ok, okWith, python } = scene

  const sent = await ok('send_message', {
    type: 'stream',
    to: 'general',
    topic: 'tea',
    content: 'The *kettle* is on',
  })
  const direct = await ok('send_message', { type: 'private', to: [olga.email], content: 'Tea?' })
  const byId = await ok('send_message', { type: 'direct', to: [olga.id], content: 'Tea!' })
  const page = await ok('get_messages', {
    anchor: 'newest',
    num_before: 10,
    num_after: 0,
    narrow: [{ operator: 'dm', operand: olga.email }],
  })
  assert.equal(
    page.messages.map(({ id }: { id: number }) => id),
    [direct.id, byId.id],
  )
  const raw = await ok('get_raw_message', sent.id)
  assert.is(raw.raw_content, 'The *kettle* is on')
  const matching = await okWith('check_messages_match_narrow', {
    msg_ids: [sent.id, direct.id],
    narrow: [{ operator: 'topic', operand: 'tea' }],
  })
  assert.equal(Object.keys(matching.messages), [String(sent.id)])

  await ok('update_message', { message_id: sent.id, content: 'The kettle **boils**' })
  const history = (await ok('get_message_history', sent.id)).message_history
  assert.equal(
    history.map(({ content }: { content: string }) => content),
    ['The *kettle* is on', 'The kettle **boils**'],
  )

  const thumb = { message_id: sent.id, emoji_name: 'thumbs_up' }
  await ok('add_reaction', thumb)
  const reacted = (await ok('get_raw_message', sent.id)).message.reactions
  assert.equal([reacted[0].emoji_name, reacted[0].emoji_code], ['thumbs_up', '1f44d'])
  await ok('remove_reaction', thumb)
  await ok('add_reaction', { message_id: sent.id, emoji_name: 'joy', emoji_code: '1f602' })
  await ok('remove_reaction', {
    message_id: sent.id,
    emoji_code: '1f602',
    reaction_type: 'unicode_emoji',
  })

  await ok('update_message_flags', { messages: [sent.id], op: 'add', flag: 'starred' })
  const rendered = await ok('render_message', { content: '**foo**' })
  assert.is(rendered.rendered, '<p><strong>foo</strong></p>')
  await ok('set_typing_status', { op: 'start', to: [olga.id] })
  const general = (await ok('get_stream_id', 'general')).stream_id
  await olga.say('general', 'tea', 'one')
  await ok('mark_topic_as_read', general, 'tea')
  await olga.say('general', 'tea', 'two')
  await ok('mark_stream_as_read', general)
  const last = await olga.say('general', 'tea', 'three')
  assert.not((await flagsOf(last)).includes('read'))
  await ok('mark_all_as_read')
  assert.ok((await flagsOf(last)).includes('read'))

  await ok('delete_message', byId.id)
  assert.is((await python.call('get_raw_message', byId.id)).code, 'BAD_REQUEST')

  async function flagsOf(id: number): Promise<string[]> {
    return (await ok('get_raw_message', id)).message.flags
  }
})

withPython('uploads a file and finds it among its attachments', async () => {
  await using scene = await startScene()
  const { chat, ok } = scene
  const path = join(chat.folder, 'recipe for tea.txt')
  writeFileSync(path, 'Boil water.')

  const uploaded = await ok('upload_file', { $file: path })
  const sent = await ok('send_message', {
    type: 'stream',
    to: 'general',
    topic: 'tea',
    content: `[recipe](${uploaded.uri})`,
  })

  const { attachments } = await ok('get_attachments')
  assert.equal(
    attachments.map(({ size, message_ids }: { size: number; message_ids: number[] }) => [
      size,
      message_ids,
    ]),
    [[11, [sent.id]]],
  )
})

withPython('works with channels, their topics and its subscriptions', async () => {
  await using scene = await startScene()
  const { olga, ben, ok, okWith, python } = scene

  const made = await okWith('add_subscriptions', {
    streams: [{ name: 'ships & sails', description: 'What floats' }],
    principals: [ben.email, olga.email],
  })
  assert.equal(made.subscribed, {
    [ben.id]: ['ships & sails'],
    [olga.id]: ['ships & sails'],
  })
  const { stream_id } = await ok('get_stream_id', 'ships & sails')
  const { streams } = await okWith('get_streams', { include_public: true })
  assert.ok(streams.some((stream: { name: string }) => stream.name === 'ships & sails'))
  await ok('update_stream', { stream_id, description: 'What floats, mostly', new_name: 'ships' })
  const { subscriptions } = await ok('get_subscriptions', { include_subscribers: true })
  const ships = subscriptions.find((one: { stream_id: number }) => one.stream_id === stream_id)
  assert.equal([ships.name, ships.description], ['ships', 'What floats, mostly'])
  assert.equal(ships.subscribers, [olga.id, ben.id])
  await ok('list_subscriptions')
  const { subscribers } = await okWith('get_subscribers', { stream: 'ships' })
  assert.equal(subscribers, [olga.id, ben.id])
  assert.is((await ok('get_subscription_status', ben.id, stream_id)).is_subscribed, true)
  await ok('update_subscription_settings', [
    { stream_id, property: 'pin_to_top', value: true },
    { stream_id, property: 'color', value: '#ff0000' },
  ])
  await olga.say('ships', 'masts', 'three')
  const { topics } = await ok('get_stream_topics', stream_id)
  assert.equal(
    topics.map(({ name }: { name: string }) => name),
    ['masts'],
  )
  await ok('mute_topic', { stream: 'ships', topic: 'masts', op: 'add' })
  await ok('mute_topic', { stream_id, topic: 'masts', op: 'remove' })
  assert.type((await ok('get_stream_email_address', stream_id)).email, 'string')

  await okWith('move_topic', {
    stream: 'ships',
    new_stream: 'general',
    topic: 'masts',
    new_topic: 'masts and spars',
  })
  const general = (await ok('get_stream_id', 'general')).stream_id
  const moved = (await ok('get_stream_topics', general)).topics[0]
  assert.is(moved.name, 'masts and spars')

  await ok('add_default_stream', stream_id)
  await ok('remove_subscriptions', ['ships'], [ben.id])
  await ok('delete_stream', stream_id)
  assert.is((await python.call('get_stream_id', 'ships')).result, 'error')
})

withPython('works with people, their presence and their settings', async () => {
  await using scene = await startScene()
  const { olga, ben, ok, okWith } = scene

  const profile = await ok('get_profile')
  assert.equal([profile.user_id, profile.full_name], [olga.id, 'Olga'])
  const made = await ok('create_user', {
    email: 'cleo@harbour.test',
    password: 'correct horse battery',
    full_name: 'Cleo',
  })
  await okWith('update_user_by_id', { user_id: made.user_id, full_name: 'Cleo the Second' })
  const { user } = await okWith('get_user_by_id', { user_id: made.user_id })
  assert.is(user.full_name, 'Cleo the Second')
  const { members } = await ok('get_users')
  assert.ok(members.some(({ user_id }: { user_id: number }) => user_id === ben.id))
  await ok('get_members', { client_gravatar: true })
  await ok('deactivate_user_by_id', made.user_id)
  await ok('reactivate_user_by_id', made.user_id)

  const { presences } = await ok('update_presence', {
    status: 'active',
    ping_only: false,
    new_user_input: true,
  })
  assert.is(presences['olga@harbour.test'].aggregated.status, 'active')
  const { presence } = await ok('get_user_presence', 'olga@harbour.test')
  assert.is(presence.aggregated.status, 'active')
  assert.ok((await ok('get_realm_presence')).presences['olga@harbour.test'])

  assert.equal((await ok('add_alert_words', ['fire', 'rum'])).alert_words, ['fire', 'rum'])
  assert.equal((await ok('remove_alert_words', ['fire'])).alert_words, ['rum'])
  assert.equal((await ok('get_alert_words')).alert_words, ['rum'])
  await ok('update_notification_settings', {
    enable_stream_push_notifications: true,
    enable_offline_push_notifications: false,
  })
})

withPython('works with user groups', async () => {
  await using scene = await startScene()
  const { olga, ben, ok, python } = scene

  await ok('create_user_group', {
    name: 'crew',
    description: 'All hands',
    members: [olga.id],
  })
  const { user_groups } = await ok('get_user_groups')
  const crew = user_groups.find(({ name }: { name: string }) => name === 'crew')
  assert.equal(crew.members, [olga.id])
  await ok('update_user_group', { group_id: crew.id, name: 'the crew', description: 'Everybody' })
  await ok('update_user_group_members', crew.id, { add: [ben.id], delete: [olga.id] })

  const after = (await ok('get_user_groups')).user_groups
  const { name, members } = after.find(({ id }: { id: number }) => id === crew.id)
  assert.equal([name, members], ['the crew', [ben.id]])
  // Groups are retired and never deleted: newer servers have no such endpoint, and neither have we.
  const refusal = await python.call('remove_user_group', crew.id)
  assert.equal([refusal.result, refusal.code], ['error', 'BAD_REQUEST'])
})

withPython('works with what an organization defines for itself', async () => {
  await using scene = await startScene()
  const { chat, ok, okWith } = scene

  const settings = await ok('get_server_settings')
  assert.is(settings.realm_name, 'Harbour')
  const { id: linkifier } = await ok('add_realm_filter', '#(?P<id>[0-9]+)', 'https://a.test/{id}')
  const { linkifiers } = await ok('get_realm_linkifiers')
  assert.equal([linkifiers[0].id, linkifiers[0].url_template], [linkifier, 'https://a.test/{id}'])
  await ok('remove_realm_filter', linkifier)

  const { id: field } = await okWith('create_realm_profile_field', {
    name: 'Phone',
    hint: 'With country',
    field_type: 1,
  })
  await okWith('update_realm_profile_field', { field_id: field, name: 'Telephone' })
  await okWith('reorder_realm_profile_fields', { order: [field] })
  const { custom_fields } = await ok('get_realm_profile_fields')
  assert.is(custom_fields[0].name, 'Telephone')
  await ok('remove_realm_profile_field', field)

  const picture = join(chat.folder, 'tea.png')
  writeFileSync(picture, DOT_PNG)
  await ok('upload_custom_emoji', 'green_tea', { $file: picture })
  const { emoji } = await ok('get_realm_emoji')
  assert.equal(
    Object.values<{ name: string }>(emoji).map(({ name }) => name),
    ['green_tea'],
  )
  await ok('delete_custom_emoji', 'green_tea')
})

withPython('registers a queue, reads it and gives it back', async () => {
  await using scene = await startScene()
  const { olga, ok, okWith, python } = scene

  const { queue_id, last_event_id } = await okWith('register', { event_types: ['message'] })
  const id = await olga.say('general', 'tea', 'kettle')
  const { events } = await okWith('get_events', { queue_id, last_event_id })
  assert.is(events[0].message.id, id)
  await ok('deregister', queue_id)

  const gone = await python.callWith('get_events', { queue_id, last_event_id })
  assert.is(gone.code, 'BAD_EVENT_QUEUE_ID')
})

withPython('a bot keeps what it remembers on the server', async () => {
  await using scene = await startScene()
  const { olga } = scene
  const bot = await makeBot(olga, 'memo')
  await using python = await pythonClient(bot)
  const ok = async (method: string, ...args: unknown[]) =>
    expectSuccess(await python.call(method, ...args))

  await ok('update_storage', { storage: { 'entry 1': 'one', 'entry 2': 'two' } })
  await ok('update_storage', { storage: { 'entry 2': 'zwei' } })

  assert.equal((await ok('get_storage')).storage, { 'entry 1': 'one', 'entry 2': 'zwei' })
  assert.equal((await ok('get_storage', { keys: ['entry 1'] })).storage, { 'entry 1': 'one' })
})

withPython('every method of the client was called here', async () => {
  await using scene = await startScene()

  // These only carry the others.
  const carriers = ['call_endpoint', 'do_api_query', 'ensure_session', 'get_user_agent']
  // These never return, and have a file of tests of their own.
  const listeners = ['call_on_each_event', 'call_on_each_message']
  const known = [...called, ...carriers, ...listeners]
  assert.equal(
    scene.python.methods.filter((name) => !known.includes(name)),
    [],
  )
})

test.run()
