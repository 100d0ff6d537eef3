// What the server refuses reaches a program through the Python client.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { Person, startChat } from '../chat.ts'
import { pythonClient, startScene, withPython } from './python.ts'

withPython('what the server refuses reaches the caller with its code', async () => {
  await using scene = await startScene()

  const message = { type: 'stream', to: 'Nowhere', topic: 'tea', content: 'x' }
  const refused = await scene.python.call('send_message', message)

  assert.equal([refused.result, refused.code], ['error', 'STREAM_DOES_NOT_EXIST'])
  assert.is(refused.stream, 'Nowhere')
})

withPython('a wrong key is refused in words', async () => {
  await using chat = await startChat()
  const { url, id, email, name } = chat.olga
  await using python = await pythonClient(new Person(url, { id, email, name, key: 'x'.repeat(32) }))

  const refusal = await python.call('get_profile')

  assert.equal([refusal.result, refusal.code], ['error', 'INVALID_API_KEY'])
})

test.run()
