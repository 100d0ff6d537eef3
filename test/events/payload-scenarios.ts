// Makes every event happen that can happen in an organization.

import { openChannel } from '../channels.ts'
import { type Chat, expectSuccess, type Person } from '../chat.ts'
import { file, PNG } from '../images/files.ts'
import { PUSH_KEY, PUSH_TOKEN } from '../push.ts'

/** Makes everything happen that can happen in an organization. */
export async function runEverything(chat: Chat, ben: Person, gus: Person) {
  const { olga } = chat
  await ofMessages(olga, ben)
  await ofChannels(olga, ben, gus)
  await ofPeople(chat, ben, gus)
  await ofOrganization(olga)
  await ofOwnThings(chat, ben)
}

/** @param line method and path */
export async function call(person: Person, line: string, parameters: Record<string, unknown> = {}) {
  const [method, path] = line.split(' ') as [string, string]
  return expectSuccess(await person.request(method, path, parameters))
}

async function ofMessages(olga: Person, ben: Person) {
  const id = await olga.say('general', 'tea', 'kettle')
  const direct = await ben.tell([olga], 'psst')
  await call(ben, `POST /messages/${id}/reactions`, { emoji_name: 'tada' })
  await call(ben, `DELETE /messages/${id}/reactions`, { emoji_name: 'tada' })
  await call(olga, `PATCH /messages/${id}`, { content: '/me brews' })
  await call(olga, `PATCH /messages/${id}`, { topic: 'coffee', propagate_mode: 'change_all' })
  const design = await openChannel(olga, 'Design', [ben])
  await call(olga, `PATCH /messages/${id}`, { stream_id: design, propagate_mode: 'change_all' })
  for (const op of ['start', 'stop']) {
    await call(ben, 'POST /typing', { op, to: [olga.id] })
    await call(ben, 'POST /typing', { op, type: 'stream', stream_id: 1, topic: 'tea' })
    await call(ben, `POST /messages/${direct}/typing`, { op })
    await call(olga, `POST /messages/${id}/typing`, { op })
  }
  for (const op of ['add', 'remove'])
    await call(olga, 'POST /messages/flags', { messages: [id, direct], op, flag: 'read' })
  const poll = await ben.say('general', 'lunch', '/poll Soup?\n- yes')
  const vote = { type: 'vote', key: 'canned,0', vote: 1 }
  await call(ben, 'POST /submessage', { message_id: poll, msg_type: 'widget', content: vote })
  await call(olga, `DELETE /messages/${poll}`)
  await call(ben, 'POST /user_topics', { stream_id: 1, topic: 'tea', visibility_policy: 1 })
}

async function ofChannels(olga: Person, ben: Person, gus: Person) {
  const pier = await openChannel(olga, 'Pier', [ben])
  const folder = await call(olga, 'POST /channel_folders/create', { name: 'Sea', description: '' })
  const { channel_folder_id: id } = folder
  await call(olga, `PATCH /channel_folders/${id}`, { name: 'Ocean', description: '*wet*' })
  await call(olga, 'PATCH /channel_folders', { order: [id] })
  for (const change of [
    { new_name: 'Quay' },
    { description: '*long*' },
    { folder_id: id },
    { is_private: true, history_public_to_subscribers: false },
    { message_retention_days: 30 },
    { topics_policy: 'disable_empty_topic' },
    { can_send_message_group: { new: 3 } },
    { is_private: false },
  ])
    await call(olga, `PATCH /streams/${pier}`, change)
  const mute = { stream_id: pier, property: 'is_muted', value: true }
  await call(ben, 'POST /users/me/subscriptions/properties', { subscription_data: [mute] })
  await call(olga, 'POST /users/me/subscriptions', {
    subscriptions: [{ name: 'Quay' }],
    principals: [gus.id],
  })
  await call(ben, 'DELETE /users/me/subscriptions', { subscriptions: ['Quay'] })
  await call(olga, 'POST /default_streams', { stream_id: pier })
  await call(olga, 'DELETE /default_streams', { stream_id: pier })
  await call(olga, 'POST /default_stream_groups/create', {
    group_name: 'Water',
    description: 'wet',
    stream_names: ['Quay'],
  })
  await call(olga, `DELETE /streams/${pier}`)
  await call(olga, `PATCH /streams/${pier}`, { is_archived: false })
}

