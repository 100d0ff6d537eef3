// The fields of messages, users, channels and other objects.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openChannel, read } from '../channels.ts'
import { expectSuccess, startChat } from '../chat.ts'
import { assertFields, each } from './shape.ts'

const MESSAGE = {
  ...each('id sender_id recipient_id timestamp', 'integer'),
  ...each('sender_email sender_full_name sender_realm_str client content subject', 'string'),
  ...each('flags', 'strings'),
  ...each('reactions submessages topic_links', 'array'),
  avatar_url: 'string|null',
  is_me_message: 'boolean',
}

const REACTION = each('emoji_name emoji_code reaction_type', 'string')

test('a message in a channel has the fields of messages, and those of its edits and moves once there were any', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const channel = await openChannel(olga, 'Fleet', [])
  const fleet = await openChannel(olga, 'Dock', [])
  const id = await olga.say('Fleet', 'Boats', '/poll Which?\none')

  const fresh = await read(olga, id)
  assertFields(fresh, { ...MESSAGE, display_recipient: 'string', stream_id: 'integer' })
  assert.equal(
    [fresh.type, fresh.stream_id, fresh.display_recipient, fresh.subject],
    ['stream', channel, 'Fleet', 'Boats'],
  )
  for (const absent of ['last_edit_timestamp', 'last_moved_timestamp', 'edit_history'])
    assert.not.ok(Object.hasOwn(fresh, absent), `${absent} before any edit`)
  assertFields(fresh.submessages[0], {
    ...each('id message_id sender_id', 'integer'),
    ...each('msg_type content', 'string'),
  })

  const edited = await olga.say('Fleet', 'Boats', 'one')
  expectSuccess(await olga.patch(`/messages/${edited}`, { content: 'two' }))
  chat.clock.advance(1)
  expectSuccess(await olga.patch(`/messages/${edited}`, { topic: 'Ships', stream_id: fleet }))
  const moved = await read(olga, edited)
  assertFields(moved, each('last_edit_timestamp last_moved_timestamp', 'integer'))
  const [newest, oldest] = moved.edit_history
  const change = each('user_id timestamp', 'integer')
  assertFields(newest, { ...change, ...each('prev_stream stream', 'integer') })
  assertFields(newest, each('prev_topic topic', 'string'))
  assertFields(oldest, { ...change, ...each('prev_content prev_rendered_content', 'string') })
  assert.ok(newest.timestamp > oldest.timestamp, 'newest first')
  assert.not.ok('prev_content' in newest, 'content fields only where content was edited')
  assert.not.ok('stream' in oldest || 'topic' in oldest, 'no fields of moves for an edit')
})

test('a topic that is resolved and unresolved was not moved', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const id = await olga.say('general', 'Boats', 'one')

  for (const topic of ['✔ Boats', 'Boats'])
    expectSuccess(await olga.patch(`/messages/${id}`, { topic, propagate_mode: 'change_all' }))

  const message = await read(olga, id)
  assert.is(message.edit_history.length, 2)
  assert.not.ok('last_moved_timestamp' in message)
})

test('a direct message lists its people, has no channel and an empty topic', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const id = await ben.tell([chat.olga], '/me waves')

  const message = await read(chat.olga, id)

  assertFields(message, { ...MESSAGE, display_recipient: 'array' })
  for (const person of message.display_recipient) {
    assertFields(person, { id: 'integer', email: 'string', full_name: 'string' })
    assert.is(person.is_mirror_dummy, false)
  }
  assert.equal([message.type, message.subject, 'stream_id' in message], ['private', '', false])
  assert.is(message.is_me_message, true)
})

test('content is HTML unless it is asked for as it was written, and says which', async () => {
  await using chat = await startChat()
  const id = await chat.olga.say('general', 'Boats', '**now**')
  const html = await read(chat.olga, id)
  const raw = await read(chat.olga, id, { apply_markdown: false })

  assert.equal([html.content, html.content_type], ['<p><strong>now</strong></p>', 'text/html'])
  assert.equal([raw.content, raw.content_type], ['**now**', 'text/x-markdown'])
  const { raw_content } = await chat.olga.get(`/messages/${id}`)
  assert.is(raw_content, '**now**')
})

