// Pages of more messages than are written in one turn of the event loop.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { ROLE } from '../../src/domain/access/roles.ts'
import { expectSuccess, type Person, startChat } from '../chat.ts'
import { repeatMessage } from '../many.ts'

const COUNT = 1200

/** A channel with many messages about boats, and the guest Gina, who may not see other people. */
async function harbour(count = COUNT) {
  const chat = await startChat()
  const gina = await chat.join('Gina', ROLE.guest)
  const channel = { subscriptions: [{ name: 'boats' }], principals: [gina.id, chat.olga.id] }
  expectSuccess(await chat.olga.post('/users/me/subscriptions', channel))
  const first = await chat.olga.say('boats', 'sails', 'Red boats')
  const ids = repeatMessage(chat, first, count, true)
  return { chat, gina, ids, [Symbol.asyncDispose]: () => chat[Symbol.asyncDispose]() }
}

const read = async (person: Person, parameters: object) =>
  expectSuccess(
    await person.get('/messages', {
      anchor: 'newest',
      num_before: 5000,
      num_after: 0,
      ...parameters,
    }),
  )

type Message = Record<string, unknown>

const idsOf = (messages: Message[]) => messages.map(({ id }) => id)

const without = (operator: string, operand: string) => ({ operator, operand, negated: true })

test('in a long page of a search each message has its words marked', async () => {
  await using at = await harbour()
  const { messages, found_oldest } = await read(at.chat.olga, { narrow: [['search', 'boat']] })
  assert.equal(idsOf(messages), at.ids)
  const marked = '<p>Red <span class="highlight">boats</span></p>'
  assert.ok(
    messages.every((one: Message) => one.match_content === marked && one.match_subject === 'sails'),
  )
  assert.equal(messages[0].flags, [])
  assert.equal(messages[COUNT - 1].flags, ['read'])
  assert.ok(found_oldest)
})

test('a long page leaves out what its narrow excludes', async () => {
  await using at = await harbour()
  const { olga } = at.chat
  const other = await olga.say('boats', 'oars', 'Blue boats')
  const narrow = [['channel', 'boats'], without('topic', 'oars')]
  assert.equal(idsOf((await read(olga, { narrow })).messages), at.ids)
  const none = await read(olga, { narrow: [...narrow, without('topic', 'sails')] })
  assert.equal(none.messages, [])
  const around = { anchor: at.ids[700], num_before: 600, num_after: 600, narrow }
  const page = await read(olga, around)
  assert.equal(idsOf(page.messages), at.ids.slice(100))
  assert.equal([page.found_oldest, page.found_newest], [false, true])
  const listed = { message_ids: [...at.ids, other], narrow: [without('topic', 'oars')] }
  const asked = { ...listed, anchor: undefined, num_before: undefined, num_after: undefined }
  assert.equal(idsOf((await read(olga, asked)).messages), at.ids)
})

test('many listed messages are read while one of them is deleted', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const ben = await chat.join('Ben')
  for (let round = 0; round < 5; round++) {
    const [kept, gone] = [
      await olga.say('general', 'x', 'one'),
      await olga.say('general', 'x', 'two'),
    ]
    const others = Array.from({ length: 4900 }, (_, at) => gone + 1 + at)
    const [answer] = await Promise.all([
      ben.get('/messages', { message_ids: [kept, gone, ...others] }),
      olga.delete(`/messages/${gone}`),
    ])
    // The deletion comes between two turns of the read, or on a busy machine after the last.
    const found = idsOf(expectSuccess(answer).messages).filter((id) => id !== gone)
    assert.equal(found, [kept])
  }
})

test('a long page has the flags, and leaves out what is deleted, while it is read', async () => {
  await using at = await harbour(5000)
  const { chat, gina, ids } = at
  let [mentionsMeanwhile, goneMeanwhile] = [0, 0]
  for (let round = 0; round < 5; round++) {
    const [edited, gone] = [ids[round]!, ids[100 + round]!]
    const reading = read(gina, { narrow: [['search', 'boat']] })
    const changing = Promise.all([
      chat.olga.patch(`/messages/${edited}`, { content: 'Boats for @**Gina**' }),
      chat.olga.delete(`/messages/${gone}`),
    ])
    const messages: Message[] = (await reading).messages
    for (const answer of await changing) expectSuccess(answer)
    const flags = messages.find(({ id }) => id === edited)!.flags as string[]
    if (flags.includes('mentioned')) mentionsMeanwhile++
    if (!idsOf(messages).includes(gone)) goneMeanwhile++
    // The messages that nobody deleted are all there, each once and in order.
    const isDeleted = (id: unknown) => ids.slice(100, 101 + round).includes(id as number)
    assert.equal(
      idsOf(messages).filter((id) => !isDeleted(id)),
      ids.filter((id) => !isDeleted(id)),
    )
  }
  // The page takes many turns: some of the changes come between the first and the last.
  assert.ok(mentionsMeanwhile > 0, `${mentionsMeanwhile} mentions were seen`)
  assert.ok(goneMeanwhile > 0, `${goneMeanwhile} deletions were seen`)
})

test('a long page hides senders from a guest who may not see them', async () => {
  await using at = await harbour()
  expectSuccess(await at.chat.olga.patch('/realm', { can_access_all_users_group: { new: 6 } }))
  const { messages } = await read(at.gina, { narrow: [['search', 'red']] })
  assert.is(messages.length, COUNT)
  assert.is(messages[5]!.match_content, '<p><span class="highlight">Red</span> boats</p>')
  // They share a channel, so this guest sees Olga; out of the channel, Olga is unknown.
  assert.ok(messages.every((one: Message) => one.sender_full_name === 'Olga'))
  const leaving = { subscriptions: ['boats', 'general'], principals: [at.chat.olga.id] }
  expectSuccess(await at.chat.olga.delete('/users/me/subscriptions', leaving))
  const hidden = (await read(at.gina, { narrow: [['search', 'red']] })).messages
  assert.is(hidden.length, COUNT)
  assert.ok(hidden.every((one: Message) => one.sender_full_name === 'Unknown user'))
})

test.run()
