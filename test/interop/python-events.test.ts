// Events in the Python client.

import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { startScene, withPython } from './python.ts'

withPython('hears what is said in channels and directly, and by which program', async () => {
  await using scene = await startScene()
  const { olga, ben, ok, python } = scene
  const inbox = await python.listen({ event_types: ['message'], apply_markdown: false })
  const next = async () => (await inbox.next(({ type }) => type === 'message')).message

  const answered = await ben.say('general', 'tea', '@**Olga** got it')
  const heard = await next()
  assert.equal([heard.id, heard.content], [answered, '@**Olga** got it'])
  assert.equal([heard.display_recipient, heard.subject], ['general', 'tea'])
  const whispered = await ben.tell([olga], 'what?')
  const direct = await next()
  assert.equal([direct.id, direct.type, direct.sender_email], [whispered, 'private', ben.email])
  await ok('send_message', { type: 'stream', to: 'general', topic: 'tea', content: 'mine' })
  assert.is((await next()).client, 'ZulipPython')
})

withPython('call_on_each_event misses nothing when the server restarts', async () => {
  await using scene = await startScene()
  const { chat, ben, python } = scene
  const inbox = await python.listen({ event_types: ['message', 'restart'] })
  const isMessage = ({ type }: { type: string }) => type === 'message'

  const before = await ben.say('general', 'tea', 'before')
  assert.is((await inbox.next(isMessage)).message.id, before)
  await chat.restart()
  const after = await ben.say('general', 'tea', 'after')

  const restart = await inbox.next(() => true)
  assert.is(restart.type, 'restart')
  assert.type(restart.zulip_feature_level, 'number')
  assert.is((await inbox.next(isMessage)).message.id, after)
})

withPython('call_on_each_event registers again when its queue is gone', async () => {
  await using scene = await startScene()
  const { chat, ben, python } = scene
  const inbox = await python.listen({ event_types: ['message'] })
  await chat.stop()
  rmSync(join(chat.folder, 'event-queues.jsonl'))

  await chat.restart()
  await inbox.registeredAgain
  const id = await ben.say('general', 'tea', 'welcome back')

  assert.is((await inbox.next(() => true)).message.id, id)
})

test.run()
