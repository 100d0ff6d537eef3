import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { startChat } from '../chat.ts'

test('a new role is told to everyone, with the groups it leaves and joins', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const inbox = await chat.olga.listen({ event_types: ['realm_user', 'user_group'] })

  await chat.olga.patch(`/users/${ben.id}`, { role: 200 })

  assert.equal(await inbox.read(), [
    { type: 'realm_user', op: 'update', person: { user_id: ben.id, role: 200 } },
    { type: 'user_group', op: 'add_members', group_id: 3, user_ids: [ben.id] },
    { type: 'user_group', op: 'remove_members', group_id: 5, user_ids: [ben.id] },
    { type: 'user_group', op: 'remove_members', group_id: 6, user_ids: [ben.id] },
  ])
  assert.is((await ben.get('/users/me')).role, 200)
})

test.run()
