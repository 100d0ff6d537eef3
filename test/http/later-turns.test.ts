// Large requests are read in one turn and done in a later one: what became of their caller meanwhile counts.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type Answer, expectSuccess, type Person, startChat } from '../chat.ts'

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

const REFUSALS: Record<
  string,
  { take: (olga: Person, id: number) => Promise<Answer>; refusal: unknown[] }
> = {
  'an account that is deactivated': {
    take: (olga, id) => olga.delete(`/users/${id}`),
    refusal: [401, 'USER_DEACTIVATED', 'Account is deactivated'],
  },
  'a member who becomes a guest': {
    take: (olga, id) => olga.patch(`/users/${id}`, { role: 600 }),
    refusal: [400, 'BAD_REQUEST', 'Your role changed while this request waited; try again.'],
  },
}
for (const [who, { take, refusal }] of Object.entries(REFUSALS)) {
  test(`${who} sends none of the messages whose formulas were not typeset yet`, async () => {
    await using chat = await startChat()
    const ben = await chat.join('Ben')
    const inbox = await chat.olga.listen({ event_types: ['message', 'realm_user'] })
    const send = (at: number) =>
      ben.post('/messages', {
        type: 'stream',
        to: 'general',
        topic: 'sums',
        content: `$$\\begin{matrix}${`${at}&`.repeat(200)}\\end{matrix}$$`,
      })

    expectSuccess(await send(0))
    const sent = Array.from({ length: 20 }, (_, at) => send(at + 1))
    expectSuccess(await take(chat.olga, ben.id))
    const answers = await Promise.all(sent)

    const refused = answers.filter(({ status }) => status !== 200)
    assert.ok(refused.length > 0, 'some are typeset until after the change')
    for (const { status, code, msg } of refused) assert.equal([status, code, msg], refusal)
    const events = await inbox.read()
    const changed = events.findIndex(({ type }) => type === 'realm_user')
    assert.not(
      events.slice(changed).some(({ type }) => type === 'message'),
      'nothing is sent after the change',
    )
  })
}

test.run()
