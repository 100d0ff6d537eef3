// Files and the messages that link them.

import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { read } from '../channels.ts'
import { type Chat, expectSuccess, type Person, startChat } from '../chat.ts'
import { linkFile, repeatMessage } from '../many.ts'

const upload = async (person: Person, name: string): Promise<string> =>
  expectSuccess(await person.upload('/user_uploads', new File(['soup of the day'], name))).url

/** Files on disk, whatever the database says of them. */
const onDisk = (chat: Chat) =>
  readdirSync(join(chat.folder, 'uploads', 'attachments'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name)

const files = async (person: Person) => expectSuccess(await person.get('/attachments')).attachments

test('a message claims the files it links; an edit claims and drops them', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const [menu, list] = [await upload(olga, 'menu.txt'), await upload(olga, 'list.txt')]
  const inbox = await olga.listen({ event_types: ['attachment'] })

  const id = await olga.say('general', 'lunch', `[menu](${menu})`)
  const [claimed] = await inbox.read()
  assert.is(claimed!.op, 'update')
  assert.equal([claimed!.attachment.name, claimed!.attachment.message_ids], ['menu.txt', [id]])

  const answer = expectSuccess(await olga.patch(`/messages/${id}`, { content: `[list](${list})` }))
  assert.equal(
    answer.detached_uploads.map((file: { name: string }) => file.name),
    ['menu.txt'],
  )
  assert.equal(
    (await inbox.read()).map(({ op, attachment }) => [op, attachment.name, attachment.message_ids]),
    [
      ['update', 'list.txt', [id]],
      ['update', 'menu.txt', []],
    ],
  )
})

test('the last message that links a file takes it along', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const ben = await chat.join('Ben')
  const menu = await upload(olga, 'menu.txt')
  const first = await olga.say('general', 'lunch', `[menu](${menu})`)
  const second = await ben.say('general', 'lunch', `Yes, [menu](${menu})!`)
  const [file] = await files(olga)
  assert.equal(file.message_ids, [first, second])

  expectSuccess(await olga.delete(`/messages/${first}`))
  assert.equal((await files(olga))[0].message_ids, [second])
  assert.equal(onDisk(chat), [file.path_id.split('/')[2]])
  const inbox = await olga.listen({ event_types: ['attachment'] })
  expectSuccess(await olga.delete(`/messages/${second}`))
  assert.equal(await files(olga), [])
  const [event] = await inbox.read()
  assert.equal(
    [event!.op, event!.attachment, event!.upload_space_used],
    ['remove', { id: file.id }, 0],
  )
  assert.equal(onDisk(chat), [])
  assert.is((await fetch(chat.url + menu)).status, 404)
})

test('a deleted topic and the messages of a closed account take their files along', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const { stream_id } = await chat.olga.get('/get_stream_id', { stream: 'general' })
  await ben.say('general', 'lunch', `[menu](${await upload(ben, 'menu.txt')})`)
  await ben.say('general', 'wine', `[list](${await upload(ben, 'list.txt')})`)
  assert.is(onDisk(chat).length, 2)

  const topic_name = 'lunch'
  expectSuccess(await chat.olga.post(`/streams/${stream_id}/delete_topic`, { topic_name }))
  assert.is(onDisk(chat).length, 1)
  const actions = { delete_public_channel_messages: true }
  expectSuccess(await chat.olga.delete(`/users/${ben.id}`, { actions }))
  assert.equal(onDisk(chat), [])
})

test('linking a file that the sender cannot read does not attach it', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const ben = await chat.join('Ben')
  const secret = await upload(olga, 'secret.txt')
  const id = await ben.say('general', 'lunch', `[look](${secret})`)
  assert.equal((await files(olga))[0].message_ids, [])
  assert.is((await read(ben, id, { apply_markdown: false })).content, `[look](${secret})`)
})

test('a file that many messages link is listed with the newest thousand of them', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const url = await upload(olga, 'menu.txt')
  const first = await olga.say('general', 'lunch', `[menu](${url})`)
  const ids = repeatMessage(chat, first, 1005, true)
  linkFile(chat, ids.slice(1))
  const inbox = await olga.listen({ event_types: ['attachment'] })
  const last = await olga.say('general', 'lunch', `[menu](${url})`)

  const expected = [...ids, last].slice(-1000)
  assert.equal((await inbox.read()).at(-1)!.attachment.message_ids, expected)
  assert.equal((await files(olga))[0].message_ids, expected)
})

test.run()
