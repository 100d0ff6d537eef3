// Writing in the terminal client.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { expectSuccess } from '../chat.ts'
import { goToLast, peopleOf, startScene, withTerminal } from './terminal-scene.ts'

withTerminal('writes to a channel, to people, and replies', async () => {
  await using scene = await startScene()
  const { terminal, olga, cleo, own } = scene
  await terminal.shows('psst')

  await terminal.press('c')
  await terminal.shows(/✗ +▶/)
  await terminal.type('ships')
  await terminal.press('Tab')
  await terminal.type('sails')
  await terminal.press('Tab')
  await terminal.type('All *white*')
  await terminal.press('C-d')
  await terminal.shows('ships ▶  sails', 'All white')
  const { message } = await own.until(({ type }) => type === 'message')
  assert.equal([message.display_recipient, message.subject], ['ships', 'sails'])
  assert.equal([message.sender_id, message.client], [olga.id, 'ZulipTerminal'])
  await terminal.press('Escape')
  await terminal.loses(/# ships +▶/)

  await terminal.press('x')
  await terminal.shows('To:')
  await terminal.type('Cleo <cleo@harbour.test>')
  await terminal.press('Tab')
  await terminal.type('psst yourself')
  await terminal.press('C-d')
  await terminal.shows('▒ psst yourself')
  const direct = await own.until(({ type }) => type === 'message')
  assert.equal(peopleOf(direct.message), [olga.id, cleo.id])
  await terminal.press('Escape')
  await terminal.loses('To: Cleo')

  await terminal.press('P')
  await terminal.shows('All private messages')
  await terminal.loses(/Private messages \[P\] +\d/)
  await terminal.press('r')
  await terminal.shows('To: Cleo <cleo@harbour.test>')
  await terminal.type('and again')
  await terminal.press('C-d')
  await terminal.shows('▒ and again')
  const reply = await own.until(({ type }) => type === 'message')
  assert.equal(peopleOf(reply.message), [olga.id, cleo.id])
})

withTerminal('reacts and stars, and takes both back', async () => {
  await using scene = await startScene()
  const { terminal, olga, own } = scene
  await goToLast(terminal)

  await terminal.press('+')
  await terminal.shows(':thumbs_up: You')
  const added = await own.until(({ type }) => type === 'reaction')
  assert.equal([added.op, added.user_id, added.emoji_code], ['add', olga.id, '1f44d'])
  await terminal.press('+')
  await terminal.loses(':thumbs_up:')

  await terminal.press('*')
  await terminal.shows(/Starred messages \[f\] +1 /)
  const starred = await own.until(({ flag }) => flag === 'starred')
  assert.equal([starred.op, starred.messages], ['add', [scene.whispered]])
  await terminal.press('f')
  await terminal.shows('Starred messages  Search', 'psst')
  await terminal.press('*')
  await terminal.loses(/Starred messages \[f\] +1 /)
})

withTerminal('changes the text and the topic of its own message', async () => {
  await using scene = await startScene()
  const { terminal, olga, own } = scene
  const id = await olga.say('ships', 'masts', 'thre')
  await terminal.shows('▒ thre')
  await goToLast(terminal)
  await terminal.press('S')
  await terminal.shows('ships: topic narrow')

  await terminal.press('e')
  await terminal.shows('Also change later messages')
  await terminal.type('e')
  await terminal.press('C-d')
  await terminal.shows('▒ three', 'EDITED')
  const edit = await own.until(({ type }) => type === 'update_message')
  assert.equal([edit.message_id, edit.content], [id, 'three'])

  expectSuccess(
    await olga.patch(`/messages/${id}`, { topic: 'spars', propagate_mode: 'change_one' }),
  )
  await terminal.loses('▒ three')
})

test.run()