test('who is mentioned with everybody reads so in two words, of which the older is either’s', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  await ben.say('general', 'Boats', 'here')
  const flagsOf = async (content: string) =>
    (await read(ben, await chat.olga.say('general', 'Boats', content))).flags

  assert.equal(await flagsOf('one'), [])
  assert.equal(await flagsOf('@**all** one'), ['stream_wildcard_mentioned', 'wildcard_mentioned'])
  assert.equal(await flagsOf('@**topic** one'), ['topic_wildcard_mentioned', 'wildcard_mentioned'])
})

test('reactions come oldest first, with the fields of their emoji', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const id = await ben.say('general', 'Boats', 'one')
  for (const [person, emoji_name] of [
    [ben, 'heart'],
    [chat.olga, 'boat'],
    [chat.olga, 'heart'],
  ] as const)
    expectSuccess(await person.post(`/messages/${id}/reactions`, { emoji_name }))

  const { reactions } = await read(ben, id)

  for (const reaction of reactions) {
    assertFields(reaction, { ...REACTION, user_id: 'integer' })
    assert.is(reaction.reaction_type, 'unicode_emoji')
    assert.match(reaction.emoji_code, /^[0-9a-f]+(-[0-9a-f]+)*$/)
  }
  assert.equal(
    reactions.map((reaction: { user_id: number }) => reaction.user_id),
    [ben.id, chat.olga.id, chat.olga.id],
  )
})

const PERMISSIONS = each(
  `can_add_subscribers_group can_remove_subscribers_group can_administer_channel_group
   can_delete_any_message_group can_delete_own_message_group`,
  'group',
)

const CHANNEL = {
  ...each('stream_id date_created stream_post_policy', 'integer'),
  ...each('name description rendered_description topics_policy', 'string'),
  ...each(
    'invite_only is_web_public is_announcement_only history_public_to_subscribers is_recently_active',
    'boolean',
  ),
  ...each('creator_id message_retention_days first_message_id folder_id', 'integer|null'),
  ...PERMISSIONS,
}

test('channels have their fields, null where there is nothing to say', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const folder = await olga.post('/channel_folders/create', { name: 'Sea', description: '' })
  const { channel_folder_id: folder_id } = expectSuccess(folder)
  const id = await openChannel(olga, 'Fleet', [], { folder_id, message_retention_days: 30 })
  await olga.say('Fleet', 'x', 'one')

  const { streams } = expectSuccess(await olga.get('/streams'))

  for (const channel of streams) assertFields(channel, { ...CHANNEL, is_archived: 'boolean' })
  const fleet = streams.find((channel: { stream_id: number }) => channel.stream_id === id)
  assertFields(fleet, each('creator_id first_message_id folder_id', 'integer'))
  assert.equal([fleet.creator_id, fleet.message_retention_days], [olga.id, 30])
  const general = streams.find((channel: { name: string }) => channel.name === 'general')
  assertFields(general, each('folder_id message_retention_days first_message_id', 'null'))
  assert.not.equal(fleet.can_administer_channel_group, general.can_administer_channel_group)
})

test('a subscription is the channel with what its owner chose for it', async () => {
  await using chat = await startChat()
  const snapshot = await chat.olga.post('/register', {
    fetch_event_types: ['subscription'],
    include_subscribers: 'true',
    client_capabilities: { notification_settings_null: true },
  })

  const [general] = snapshot.subscriptions
  assertFields(general, {
    ...CHANNEL,
    ...each(
      `can_move_messages_out_of_channel_group can_move_messages_within_channel_group
       can_send_message_group can_subscribe_group can_resolve_topics_group
       can_create_topic_group`,
      'group',
    ),
    ...each(
      `desktop_notifications email_notifications wildcard_mentions_notify push_notifications
       audible_notifications`,
      'boolean|null',
    ),
    ...each('pin_to_top is_muted in_home_view', 'boolean'),
    stream_weekly_traffic: 'integer|null',
    subscriber_count: 'integer',
    color: 'string',
    subscribers: 'integers',
  })
  assert.is(general.in_home_view, !general.is_muted)
  assert.equal([general.subscriber_count, general.subscribers], [1, [chat.olga.id]])
})

test.run()