async function ofPeople(chat: Chat, ben: Person, gus: Person) {
  const { olga } = chat
  const mia = await chat.join('Mia')
  await call(olga, `PATCH /users/${mia.id}`, { full_name: 'Mia May', role: 300 })
  await call(mia, 'PATCH /settings', { timezone: 'Europe/Oslo', default_language: 'de' })
  await call(mia, 'PATCH /settings', { email_address_visibility: 3 })
  await call(mia, 'DELETE /users/me/avatar')
  const { id } = await call(olga, 'POST /realm/profile_fields', { field_type: 1, name: 'Boat' })
  await call(mia, 'PATCH /users/me/profile_data', { data: [{ id, value: 'Dory' }] })
  await call(mia, 'POST /users/me/presence', { status: 'active' })
  await call(mia, 'POST /users/me/status', {
    status_text: 'at sea',
    emoji_name: 'boat',
    away: true,
  })
  const bot = await call(ben, 'POST /bots', { full_name: 'Robo', short_name: 'robo' })
  await call(olga, `PATCH /bots/${bot.user_id}`, { default_sending_stream: 'general' })
  await call(olga, `PATCH /bots/${bot.user_id}`, { bot_owner_id: olga.id })
  const crew = await call(olga, 'POST /user_groups/create', {
    name: 'Crew',
    description: '',
    members: [ben.id],
  })
  const deck = await call(olga, 'POST /user_groups/create', {
    name: 'Deck',
    description: '',
    members: [],
  })
  const group = `/user_groups/${crew.group_id}`
  const part = [deck.group_id]
  await call(olga, `PATCH ${group}`, { name: 'Sailors', can_mention_group: { new: 3 } })
  await call(olga, `POST ${group}/members`, { add: [mia.id], add_subgroups: part })
  await call(olga, `POST ${group}/members`, { delete: [mia.id], delete_subgroups: part })
  await call(olga, `POST ${group}/deactivate`)
  await call(olga, `PATCH ${group}`, { deactivated: false })
  await call(olga, 'PATCH /realm', { can_access_all_users_group: { new: 6 } })
  await call(olga, 'DELETE /users/me/subscriptions', {
    subscriptions: ['general', 'Quay'],
    principals: [gus.id],
  })
  await call(olga, 'PATCH /realm', { can_access_all_users_group: { new: 7 } })
  await call(olga, `DELETE /users/${mia.id}`)
}

async function ofOrganization(olga: Person) {
  for (const change of [
    { name: 'Haven', description: '*safe*', allow_message_editing: false },
    { topics_policy: 'disable_empty_topic', message_edit_history_visibility_policy: 'moves' },
    { signup_announcements_stream_id: -1, service_update_announcements_stream_id: -1 },
    { can_create_groups: { new: 3 } },
  ])
    await call(olga, 'PATCH /realm', change)
  await call(olga, 'PATCH /realm/user_settings_defaults', { enter_sends: true })
  await call(olga, 'POST /realm/domains', { domain: 'a.example', allow_subdomains: false })
  await call(olga, 'PATCH /realm/domains/a.example', { allow_subdomains: true })
  await call(olga, 'DELETE /realm/domains/a.example')
  await olga.upload('/realm/emoji/buoy', file(PNG))
  await call(olga, 'DELETE /realm/emoji/buoy')
  await call(olga, 'POST /realm/filters', {
    pattern: '#(?P<id>[0-9]+)',
    url_template: 'https://bugs.test/{id}',
  })
  await call(olga, 'POST /realm/playgrounds', {
    name: 'Rust playground',
    pygments_language: 'Rust',
    url_template: 'https://play.example/?code={code}',
  })
  await call(olga, 'POST /invites/multiuse', { stream_ids: [] })
  await call(olga, 'PATCH /settings', { allow_private_data_export: true })
  await call(olga, 'POST /export/realm')
}

export async function ofOwnThings({ olga, clock }: Chat, ben: Person) {
  const later = Math.floor(clock.now() / 1000) + 3600
  const draft = { type: 'stream', to: [1], topic: 'tea', content: 'hm', timestamp: later }
  const { ids } = await call(ben, 'POST /drafts', { drafts: [draft] })
  await call(ben, `PATCH /drafts/${ids[0]}`, { draft: { ...draft, content: 'hm?' } })
  await call(ben, `DELETE /drafts/${ids[0]}`)
  const scheduled = await call(ben, 'POST /scheduled_messages', {
    type: 'channel',
    to: 1,
    topic: 'tea',
    content: 'soon',
    scheduled_delivery_timestamp: later,
  })
  const { scheduled_message_id } = scheduled
  await call(ben, `PATCH /scheduled_messages/${scheduled_message_id}`, { content: 'later' })
  await call(ben, `DELETE /scheduled_messages/${scheduled_message_id}`)
  const message_id = await ben.say('general', 'tea', 'mine')
  const due = { message_id, scheduled_delivery_timestamp: later, note: 'look' }
  const { reminder_id } = await call(ben, 'POST /reminders', due)
  await call(ben, `DELETE /reminders/${reminder_id}`)
  const snippet = await call(ben, 'POST /saved_snippets', { title: 'Hi', content: 'Hello' })
  await call(ben, `PATCH /saved_snippets/${snippet.saved_snippet_id}`, { title: 'Hey' })
  await call(ben, `DELETE /saved_snippets/${snippet.saved_snippet_id}`)
  const view = { fragment: 'narrow/is/alerted', is_pinned: true, name: 'Alerts' }
  await call(ben, 'POST /navigation_views', view)
  await call(ben, 'PATCH /navigation_views/narrow/is/alerted', { is_pinned: false })
  await call(ben, 'DELETE /navigation_views/narrow/is/alerted')
  await call(ben, 'POST /users/me/alert_words', { alert_words: ['kettle'] })
  await call(ben, `POST /users/me/muted_users/${olga.id}`)
  await call(ben, 'POST /users/me/onboarding_steps', { onboarding_step: 'intro_inbox_view_modal' })
  await call(ben, 'PATCH /settings', { enter_sends: true, default_language: 'de' })
  const { device_id } = await call(ben, 'POST /register_client_device')
  await call(ben, 'POST /mobile_push/register', { device_id, ...PUSH_KEY, ...PUSH_TOKEN })
  await call(ben, 'POST /remove_client_device', { device_id })
  const upload = await ben.upload('/user_uploads', file(PNG))
  await ben.say('general', 'tea', `[tide](${upload.url})`)
  const { attachments } = await call(ben, 'GET /attachments')
  await call(ben, `DELETE /attachments/${attachments[0].id}`)
}
