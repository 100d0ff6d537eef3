// Large requests are read in one turn and done in a later one: what became of their caller meanwhile counts.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type Answer, type Chat, expectSuccess, type Person, startChat } from '../chat.ts'
import { matrix } from '../matrix.ts'

/** Large enough to be done in a turn after the one in which it was read. */
const FILLER = 'x'.repeat(80_000)

test('of the large requests of an administrator, those not done yet are refused after the loss of the role', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben', 200)
  const inbox = await chat.olga.listen({ event_types: ['realm', 'realm_user'] })
  const rename = (at: number) => ben.patch('/realm', { name: `Harbour ${at}`, filler: FILLER })

  expectSuccess(await rename(0))
  const renames = Array.from({ length: 40 }, (_, at) => rename(at + 1))
  expectSuccess(await chat.olga.patch(`/users/${ben.id}`, { role: 400 }))
  const answers = await Promise.all(renames)

  const refused = answers.filter(({ status }) => status !== 200)
  assert.ok(refused.length > 0, 'some come after the loss of the role')
  for (const { status, msg } of refused) {
    assert.equal([status, msg], [400, 'Must be an organization administrator'])
  }
  const events = await inbox.read()
  const lost = events.findIndex(({ type, person }) => type === 'realm_user' && person.role === 400)
  assert.is(
    events.filter(({ type }) => type === 'realm').length,
    1 + answers.length - refused.length,
    'what was refused changed nothing',
  )
  assert.equal(
    events.slice(lost).map(({ type }) => type),
    ['realm_user'],
    'nothing changes after the loss of the role',
  )
})

test('of the large requests of a person, those not done yet are refused after their deactivation', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const inbox = await chat.olga.listen({ event_types: ['user_status', 'realm_user'] })
  const show = (at: number) =>
    ben.post('/users/me/status', { status_text: `Status ${at}`, filler: FILLER })

  expectSuccess(await show(0))
  const shown = Array.from({ length: 40 }, (_, at) => show(at + 1))
  expectSuccess(await chat.olga.delete(`/users/${ben.id}`))
  const answers = await Promise.all(shown)

  const refused = answers.filter(({ status }) => status !== 200)
  assert.ok(refused.length > 0, 'some come after the deactivation')
  for (const { status, code } of refused) assert.equal([status, code], [401, 'USER_DEACTIVATED'])
  const events = await inbox.read()
  const gone = events.findIndex(({ type }) => type === 'realm_user')
  assert.equal(
    events.slice(gone).map(({ type }) => type),
    ['realm_user'],
    'nothing is shown after the deactivation',
  )
})

test('an account that is deactivated sends none of the messages that are typeset until then', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const { refused, events } = await sendDuring(chat, ben, () =>
    chat.olga.delete(`/users/${ben.id}`),
  )

  assert.ok(refused.length > 0, 'some are typeset until after the deactivation')
  for (const { status, code } of refused) assert.equal([status, code], [401, 'USER_DEACTIVATED'])
  const gone = events.findIndex(({ type }) => type === 'realm_user')
  assert.not(
    events.slice(gone).some(({ type }) => type === 'message'),
    'nothing is sent after the deactivation',
  )
})

test('what a member asked for is not done once the member is a guest', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const { sent, refused, events } = await sendDuring(chat, ben, () =>
    chat.olga.patch(`/users/${ben.id}`, { role: 600 }),
  )

  assert.ok(refused.length > 0, 'some are typeset until after the change')
  for (const { status, msg } of refused) {
    const why = 'Your role changed while this request waited; try again.'
    assert.equal([status, msg], [400, why])
  }
  const messages = events.filter(({ type }) => type === 'message')
  assert.is(messages.length, 1 + sent.length - refused.length, 'what was refused is not sent')
})

/** Has someone send messages that take long to be typeset, and something else happen meanwhile. */
async function sendDuring(chat: Chat, by: Person, happens: () => Promise<Answer>) {
  const inbox = await chat.olga.listen({ event_types: ['message', 'realm_user'] })
  const send = (at: number) =>
    by.post('/messages', {
      type: 'stream',
      to: 'general',
      topic: 'sums',
      content: matrix(200, at),
    })
  const each = Array.from({ length: 20 }, (_, at) => at + 1)
  expectSuccess(await send(0))
  // Their connections are open before the messages are sent.
  await Promise.all(each.map(() => by.get('/users/me')))

  const answers = each.map(send)
  expectSuccess(await happens())
  const sent = await Promise.all(answers)
  const refused = sent.filter(({ status }) => status !== 200)
  return { sent, refused, events: await inbox.read() }
}

test.run()
