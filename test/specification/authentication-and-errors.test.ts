// Access without credentials, and the envelope of errors.

import { SignJWT } from 'jose'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { endpoints } from '../../src/api/index.ts'
import { expectSuccess, PASSWORD, startChat } from '../chat.ts'
import { assertFields, each } from './shape.ts'

// Sections 4.8, 4.12, 4.22, 5 and 7: what works without credentials, and what a refusal looks like.

type Parameters = Record<string, string>

/** A request without credentials. */
async function ask(url: string, method: string, path: string, parameters: Parameters = {}) {
  const body = new URLSearchParams(parameters)
  const response = await fetch(url + path, { method, ...(method !== 'GET' && { body }) })
  return { status: response.status, ...(await response.json()) }
}

test('three endpoints are there without credentials; the others are not, unless the public is let in', async () => {
  await using chat = await startChat()
  const open = ['POST /fetch_api_key', 'GET /server_settings', 'POST /jwt/fetch_api_key']
  for (const route of [
    ...['POST /user_topics', 'PATCH /channel_folders/1', 'POST /channel_folders/create'],
    ...['GET /messages/1', 'GET /messages', 'POST /realm/profile_fields', 'POST /users/1/status'],
    ...['PATCH /users/1', 'POST /messages/flags/narrow', 'POST /invites/multiuse', 'GET /streams'],
    ...['DELETE /messages/1/reactions', 'POST /user_groups/1/members', 'POST /navigation_views'],
    ...['POST /realm/playgrounds', 'PATCH /realm/domains/x', 'GET /streams/1/email_address'],
    ...['GET /users/me', 'POST /register', ...open],
  ]) {
    const [method, path] = route.split(' ') as [string, string]
    const answer = await ask(chat.url, method, `/api/v1${path}`)
    assert.is(answer.status === 401, !open.includes(route), route)
    if (answer.status === 401) assert.is(answer.code, 'UNAUTHORIZED')
  }
})

test('a server tells who it is, under the names of the interface and beside them those clients look for', async () => {
  await using chat = await startChat()
  const settings = await ask(chat.url, 'GET', '/api/v1/server_settings')

  assertFields(settings, {
    ...each('authentication_methods', 'object'),
    ...each('external_authentication_methods', 'array'),
    ...each(
      `email_auth_enabled require_email_format_usernames push_notifications_enabled
       is_incompatible realm_web_public_access_enabled`,
      'boolean',
    ),
    service_feature_level: 'integer',
    ...each('service_version service_merge_base', 'string'),
    ...each('realm_url realm_uri realm_name realm_icon realm_description', 'string'),
  })
  const methods = 'password dev email ldap remoteuser saml github'
  assertFields(settings.authentication_methods, each(methods, 'boolean'))
  assert.type(settings.authentication_methods['openid connect'], 'boolean')
  assert.is(settings.realm_uri, settings.realm_url)
  const registered = await chat.olga.post('/register', { fetch_event_types: ['realm'] })
  for (const name of ['feature_level', 'version', 'merge_base']) {
    assert.is(settings[`zulip_${name}`], settings[`service_${name}`])
    assert.is(registered[`service_${name}`], settings[`service_${name}`])
    assert.is(registered[`zulip_${name}`], settings[`service_${name}`])
  }
})

test('an organization is open to the public when it allows it and has something to show', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const isOpen = async () =>
    (await ask(chat.url, 'GET', '/api/v1/server_settings')).realm_web_public_access_enabled

  assert.is(await isOpen(), false)
  expectSuccess(await olga.patch('/realm', { enable_spectator_access: true }))
  assert.is(await isOpen(), false, 'there is no web-public channel')
  await olga.subscribe('Window', { is_web_public: true })
  assert.is(await isOpen(), true)
  const { stream_id } = await olga.get('/get_stream_id', { stream: 'Window' })
  expectSuccess(await olga.delete(`/streams/${stream_id}`))
  assert.is(await isOpen(), false, 'it was archived')
})

test('the public reads its snapshot below both roots of the interface', async () => {
  await using chat = await startChat()
  expectSuccess(await chat.olga.patch('/realm', { enable_spectator_access: true }))
  for (const root of ['/api/v1', '/json']) {
    const { status, queue_id, realm_name } = await ask(chat.url, 'POST', `${root}/register`)
    assert.equal(
      { status, queue_id, realm_name },
      { status: 200, queue_id: null, realm_name: 'Harbour' },
    )
  }
})

