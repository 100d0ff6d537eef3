// A slow disk holds those alone who write; a broken one costs nothing that was acknowledged.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { expectSuccess, type Person } from './chat.ts'
import {
  addPeople,
  type ChildServer,
  found,
  personAt,
  serve,
  temporaryFolder,
} from './child-server.ts'
import { mayTrace, withFault } from './disk-faults.ts'

/** So slow that all which is to happen meanwhile does, also on a busy machine. */
const SLOW = { delayMs: 3000 }

const withStrace = mayTrace() ? test : test.skip

withStrace('while the disk writes a message others read, and none is told of it', async () => {
  using folder = temporaryFolder()
  await using server = await serve(folder.path)
  const { olga, ben } = await twoPeople(server)
  await using _slow = await slowDown(server, olga)
  const inbox = await ben.listen({ event_types: ['message'] })

  let isAnswered = false
  const sending = olga.say('general', 'tea', 'kettle').then((id) => {
    isAnswered = true
    return id
  })
  while (!(await textsOf(ben)).includes('kettle')) assert.is(isAnswered, false)

  assert.equal(await inbox.read(), [])
  assert.is(isAnswered, false)
  const id = await sending
  assert.equal(
    (await inbox.read()).map(({ message }) => message.id),
    [id],
  )
})

withStrace('who registers while the disk writes gets each message once', async () => {
  using folder = temporaryFolder()
  await using server = await serve(folder.path)
  const { olga, ben } = await twoPeople(server)

  await using _slow = await slowDown(server, olga)
  const sending = olga.say('general', 'tea', 'kettle')
  while (!(await textsOf(ben)).includes('kettle'));
  const { queue_id, last_event_id, max_message_id } = expectSuccess(await ben.post('/register'))
  const id = await sending

  assert.is(max_message_id, id)
  const later = await olga.say('general', 'tea', 'cups')
  const { events } = expectSuccess(await ben.get('/events', { queue_id, last_event_id }))
  const messages = events.filter(({ type }: { type: string }) => type === 'message')
  assert.equal(
    messages.map(({ message }: { message: { id: number } }) => message.id),
    [later],
  )
})

withStrace('where the disk fails the server ends, and what was acknowledged is there', async () => {
  using folder = temporaryFolder()
  await using server = await serve(folder.path)
  const { olga } = await twoPeople(server)
  await olga.say('general', 'tea', 'kettle')

  await using _broken = await withFault(server.pid, { error: 'EIO' })
  const lost = await olga.say('general', 'tea', 'cups').catch((error: Error) => error)

  assert.instance(lost, Error)
  await server.logged(/The disk failed/)
  assert.equal(await server.kill('SIGTERM'), [1, null])
  await using again = await serve(folder.path)
  assert.ok((await textsOf(personAt(again, olga))).includes('kettle'))
})

/** Two who have written before, so that nothing is written for the first time. */
async function twoPeople(server: ChildServer) {
  const olga = await found(server)
  const [ben] = await addPeople(server, olga, ['Ben'])
  await olga.say('general', 'tea', 'hello')
  return { olga, ben: ben! }
}

/** The first wait tells the server that its disk is slow. */
async function slowDown(server: ChildServer, writer: Person) {
  const slow = await withFault(server.pid, SLOW)
  await writer.say('general', 'soup', 'slowly')
  return slow
}

async function textsOf(person: Person): Promise<string[]> {
  const narrow = [{ operator: 'channel', operand: 'general' }]
  const page = { anchor: 'newest', num_before: 10, num_after: 0, narrow, apply_markdown: false }
  const { messages } = expectSuccess(await person.get('/messages', page))
  return messages.map(({ content }: { content: string }) => content)
}

test.run()
