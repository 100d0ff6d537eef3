// Who and what is offered while one types, and in which order.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { Model } from '../../src/web/model/model.ts'
import { closeness, rank } from '../../src/web/model/ranking.ts'
import { nextUnread, sectionsOf } from '../../src/web/model/sidebar.ts'
import { destinations, mentions, people, topics } from '../../src/web/model/typeahead.ts'
import type { Snapshot } from '../../src/web/model/wire.ts'
import { REGISTRATION } from '../../src/web/sync/registration.ts'
import { openChannel } from '../channels.ts'
import { type Chat, expectSuccess, type Person, startChat } from '../chat.ts'

async function modelFor(chat: Chat, person: Person): Promise<Model> {
  const model = new Model({ clock: chat.clock })
  model.load(expectSuccess(await person.post('/register', REGISTRATION)) as unknown as Snapshot)
  return model
}

test('a word fits the better, the more of its beginning was typed', () => {
  const order = ['ana', 'analytics', 'the ana', 'a new art', 'banana', 'a long name at']
  const fits = order.map((word) => closeness(word, 'ana'))

  assert.ok(fits.every((fit, at) => fit !== undefined && (at === 0 || fit >= fits[at - 1]!)))
  assert.is(closeness('general', 'ana'), undefined)
  assert.is(closeness('ana lima', 'an li'), 2)
})

test('accents and case make no difference, and what is recent comes first', () => {
  const candidate = (item: string, recency: number) => ({ item, words: [item], recency })
  const all = [candidate('Josephine', 1), candidate('José', 0), candidate('JOSEF', 2)]

  assert.equal(rank(all, 'jose', 10), ['José', 'JOSEF', 'Josephine'])
  assert.equal(rank(all, '', 2), ['JOSEF', 'Josephine'])
})

test('among five thousand candidates the right one is found between two frames', () => {
  const all = Array.from({ length: 5000 }, (_, at) => ({
    item: at,
    words: [`Person Number ${at}`, `person${at}@harbour.test`],
    recency: at % 7,
  }))
  rank(all, 'p', 8)

  const before = process.cpuUsage()
  for (const query of ['p', 'pe', 'n 12', 'number 4999', 'pn4']) rank(all, query, 8)
  const { user } = process.cpuUsage(before)

  assert.equal(rank(all, 'number 4999', 1), [4999])
  assert.ok(user / 5 < 100_000, `${user / 5} µs of CPU time for a key`)
})

test('people of the conversation are offered first, groups and everybody after them', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben Adams')
  await chat.join('Bella')
  expectSuccess(
    await chat.olga.post('/user_groups/create', {
      ...{ name: 'bears', description: '', members: [ben.id] },
    }),
  )
  await ben.say('general', 'tea', 'kettle')
  const model = await modelFor(chat, chat.olga)
  const answer = await chat.olga.get('/messages', {
    ...{ anchor: 'newest', num_before: 10, num_after: 0 },
  })
  model.addMessages(answer.messages)

  const found = mentions('be', model, { conversation: 'c:1:tea', channelId: 1 })

  const names = found.map((mention) =>
    mention.kind === 'user' ? mention.user.full_name : mention.kind,
  )
  assert.equal(names, ['Ben Adams', 'Bella', 'group'])
  assert.equal(people('adams', model)[0]?.full_name, 'Ben Adams')
  assert.equal(topics('t', 1, model), ['tea'])
})

test('the switcher offers what is unread first, and what was asked for by its sign', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const id = await ben.say('general', 'older', 'unread')
  const read = await ben.say('general', 'newer', 'read')
  expectSuccess(
    await chat.olga.post('/messages/flags', { messages: [read], flag: 'read', op: 'add' }),
  )
  const model = await modelFor(chat, chat.olga)
  model.addMessages(
    (await chat.olga.get('/messages', { anchor: id, num_before: 0, num_after: 10 })).messages,
  )

  const first = destinations('', model)[0]
  assert.equal(first, { kind: 'topic', channelId: 1, topic: 'older' })
  assert.ok(destinations('#', model).every(({ kind }) => kind !== 'user'))
  const [person] = destinations('@ben', model)
  assert.ok(person?.kind === 'user' && person.user.full_name === 'Ben')
})

test('the next unread conversation is the next in the sidebar: pinned, folders, the others', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const ben = await chat.join('Ben')
  const folder = expectSuccess(
    await olga.post('/channel_folders/create', { name: 'Sea', description: '' }),
  ).channel_folder_id
  const zoo = await openChannel(olga, 'zoo', [ben])
  const ark = await openChannel(olga, 'ark', [ben])
  const sea = await openChannel(olga, 'sea', [ben], { folder_id: folder })
  const set = (stream_id: number, property: string, value: unknown) =>
    olga.post('/users/me/subscriptions/properties', {
      subscription_data: [{ stream_id, property, value }],
    })
  expectSuccess(await set(zoo, 'pin_to_top', true))
  expectSuccess(await set(ark, 'is_muted', true))
  for (const name of ['ark', 'sea', 'zoo', 'general']) await ben.say(name, 'tea', 'kettle')
  await ben.tell([olga], 'psst')
  const model = await modelFor(chat, olga)

  assert.equal(
    sectionsOf(model).map(({ kind, channels }) => [kind, ...channels.map(({ name }) => name)]),
    [
      ['pinned', 'zoo'],
      ['folder', 'sea'],
      ['others', 'general', 'ark'],
    ],
  )
  const visited: (string | undefined)[] = []
  let at: string | undefined
  for (let step = 0; step < 5; step++) {
    at = nextUnread(model, at)
    visited.push(at)
  }
  // The muted channel is passed over, and after the last comes the first.
  const round = [`d:${ben.id}`, `c:${zoo}:tea`, `c:${sea}:tea`, 'c:1:tea', `d:${ben.id}`]
  assert.equal(visited, round)
  assert.is(nextUnread(model, `c:${zoo}:tea`, 'all', -1), `d:${ben.id}`)
  assert.is(nextUnread(model, undefined, 'followed'), undefined)
})

test.run()