test('a password and a signed token buy the same key, and the token a profile when asked for', async () => {
  const jwtSecret = 's'.repeat(40)
  await using chat = await startChat({ jwtSecret, jwtAlgorithms: ['HS256'] })
  const token = await new SignJWT({ email: chat.olga.email, exp: 4_000_000_000 })
    .setProtectedHeader({ alg: 'HS256' })
    .sign(new TextEncoder().encode(jwtSecret))
  const login = (path: string, parameters: Parameters) =>
    ask(chat.url, 'POST', `/api/v1${path}`, parameters)

  const byPassword = await login('/fetch_api_key', {
    username: chat.olga.email,
    password: PASSWORD,
  })
  const byToken = await login('/jwt/fetch_api_key', { token })
  const { user, ...answer } = await login('/jwt/fetch_api_key', { token, include_profile: 'true' })

  assert.equal(
    [byPassword.api_key, byPassword.email, byPassword.user_id],
    [chat.olga.key, chat.olga.email, chat.olga.id],
  )
  assert.equal(
    [byToken.api_key, byToken.email, 'user' in byToken],
    [chat.olga.key, chat.olga.email, false],
  )
  assert.is(answer.api_key, chat.olga.key)
  assertFields(user, {
    ...each('user_id role avatar_version', 'integer'),
    ...each('email full_name date_joined timezone', 'string'),
    ...each('is_active is_owner is_admin is_guest is_bot is_imported_stub', 'boolean'),
    ...each('delivery_email avatar_url', 'string|null'),
    ...each('bot_type bot_owner_id', 'integer|null'),
  })
  assert.is((await login('/jwt/fetch_api_key', {})).var_name, 'token')
})

test('every refusal is an object with result, text and code', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const id = await olga.say('general', 'x', 'one')
  const refusals = [
    await olga.get('/nowhere'),
    await olga.put('/users/me'),
    await olga.get('/messages/999'),
    await olga.patch('/channel_folders/999', { name: 'x' }),
    await olga.post('/user_topics', {}),
    await olga.post('/navigation_views', { fragment: '', is_pinned: true }),
    await olga.delete(`/messages/${id}/reactions`, { emoji_name: 'heart' }),
    await olga.get('/events', { queue_id: 'gone', last_event_id: -1 }),
    await ask(chat.url, 'GET', '/api/v1/users/me'),
    await ask(chat.url, 'GET', '/json/users/me'),
  ]

  assert.equal(
    refusals.map(({ status, code }) => [status, code]),
    [
      [404, 'BAD_REQUEST'],
      [405, 'BAD_REQUEST'],
      [400, 'BAD_REQUEST'],
      [400, 'BAD_REQUEST'],
      [400, 'REQUEST_VARIABLE_MISSING'],
      [400, 'BAD_REQUEST'],
      [400, 'REACTION_DOES_NOT_EXIST'],
      [400, 'BAD_EVENT_QUEUE_ID'],
      [401, 'UNAUTHORIZED'],
      [401, 'UNAUTHORIZED'],
    ],
  )
  for (const refusal of refusals) {
    assert.is(refusal.result, 'error')
    assertFields(refusal, each('msg code', 'string'))
    assert.ok(refusal.msg.length > 0)
    assert.not.ok('ignored_parameters_unsupported' in refusal)
  }
})

test('every endpoint of the interface is declared, with the parameters it names', () => {
  const SPECIFIED: Record<string, string> = {
    'POST /user_topics': 'stream_id topic visibility_policy',
    'PATCH /channel_folders/:channel_folder_id': 'name description is_archived',
    'POST /channel_folders/create': 'name description',
    'GET /messages/:message_id': 'apply_markdown allow_empty_topic_name',
    'GET /messages': `anchor include_anchor anchor_date num_before num_after narrow client_gravatar
      apply_markdown message_ids allow_empty_topic_name use_first_unread_anchor`,
    'POST /realm/profile_fields': `name hint field_type field_data display_in_profile_summary
      required editable_by_user use_for_user_matching`,
    'POST /users/:user_id/status': 'status_text emoji_name emoji_code reaction_type',
    'POST /fetch_api_key': 'username password',
    'PATCH /users/:user_id': 'full_name role profile_data new_email',
    'POST /messages/flags/narrow': 'anchor include_anchor num_before num_after narrow op flag',
    'POST /invites/multiuse': `invite_expires_in_minutes invite_as stream_ids group_ids
      include_realm_default_subscriptions welcome_message_custom_text`,
    'POST /jwt/fetch_api_key': 'token include_profile',
    'GET /streams': `include_public include_web_public include_subscribed exclude_archived
      include_all include_default include_owner_subscribed include_can_access_content
      include_all_active`,
    'DELETE /messages/:message_id/reactions': 'emoji_name emoji_code reaction_type',
    'POST /user_groups/:user_group_id/members': 'delete add delete_subgroups add_subgroups',
    'POST /navigation_views': 'fragment is_pinned name',
    'POST /realm/playgrounds': 'name pygments_language url_template',
    'PATCH /realm/domains/:domain': 'allow_subdomains',
    'GET /streams/:stream_id/email_address': 'sender_id',
    'GET /users/me': '',
    'POST /register': `apply_markdown client_gravatar include_subscribers slim_presence
      presence_history_limit_days event_types all_public_streams client_capabilities
      fetch_event_types narrow idle_queue_timeout`,
    'GET /server_settings': '',
  }
  for (const [route, names] of Object.entries(SPECIFIED)) {
    const endpoint = endpoints.find(({ method, path }) => `${method} ${path}` === route)
    assert.ok(endpoint, route)
    for (const name of names.split(/\s+/).filter(Boolean))
      assert.ok(Object.hasOwn(endpoint.params, name), `${route} ${name}`)
  }
})

test.run()
