// Thousands of starred messages, which a snapshot looks up ahead.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openChannel } from '../channels.ts'
import { type Answer, expectSuccess, type Person, startChat } from '../chat.ts'
import { repeatMessage } from '../many.ts'
import { move, quietly } from '../moves.ts'

const COUNT = 20_000

/** Unread messages are read after the starred ones. */
const STARRED = { fetch_event_types: ['starred_messages', 'message', 'update_message_flags'] }

/** Whether the events since a snapshot move the message. */
async function isMovedLater(person: Person, { queue_id, last_event_id }: Answer, id: number) {
  const parameters = { queue_id, last_event_id, dont_block: true }
  const { events } = expectSuccess(await person.get('/events', parameters))
  return events.some(
    (event: Answer) => event.type === 'update_message' && event.message_ids.includes(id),
  )
}

test('starred messages that come back from a channel of others while a snapshot is read are in it', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const ben = await chat.join('Ben')
  await openChannel(olga, 'hold', [ben], { invite_only: true })
  const soup = await olga.say('general', 'tea', 'Soup')
  const { stream_id } = expectSuccess(await olga.get(`/messages/${soup}`)).message
  const ids = repeatMessage(chat, soup, COUNT, false)
  const secrets: number[] = []
  for (let count = 0; count < 24; count++)
    secrets.push(await olga.say('hold', `tea ${count}`, 'Cake'))
  const star = { anchor: 'newest', num_before: 5000, num_after: 0, op: 'add', flag: 'starred' }
  expectSuccess(await ben.post('/messages/flags/narrow', { ...star, narrow: [] }))
  // Something is hidden from Ben from now on, so that each message is looked up.
  const left = { subscriptions: ['hold'], principals: [ben.id] }
  expectSuccess(await olga.delete('/users/me/subscriptions', left))
  const register = async () => expectSuccess(await ben.post('/register', STARRED))
  const others = ids.slice(secrets.length - 5000)
  assert.equal((await register()).starred_messages, others)

  for (const [at, id] of secrets.entries()) {
    // The message goes to a topic that is there, or its topic goes to the channel.
    const topic = at % 2 === 0 ? 'tea' : `back ${at}`
    const to = { stream_id, topic, propagate_mode: 'change_all', ...quietly }
    const registering = [register(), register()]
    // Each time they are a little further.
    for (let round = Math.floor(at / 2); round > 0; round--) await olga.get('/users/me')
    expectSuccess(await move(olga, id, to))
    const snapshots = await Promise.all(registering)
    for (const snapshot of snapshots) {
      const isListed = snapshot.starred_messages.includes(id)
      assert.is(isListed, !(await isMovedLater(ben, snapshot, id)), `message ${at}`)
    }
  }
  const { starred_messages } = await register()
  assert.equal(starred_messages, [...others, ...secrets])
})

test.run()
