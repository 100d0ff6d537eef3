// A client that follows events equals one that registers later.

import fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openChannel } from '../channels.ts'
import { expectSuccess, type Inbox, startChat } from '../chat.ts'
import { action, carryOut } from './messaging-actions.ts'
import { AS_STORED, arrive, comparable, Replica, type Setting } from './replica.ts'

/** The actions of a round are done at the same time. */
const rounds = fc.array(fc.array(action, { minLength: 1, maxLength: 3 }), {
  minLength: 4,
  maxLength: 20,
})

/** Each entry of the history begins where the one before it ended. */
async function assertHistoriesConnect({ olga, sent }: Setting) {
  for (const id of sent) {
    const answer = await olga.get(`/messages/${id}`, AS_STORED)
    if (answer.result !== 'success') continue
    let { subject: topic, stream_id: channel } = answer.message
    for (const entry of answer.message.edit_history ?? []) {
      if (entry.topic !== undefined) {
        assert.is(entry.topic, topic, `topic of ${id}`)
        topic = entry.prev_topic
      }
      if (entry.stream !== undefined) {
        assert.is(entry.stream, channel, `channel of ${id}`)
        channel = entry.prev_stream
      }
    }
  }
}

test('a client that follows events has the state of a client that registers later', async () => {
  await fc.assert(
    fc.asyncProperty(rounds, async (rounds) => {
      await using chat = await startChat()
      const { olga } = chat
      const ben = await chat.join('Ben')
      const open = await openChannel(olga, 'open', [ben])
      const elsewhere = await openChannel(olga, 'elsewhere', [])
      const vault = await openChannel(olga, 'vault', [ben], { invite_only: true })
      const shared = await openChannel(olga, 'shared', [ben], {
        invite_only: true,
        history_public_to_subscribers: true,
      })
      const setting: Setting = {
        olga,
        ben,
        channels: [open, elsewhere, vault, shared],
        subscribed: [open, vault, shared],
        sent: [await olga.say('open', 'lunch', 'first')],
      }
      const replica = new Replica(setting)
      for (const [id, message] of await arrive(setting)) replica.messages.set(id, message)
      const inbox: Inbox = await ben.listen({
        client_capabilities: { empty_topic_name: true, bulk_message_deletion: true },
      })
      const before = expectSuccess(await ben.post('/register', REGISTER_TOPICS))
      for (const row of before.user_topics)
        replica.policies.set(
          `${row.stream_id} ${row.topic_name.toLowerCase()}`,
          row.visibility_policy,
        )

      for (const actions of rounds) {
        const answers = await Promise.all(actions.map((action) => carryOut(setting, action)))
        for (const answer of answers) assert.ok(answer.status < 500, JSON.stringify(answer))
        for (const event of await inbox.read()) await replica.apply(event)
      }

      const subscribed = new Set<number | undefined>(setting.subscribed)
      const mine = new Map(
        [...replica.messages].filter(([, { channel }]) => subscribed.has(channel)),
      )
      assert.equal(comparable(mine), comparable(await arrive(setting)))
      const after = expectSuccess(await ben.post('/register', REGISTER_TOPICS))
      assert.equal(
        [...replica.policies].sort(),
        after.user_topics
          .map((row: { stream_id: number; topic_name: string; visibility_policy: number }) => [
            `${row.stream_id} ${row.topic_name.toLowerCase()}`,
            row.visibility_policy,
          ])
          .sort(),
      )
      await assertHistoriesConnect(setting)
    }),
    { numRuns: 25, includeErrorInReport: true },
  )
})

const REGISTER_TOPICS = {
  fetch_event_types: ['user_topic'],
  client_capabilities: { empty_topic_name: true },
}

test.run()
