// A day in an organization, for the mobile client to follow.

import { type Answer, type Chat, expectSuccess, type Person } from '../chat.ts'
import { DOT_PNG, file } from '../images/files.ts'
import { PUSH_KEY, PUSH_TOKEN } from '../push.ts'

export const ROLE = { administrator: 200, moderator: 300, guest: 600 }

const MUTED = 1
const FOLLOWED = 3
const NO_POLICY = 0
/** People join, write, change their minds, read, rearrange everything, and some of them leave. */
export async function theDay(chat: Chat, ben: Person, gus: Person) {
  const { olga } = chat

  // The morning: phones make themselves known.
  for (const person of [olga, ben, gus]) {
    const { device_id: old } = await ok(person.post('/register_client_device'))
    await ok(person.post('/remove_client_device', { device_id: old }))
    const { device_id } = await ok(person.post('/register_client_device'))
    await ok(person.post('/mobile_push/register', { device_id, ...PUSH_KEY, ...PUSH_TOKEN }))
    await ok(person.post('/users/me/apns_device_token', { token: 'c0ffee', appid: 'org.chat.App' }))
  }

  // A new member fills in their profile.
  const cleo = await chat.join('Cleo')
  await ok(cleo.post('/users/me/presence', { status: 'active', slim_presence: true }))
  await ok(cleo.post('/users/me/status', { status_text: 'New here', emoji_name: 'tada' }))
  await ok(olga.post('/realm/profile_fields', { name: 'Phone', hint: '', field_type: 1 }))
  const choices = { 0: { text: 'Oats', order: '1' }, 1: { text: 'Eggs', order: '2' } }
  const { id: breakfast } = await ok(
    olga.post('/realm/profile_fields', {
      name: 'Breakfast',
      hint: 'If any',
      field_type: 3,
      field_data: choices,
      display_in_profile_summary: true,
    }),
  )
  await ok(cleo.patch('/users/me/profile_data', { data: [{ id: breakfast, value: '0' }] }))
  await ok(cleo.patch('/settings', { full_name: 'Cleopatra', timezone: 'Africa/Cairo' }))
  await ok(cleo.upload('/users/me/avatar', file(DOT_PNG, 'me.png', 'image/png')))
  for (const email_address_visibility of [4, 1])
    await ok(cleo.patch('/settings', { email_address_visibility }))
  await ok(
    ben.patch('/settings', {
      twenty_four_hour_time: true,
      emojiset: 'twitter',
      starred_message_counts: false,
      display_emoji_reaction_users: false,
      presence_enabled: false,
    }),
  )

  // Channels, and folders to keep them in.
  const { channel_folder_id: folder } = await ok(
    olga.post('/channel_folders/create', { name: 'Work', description: 'Not *play*' }),
  )
  const { channel_folder_id: other } = await ok(
    olga.post('/channel_folders/create', { name: 'Play', description: '' }),
  )
  await ok(olga.patch('/channel_folders', { order: [other, folder] }))
  await ok(olga.patch(`/channel_folders/${folder}`, { name: 'Toil', description: 'Hard *toil*' }))
  await ok(olga.patch(`/channel_folders/${other}`, { is_archived: true }))
  const everybody = [olga.id, ben.id, cleo.id, gus.id]
  const subscribe = async (name: string, more: Record<string, unknown> = {}) => {
    await olga.subscribe(name, { principals: everybody, ...more })
    return (await ok(olga.get('/get_stream_id', { stream: name }))).stream_id as number
  }
  const ships = await subscribe('ships', { folder_id: folder })
  const attic = await subscribe('attic', { invite_only: true })
  const members = await groupNamed(olga, 'role:members')
  const administrators = await groupNamed(olga, 'role:administrators')
  for (const change of [
    { new_name: 'vessels' },
    { description: 'What *floats*' },
    { message_retention_days: 30 },
    { is_private: true, history_public_to_subscribers: true },
    { is_private: false },
    { folder_id: null },
    { can_send_message_group: { new: administrators } },
    { can_send_message_group: { new: { direct_members: everybody, direct_subgroups: [] } } },
    { can_add_subscribers_group: { new: members } },
    { can_subscribe_group: { new: members } },
    { can_delete_any_message_group: { new: members } },
    { can_delete_own_message_group: { new: members } },
  ]) {
    await ok(olga.patch(`/streams/${ships}`, change))
  }
  for (const [property, value] of Object.entries({
    color: '#00FFaa',
    is_muted: true,
    pin_to_top: true,
    desktop_notifications: false,
    audible_notifications: true,
    push_notifications: true,
    email_notifications: true,
    wildcard_mentions_notify: false,
  })) {
    const subscription_data = [{ stream_id: ships, property, value }]
    await ok(ben.post('/users/me/subscriptions/properties', { subscription_data }))
  }
  await ok(cleo.delete('/users/me/subscriptions', { subscriptions: ['vessels'] }))
  await cleo.subscribe('vessels')

  // Groups.
  const group = { name: 'crew', description: 'All hands', members: [olga.id] }
  const { group_id: crew } = await ok(olga.post('/user_groups/create', group))
  await ok(olga.patch(`/user_groups/${crew}`, { name: 'hands', description: '' }))
  await ok(olga.post(`/user_groups/${crew}/members`, { add: [ben.id] }))
  await ok(olga.post(`/user_groups/${crew}/members`, { delete: [olga.id] }))
  await ok(olga.post(`/user_groups/${crew}/subgroups`, { add: [administrators] }))
  await ok(olga.post(`/user_groups/${crew}/subgroups`, { delete: [administrators] }))
  await ok(olga.post(`/user_groups/${crew}/deactivate`))

  // Noon: everybody talks.
  const picture = file(DOT_PNG, 'rum.png', 'image/png')
  await ok(olga.upload('/realm/emoji/rum', picture))
  const first = await ben.say('general', 'tea', 'The *kettle* is on, @**Olga** @**Gus**')
  const second = await cleo.say('general', 'tea', '@**all** come')
  const third = await olga.say('general', 'tea', '/me sips')
  await ok(
    olga.post('/messages', { type: 'channel', to: 'general', topic: '', content: 'nothing' }),
  )
  await ben.say('vessels', 'masts', 'three')
  const moved = await olga.say('vessels', 'masts', 'or four')
  const secret = await olga.say('attic', 'dust', 'cough')
  const direct = await ben.tell([olga, gus], 'psst')
  await gus.tell([olga], 'me too')
  await olga.tell([olga], 'a note')
  const poll = await ben.say('general', 'lunch', '/poll Soup?\nyes\nno')
  const vote = { message_id: poll, msg_type: 'widget', content: VOTE }
  await ok(gus.post('/submessage', vote))
  for (const emoji of [{ emoji_name: 'tada' }, { emoji_name: 'rum' }, { emoji_name: 'zulip' }]) {
    await ok(ben.post(`/messages/${first}/reactions`, emoji))
    await ok(gus.post(`/messages/${first}/reactions`, emoji))
    await ok(ben.delete(`/messages/${first}/reactions`, emoji))
  }
  for (const op of ['start', 'stop']) {
    await ok(ben.post('/typing', { op, to: [olga.id, gus.id] }))
    await ok(ben.post('/typing', { type: 'stream', op, stream_id: ships, topic: 'masts' }))
  }

  // They change their minds.
  await ok(ben.patch(`/messages/${first}`, { content: 'The kettle **boils**, @**Gus**' }))
  await ok(ben.patch(`/messages/${direct}`, { content: 'pssst' }))
  await ok(cleo.patch(`/messages/${second}`, { topic: 'coffee', propagate_mode: 'change_later' }))
  await ok(olga.patch(`/messages/${first}`, { topic: '✔ tea', propagate_mode: 'change_all' }))
  const elsewhere = { stream_id: attic, propagate_mode: 'change_one' }
  await ok(olga.patch(`/messages/${moved}`, elsewhere))
  const both = { stream_id: ships, topic: 'spars', propagate_mode: 'change_all' }
  await ok(olga.patch(`/messages/${secret}`, both))
  await ok(olga.delete(`/messages/${third}`))
  await ok(olga.delete(`/messages/${direct}`))

  // They read, and mark what matters.
  for (const person of [olga, ben, gus]) {
    const marking = { messages: [first, second], flag: 'read' }
    await ok(person.post('/messages/flags', { ...marking, op: 'add' }))
    await ok(person.post('/messages/flags', { ...marking, op: 'remove' }))
    const starring = { messages: [first], flag: 'starred' }
    await ok(person.post('/messages/flags', { ...starring, op: 'add' }))
    await ok(person.post('/messages/flags', { ...starring, op: 'remove' }))
    await ok(person.post('/messages/flags', { ...starring, op: 'add' }))
    for (const visibility_policy of [FOLLOWED, NO_POLICY, MUTED])
      await ok(person.post('/user_topics', { stream_id: ships, topic: 'masts', visibility_policy }))
    await ok(person.post(`/users/me/muted_users/${cleo.id}`))
    await ok(person.delete(`/users/me/muted_users/${cleo.id}`))
    await ok(person.post('/users/me/alert_words', { alert_words: ['rum'] }))
    const snippet = { title: 'Thanks', content: 'Thank you!' }
    const { saved_snippet_id } = await ok(person.post('/saved_snippets', snippet))
    await ok(person.patch(`/saved_snippets/${saved_snippet_id}`, { title: 'Many thanks' }))
    await ok(person.delete(`/saved_snippets/${saved_snippet_id}`))
    await ok(person.post('/saved_snippets', snippet))
    const unread = await cleo.tell([person], 'unread')
    await ok(person.post('/messages/flags', { messages: [unread], op: 'add', flag: 'read' }))
    await ok(person.post('/messages/flags', { messages: [unread], op: 'remove', flag: 'read' }))
  }
  await ok(ben.post('/mark_all_as_read'))

  // The evening: the organization is put in order, and some leave.
  await ok(
    olga.patch('/realm', {
      name: 'Haven',
      message_content_edit_limit_seconds: 'unlimited',
      waiting_period_threshold: 3,
      topics_policy: 'disable_empty_topic',
      enable_read_receipts: false,
    }),
  )
  await ok(olga.patch(`/users/${ben.id}`, { role: ROLE.moderator }))
  const { user_id: bot } = await ok(
    olga.post('/bots', { full_name: 'Bell', short_name: 'bell', bot_type: 1 }),
  )
  await ok(olga.patch(`/bots/${bot}`, { full_name: 'Big bell', bot_owner_id: ben.id }))
  await ok(cleo.post('/users/me/status', { status_text: '', emoji_name: '' }))
  await ok(olga.delete(`/users/${cleo.id}`))
  await ok(olga.post(`/users/${cleo.id}/reactivate`))
  await ok(olga.delete(`/users/${cleo.id}`))
  await ok(olga.delete('/realm/emoji/rum'))
  await ok(
    olga.delete('/users/me/subscriptions', { subscriptions: ['attic'], principals: [ben.id] }),
  )
  await ok(olga.delete(`/streams/${attic}`))
  chat.clock.advance(86_400)
  await ok(gus.post('/users/me/presence', { status: 'active', slim_presence: true }))
}

export const ok = (answer: Promise<Answer>) => answer.then(expectSuccess)

export async function groupNamed(person: Person, wanted: string): Promise<number> {
  const { user_groups } = await ok(person.get('/user_groups'))
  return user_groups.find(({ name }: { name: string }) => name === wanted).id
}

const VOTE = JSON.stringify({ type: 'vote', key: 'canned,0', vote: 1 })
