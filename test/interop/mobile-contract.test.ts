// A day in an organization, checked by what the mobile client can decode.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import * as z from 'zod'
import { type Answer, Inbox, type Person, type ReceivedEvent, startChat } from '../chat.ts'
import { messagePage, serverSettings, snapshot } from './mobile-answers.ts'
import { groupNamed, ok, ROLE, theDay } from './mobile-day.ts'
import { EVENTS, nameOf } from './mobile-events.ts'

/** What the mobile client says of itself when it registers. */
const REGISTRATION = {
  apply_markdown: true,
  slim_presence: true,
  client_gravatar: false,
  include_subscribers: 'false',
  client_capabilities: {
    notification_settings_null: true,
    bulk_message_deletion: true,
    user_avatar_url_field_optional: false,
    stream_typing_notifications: true,
    user_settings_object: true,
    include_deactivated_groups: true,
    archived_channels: true,
    empty_topic_name: true,
  },
}

const USER_AGENT = 'ZulipFlutter/30.0 (Android 14)'

test('an organization where nothing has happened yet has all the mobile client needs', async () => {
  await using chat = await startChat()
  chat.olga.userAgent = USER_AGENT

  hold('server settings', serverSettings, await chat.olga.get('/server_settings'))
  await register(chat.olga)
})

test('all that happens in a day is told as the mobile client has to hear it', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const ben = await chat.join('Ben')
  const gus = await chat.join('Gus', ROLE.guest)
  const phones = await Promise.all([olga, ben, gus].map(startPhone))

  await theDay(chat, ben, gus)

  const heard = new Set<string>()
  for (const phone of phones) {
    for (const event of await phone.inbox.read()) {
      heard.add(nameOf(event))
      const schema = EVENTS[nameOf(event)]
      if (schema) hold(`${phone.person.name}'s ${nameOf(event)}`, schema, event)
    }
    await register(phone.person)
    const page = await phone.person.get('/messages', {
      anchor: 'newest',
      num_before: 100,
      num_after: 0,
      allow_empty_topic_name: true,
    })
    hold('messages', messagePage, page)
    assert.ok(page.messages.length > 3)
  }
  // The first two are in the next test; a heartbeat takes a poll of some length.
  const unheard = Object.keys(EVENTS).filter((name) => !heard.has(name))
  assert.equal(unheard, ['user_group remove', 'realm_user remove', 'heartbeat'])
})

test('clients that know less of groups and of guests hear of those who leave', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const gus = await chat.join('Gus', ROLE.guest)
  const ben = await chat.join('Ben')
  const members = await groupNamed(olga, 'role:members')
  await ok(olga.patch('/realm', { can_access_all_users_group: { new: members } }))
  const inbox = await gus.listen({ ...REGISTRATION, client_capabilities: {} })

  const { group_id } = await ok(
    olga.post('/user_groups/create', { name: 'crew', description: '', members: [olga.id] }),
  )
  await ok(olga.post(`/user_groups/${group_id}/deactivate`))
  await ok(ben.delete('/users/me/subscriptions', { subscriptions: ['general'] }))

  const events = await inbox.read()
  for (const name of ['user_group add', 'user_group remove', 'realm_user remove']) {
    const event = events.find((one) => nameOf(one) === name)
    assert.ok(event, `no ${name} among ${events.map(nameOf)}`)
    hold(name, EVENTS[name]!, event)
  }
})

interface Phone {
  person: Person
  inbox: Inbox
}

async function startPhone(person: Person): Promise<Phone> {
  person.userAgent = USER_AGENT
  const { queue_id, last_event_id } = await register(person)
  return { person, inbox: new Inbox(person, queue_id, last_event_id) }
}

async function register(person: Person): Promise<Answer> {
  const registered = await person.post('/register', {
    ...REGISTRATION,
    idle_queue_timeout: 604_800,
  })
  hold(`${person.name}'s snapshot`, snapshot, registered)
  return registered
}

/** @throws Error that says what of this breaks the client */
function hold(what: string, schema: z.ZodType, value: unknown) {
  const { error } = schema.safeParse(value)
  if (error) throw new Error(`${what}: ${z.prettifyError(error)}\n${shorten(value)}`)
}

const shorten = (value: unknown) => JSON.stringify(value as ReceivedEvent).slice(0, 600)

test.run()
