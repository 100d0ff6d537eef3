// Outgoing webhooks: when a program is not called, and programs that fail.

import { once } from 'node:events'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import {
  complaint,
  listen,
  makeBot,
  nextOfBot,
  oracle,
  say,
  startCalling,
  startProgram,
  write,
} from '../called-bots.ts'
import { ADMINISTRATORS, assertRefused, openChannel } from '../channels.ts'
import { expectSuccess, startChat } from '../chat.ts'

test('bots, silent mentions, quotes, groups and edits call no program', async () => {
  await using chat = await startCalling()
  await using program = await startProgram((visit) =>
    say(visit, { content: `${oracle} ${oracle}` }),
  )
  const botId = await makeBot(chat.olga, program.url)
  const bot = await chat.joinBot('Harbot')
  const inbox = await listen(chat.olga)
  await bot.say('general', 'questions', oracle)
  await write(bot, [botId], 'Hi')
  await chat.olga.say('general', 'questions', `@_**Oracle** @**all** \`${oracle}\``)
  await chat.olga.say('general', 'questions', `> ${oracle}`)
  const id = await chat.olga.say('general', 'questions', 'Who knows?')
  expectSuccess(await chat.olga.patch(`/messages/${id}`, { content: `${oracle} knows` }))

  await chat.olga.say('general', 'questions', `${oracle} now`)

  const isReply = ({ sender_id }: { sender_id: number }) => sender_id === botId
  for (;;) if ((await nextOfBot(inbox, [chat.olga])).some(isReply)) break
  assert.equal(
    program.visits.map(({ body }) => JSON.parse(body).data),
    [`${oracle} now`],
  )
})

test('a bot hears nothing of channels it may not read, and nothing once it is deactivated', async () => {
  await using chat = await startCalling()
  await using program = await startProgram((visit) => say(visit, {}))
  const { olga } = chat
  const botId = await makeBot(olga, program.url)
  await openChannel(olga, 'secret', [], { invite_only: true })
  await openChannel(olga, 'shared', [], { invite_only: true })
  await olga.subscribe('shared', { principals: [botId] })

  await olga.say('secret', 'questions', `${oracle} secretly`)
  await olga.say('shared', 'questions', `${oracle} together`)
  assert.is(JSON.parse((await program.visit()).body).data, `${oracle} together`)

  expectSuccess(await olga.delete(`/bots/${botId}`))
  await olga.say('general', 'questions', `${oracle} in vain`)
  const other = await makeBot(olga, program.url, { full_name: 'Sibyl', short_name: 'sibyl' })
  await write(olga, [other], 'And you?')
  assert.is(JSON.parse((await program.visit()).body).data, 'And you?')
})

test('what its program answers, a bot may post only where it and its owner may write', async () => {
  await using chat = await startCalling()
  await using program = await startProgram((visit) => say(visit, { content: 'Hello' }))
  const ben = await chat.join('Ben')
  await makeBot(ben, program.url)
  await openChannel(chat.olga, 'news', [], { can_send_message_group: ADMINISTRATORS })
  const inbox = await listen(ben)
  await chat.olga.say('news', 'today', oracle)
  const [notice] = await nextOfBot(inbox, [chat.olga, ben])
  assert.match(notice.content, 'could not be posted: ')
})

test('an answer follows its question to another topic, and is dropped where that is deleted', async () => {
  await using chat = await startCalling()
  await using program = await startProgram()
  await makeBot(chat.olga, program.url)
  const inbox = await listen(chat.olga)
  const moved = await chat.olga.say('general', 'here', `${oracle} 1`)
  const first = await program.visit()
  const deleted = await chat.olga.say('general', 'here', `${oracle} 2`)
  const second = await program.visit()
  expectSuccess(await chat.olga.delete(`/messages/${deleted}`))
  expectSuccess(
    await chat.olga.patch(`/messages/${moved}`, {
      topic: 'there',
      send_notification_to_new_thread: false,
      send_notification_to_old_thread: false,
    }),
  )

  say(second, { content: 'two' })
  say(first, { content: 'one' })

  const [reply] = await nextOfBot(inbox, [chat.olga])
  assert.is(reply.content, '<p>one</p>')
  assert.is(reply.subject, 'there')
})

test('private addresses are called only where the administrator allows it', async () => {
  await using chat = await startChat()
  await using program = await startProgram()
  const botId = await makeBot(chat.olga, program.url)
  const reason = 'its host has no address that this server may call'
  assert.match(await complaint(chat, botId), reason)
  const change = { service_payload_url: JSON.stringify(`http://localhost:${program.port}/`) }
  expectSuccess(await chat.olga.patch(`/bots/${botId}`, change))
  assert.match(await complaint(chat, botId), reason)
  assert.is(program.visits.length, 0)
})

test('credentials in the address of a program are refused, as they would not be sent', async () => {
  await using chat = await startChat()
  const answer = await chat.olga.post('/bots', {
    full_name: 'Oracle',
    short_name: 'oracle',
    bot_type: 3,
    payload_url: '"https://me:secret@hooks.test/"',
  })
  assertRefused(answer, 'payload_url must not contain a user name or password')
})

test('a stop does not wait for programs', async () => {
  await using chat = await startCalling()
  await using program = await startProgram()
  await makeBot(chat.olga, program.url)
  await chat.olga.say('general', 'questions', oracle)
  const { response } = await program.visit()
  const closed = once(response, 'close')
  await chat.restart()
  await closed
})

test.run()
