// The fields and receivers of every event.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import * as z from 'zod'
import { CAPABILITIES } from '../../src/events/types/client-format.ts'
import { type Answer, expectSuccess, type ReceivedEvent, startChat } from '../chat.ts'
import { call, ofOwnThings, runEverything } from './payload-scenarios.ts'
import { PAYLOADS } from './payloads.ts'

const CAPABLE = {
  slim_presence: true,
  client_capabilities: Object.fromEntries(CAPABILITIES.map((name) => [name, true])),
}

test('every event has the fields that clients build on, and no others', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const gus = await chat.join('Gus', 600)
  const inboxes = await Promise.all(
    [chat.olga, ben, gus].flatMap((person) => [
      person.listen(CAPABLE),
      person.listen({ client_capabilities: { simplified_presence_events: false } }),
    ]),
  )

  await runEverything(chat, ben, gus)
  await chat.restart()
  const events = (await Promise.all(inboxes.map((inbox) => inbox.read()))).flat()
  // After this one nobody reads any more; it has a test of its own.
  const unheard = ['realm/deactivated']

  const seen = new Set<string>()
  for (const { type, op, ...payload } of events) {
    const isFlags = type === 'update_message_flags'
    const name = op === undefined ? type : `${type}/${op}`
    seen.add(name)
    const held = PAYLOADS[name]?.safeParse(payload)
    const why = held?.success ? '' : held ? z.prettifyError(held.error) : 'is not declared'
    assert.ok(held?.success, `${name} ${JSON.stringify(payload).slice(0, 600)}\n${why}`)
    if (isFlags) assert.is(payload.operation, op)
  }
  assert.equal(
    Object.keys(PAYLOADS).filter((name) => !seen.has(name)),
    unheard,
  )
})

/** Events that only the person they are about receives. */
const PERSONAL = [
  ...['user_settings', 'user_topic', 'muted_topics', 'alert_words', 'onboarding_steps', 'drafts'],
  ...['scheduled_messages', 'reminders', 'saved_snippets', 'navigation_view', 'attachment'],
  ...['device', 'muted_users', 'update_message_flags'],
]

test('what concerns one person alone is told to nobody else', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const own = await ben.listen({ event_types: PERSONAL })
  const others = await chat.olga.listen({ event_types: [...PERSONAL, 'subscription'] })

  await ofOwnThings(chat, ben)
  await chat.olga.say('general', 'tea', 'unread')
  await call(ben, 'POST /user_topics', { stream_id: 1, topic: 'tea', visibility_policy: 3 })
  await call(ben, 'POST /mark_all_as_read')
  await call(ben, 'POST /users/me/subscriptions/properties', {
    subscription_data: [{ stream_id: 1, property: 'color', value: '#a1b2c3' }],
  })

  const heard = new Set((await own.read()).map(({ type }) => type))
  assert.equal(
    PERSONAL.filter((type) => !heard.has(type)),
    ['muted_topics'],
  )
  assert.equal(await others.read(), [])
})

test('guests hear nothing of what guests may not know, nor members of what only few may', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const gus = await chat.join('Gus', 600)
  const inboxes = [await chat.olga.listen(CAPABLE), await ben.listen(), await gus.listen(CAPABLE)]

  await runEverything(chat, ben, gus)

  const [ofOlga, ofBen, ofGus] = await Promise.all(inboxes.map((inbox) => inbox.read()))
  const typesOf = (events: ReceivedEvent[] = []) => new Set(events.map(({ type }) => type))
  for (const type of [
    ...['default_streams', 'default_stream_groups', 'realm_bot', 'invites_changed'],
    ...['realm_export', 'realm_export_consent'],
  ]) {
    assert.ok(typesOf(ofOlga).has(type), type)
    assert.not.ok(typesOf(ofGus).has(type), `${type} to a guest`)
  }
  assert.not.ok(typesOf(ofBen).has('invites_changed'))
  const channels = (events: ReceivedEvent[] = []) =>
    new Set(events.flatMap(({ streams, name }) => name ?? streams?.map((one: Answer) => one.name)))
  const told = (ofGus ?? []).filter(({ type, op }) => type === 'stream' && op !== 'delete')
  assert.equal([...channels(told)].sort(), ['Quay', 'general'])
  // Design is where Ben is; to Gus it does not exist.
  const design = (ofGus ?? []).filter(({ stream_ids }) => stream_ids?.includes(2))
  assert.equal(design, [])
})

test('of a bot those who administer it hear what changed, also where it posts to', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const mia = await chat.join('Mia')
  const { user_id } = expectSuccess(
    await ben.post('/bots', {
      full_name: 'Hook',
      short_name: 'hook',
      bot_type: 3,
      payload_url: '"https://hooks.test/a"',
    }),
  )
  const event_types = ['realm_bot']
  const inboxes = [await ben.listen({ event_types }), await chat.olga.listen({ event_types })]
  const others = await mia.listen({ event_types })

  const service_payload_url = '"https://hooks.test/b"'
  expectSuccess(await ben.patch(`/bots/${user_id}`, { service_payload_url }))
  expectSuccess(await ben.patch(`/bots/${user_id}`, { service_payload_url }))
  expectSuccess(await ben.patch(`/bots/${user_id}`, { default_all_public_streams: true }))
  expectSuccess(await ben.patch(`/bots/${user_id}`, { full_name: 'Eye' }))

  for (const inbox of inboxes) {
    const [first, second, ...more] = (await inbox.read()).map(({ bot }) => bot)
    assert.equal(Object.keys(first), ['user_id', 'services'])
    assert.is(first.services[0].base_url, 'https://hooks.test/b')
    assert.equal(
      [second, ...more],
      [
        { user_id, default_all_public_streams: true },
        { user_id, full_name: 'Eye' },
      ],
    )
  }
  assert.equal(await others.read(), [])
})

test('an organization that is closed tells everyone, and then nobody anything', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const inbox = await ben.listen({ event_types: ['realm'] })
  const deaf = await ben.listen({ event_types: ['message'] })
  const told = inbox.wait()
  const untold = deaf.wait()
  // Requests of one person begin in their order: both polls are held then.
  expectSuccess(await ben.get('/users/me'))

  expectSuccess(await chat.olga.post('/realm/deactivate'))

  assert.equal(await told, [{ type: 'realm', op: 'deactivated', realm_id: 1 }])
  assert.equal(await untold, [{ type: 'heartbeat' }])
  const again = await ben.get('/events', { queue_id: inbox.queueId, last_event_id: -1 })
  assert.equal([again.status, again.code], [401, 'REALM_DEACTIVATED'])
})

test.run()
