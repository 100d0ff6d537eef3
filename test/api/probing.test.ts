// What a user may not see is refused with the same text, and after the same work, as what does not exist.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type Endpoint, endpoints } from '../../src/api/index.ts'
import { callOf, type Sample, sampleOf } from '../attack/samples.ts'
import { idOf } from '../channels.ts'
import { type Answer, type Chat, expectSuccess, type Person, startChat } from '../chat.ts'
import { statementsOf } from '../store/statements.ts'

const MISSING = 987_654

/**
 * Statements that finding out about a hidden thing may take beyond those for one that does not exist.
 * Each takes some microseconds; no network shows that.
 */
const MORE_STATEMENTS = 3

/** Where a thing is named, in whatever endpoint: its parameters with the ID, or the name, in them. */
type Naming = (thing: { id: number; name: string }) => Sample

const CHANNEL: Record<string, Naming> = {
  stream_id: ({ id }) => ({ stream_id: id }),
  stream: ({ name }) => ({ stream: name }),
  'stream_id, choosing nothing': ({ id }) => ({ stream_id: id, visibility_policy: 0 }),
  'stream_id, taking back': ({ id }) => ({ stream_id: id, op: 'remove' }),
  'stream, taking back': ({ name }) => ({ stream: name, op: 'remove' }),
  'delete, by name': ({ name }) => ({ delete: [name] }),
  'subscriptions by name': ({ name }) => ({ subscriptions: [name] }),
  subscription_data: ({ id }) => ({
    subscription_data: [{ stream_id: id, property: 'color', value: '#123456' }],
  }),
  to: ({ id }) => ({ type: 'channel', to: id }),
  'to by name': ({ name }) => ({ type: 'channel', to: name }),
  narrow: ({ id }) => ({ narrow: [{ operator: 'channel', operand: id }] }),
  'narrow by name': ({ name }) => ({ narrow: [{ operator: 'channel', operand: name }] }),
  'narrow, negated': ({ id }) => ({
    narrow: [{ operator: 'channel', operand: id, negated: true }],
  }),
  stream_ids: ({ id }) => ({ stream_ids: [id], invitee_emails: 'x@harbour.test' }),
  default_sending_stream: ({ name }) => ({
    default_sending_stream: name,
    full_name: 'Probe',
    short_name: name.replace(/\W/g, '').toLowerCase(),
    bot_type: 1,
  }),
}

const MESSAGE: Record<string, Naming> = {
  message_id: ({ id }) => ({ message_id: id }),
  message_ids: ({ id }) => ({ message_ids: [id] }),
  messages: ({ id }) => ({ messages: [id] }),
  'messages, taking back': ({ id }) => ({ messages: [id], op: 'remove' }),
  msg_ids: ({ id }) => ({ msg_ids: [id] }),
  'narrow id': ({ id }) => ({ narrow: [{ operator: 'id', operand: id }] }),
  'narrow with': ({ id }) => ({ narrow: [{ operator: 'with', operand: id }] }),
}

const PERSON: Record<string, Naming> = {
  user_id: ({ id }) => ({ user_id: id }),
  muted_user_id: ({ id }) => ({ muted_user_id: id }),
  email: ({ name }) => ({ email: name }),
  to: ({ id }) => ({ type: 'direct', to: [id] }),
  'to by address': ({ name }) => ({ type: 'direct', to: [name] }),
  narrow: ({ id }) => ({ narrow: [{ operator: 'dm', operand: [id] }] }),
  'narrow sender': ({ id }) => ({ narrow: [{ operator: 'sender', operand: id }] }),
  'narrow by address': ({ name }) => ({ narrow: [{ operator: 'dm-with', operand: name }] }),
  user_ids: ({ id }) => ({ user_ids: [id] }),
  'muted_users, muting': ({ id }) => ({ muted_users: [id] }),
  members: ({ id }) => ({ members: [id], name: 'probes', description: '' }),
  target_users: ({ id }) => ({
    target_users: { user_ids: [id], group_ids: [], skip_if_already_edited: false },
  }),
  principals: ({ id }) => ({ principals: [id], subscriptions: ['general'] }),
}

test('private channels cannot be told from those that are not', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const hidden = await privateChannel(chat, 'plans')
  await compare(ben, CHANNEL, { id: hidden.id, name: 'plans' }, { id: MISSING, name: 'snalp' })
})

test('messages of others cannot be told from those that are not', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const { message } = await privateChannel(chat, 'plans')
  await compare(ben, MESSAGE, { id: message, name: '' }, { id: MISSING, name: '' })
})

test('people whom a guest may not see cannot be told from those that are not', async () => {
  await using chat = await startChat()
  const mia = await chat.join('Mia')
  expectSuccess(await chat.olga.patch('/realm', { can_access_all_users_group: { new: 6 } }))
  const gus = await chat.join('Gus', 600)
  await mia.delete('/users/me/subscriptions', { subscriptions: ['general'] })
  await compare(gus, PERSON, { id: mia.id, name: mia.email }, { id: MISSING, name: 'aim@x.test' })
})

test('files of others cannot be told from those that are not', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const uploaded = expectSuccess(
    await chat.olga.upload('/user_uploads', new File(['secret'], 'plan.txt')),
  )
  const path = uploaded.url as string
  const other = path.replace(/[^/]*$/, 'none.txt')
  const fetched = async (of: string) => {
    const answer = await fetch(`${chat.url}${of}`, {
      headers: { Authorization: ben.authorization },
    })
    return { status: answer.status, text: await answer.text() }
  }
  assert.equal(await fetched(path), await fetched(other))
  assert.equal(normal(await ben.get(path), path), normal(await ben.get(other), other))
})

/** Asks every endpoint that takes a thing for one that is hidden and for one that is not. */
async function compare(
  person: Person,
  namings: Record<string, Naming>,
  hidden: { id: number; name: string },
  missing: { id: number; name: string },
) {
  const differences: string[] = []
  let count = 0
  for (const endpoint of endpoints) {
    for (const [how, naming] of Object.entries(namings)) {
      const names = Object.keys(naming(hidden))
      if (!takes(endpoint, how, names)) continue
      count++
      const name = `${endpoint.method} ${endpoint.path} (${how})`
      const askFor = (thing: typeof hidden) => ask(person, endpoint, naming(thing))
      const [a, b] = [normal(await askFor(hidden), hidden), normal(await askFor(missing), missing)]
      if (a !== b) differences.push(`${name}:\n  ${a}\n  ${b}`)
      const [some, none] = [
        await statementsOf(() => askFor(hidden)),
        await statementsOf(() => askFor(missing)),
      ]
      if (Math.abs(some - none) > MORE_STATEMENTS)
        differences.push(`${name}: ${some} statements, ${none} statements`)
    }
  }
  assert.ok(count > 5, 'endpoints were found')
  assert.is(differences.join('\n'), '')
}

function takes({ path, params, tier }: Endpoint, how: string, names: string[]): boolean {
  const main = how.split(/[ ,]/)[0]!
  // That an address is taken is no secret among colleagues.
  if (path.startsWith('/settings') && main === 'email') return false
  if (tier === 'anyone' || !Object.hasOwn(params, main)) return false
  return names.every((name) => Object.hasOwn(params, name) || name === 'type')
}

async function ask(person: Person, endpoint: Endpoint, given: Sample): Promise<Answer> {
  const { path, parameters } = callOf(endpoint, sampleOf(endpoint, given))
  return person.request(endpoint.method, path, parameters)
}

/** An answer without what was asked for, and without what no two answers share. */
function normal(answer: Answer, thing: { id: number; name: string } | string) {
  const { headers, ...body } = answer
  const said = typeof thing === 'string' ? [thing] : [String(thing.id), thing.name]
  let text = JSON.stringify(body)
  for (const one of said.filter((one) => one !== ''))
    text = text.replace(new RegExp(`(?<!\\d)${RegExp.escape(one)}(?!\\d)`, 'g'), '#')
  // A queue that was opened has an ID of its own.
  return text.replace(/"queue_id":"\w+"/, '')
}

async function privateChannel({ olga }: Chat, name: string) {
  await olga.subscribe(name, { invite_only: true })
  const id = await idOf(olga, name)
  const message = await olga.say(name, 'secret', 'nobody else reads this')
  return { id, message }
}

test.run()
