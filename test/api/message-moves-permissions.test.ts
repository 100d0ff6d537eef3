// Who may move messages.

import { test } from 'uvu'
import { ADMINISTRATORS, assertRefused, EVERYONE, NOBODY, openChannel } from '../channels.ts'
import { expectSuccess, startChat } from '../chat.ts'
import { channelOf, move, threeMessages } from '../moves.ts'

test('moving is for those who may, and the refusals say what is missing', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const ben = await chat.join('Ben')
  const design = await openChannel(olga, 'Design', [ben], {
    can_send_message_group: ADMINISTRATORS,
  })
  const [id] = await threeMessages(chat)
  const realm = async (settings: object) =>
    expectSuccess(await olga.patch('/realm', { ...settings }))

  assertRefused(
    await move(ben, id, { stream_id: design }),
    'You do not have permission to post in this channel.',
  )
  await realm({ can_move_messages_between_channels_group: { new: NOBODY } })
  assertRefused(
    await move(ben, id, { stream_id: design }),
    "You don't have permission to move this message",
  )
  await realm({ can_move_messages_between_topics_group: { new: NOBODY } })
  assertRefused(
    await move(ben, id, { topic: 'supper' }),
    "You don't have permission to edit this message",
  )
  const general = await channelOf(olga, id)
  expectSuccess(await move(ben, id, { topic: '✔ lunch', propagate_mode: 'change_all' }))
  await realm({ can_resolve_topics_group: { new: NOBODY } })
  assertRefused(
    await move(ben, id, { topic: 'lunch' }),
    "You don't have permission to resolve topics in this channel.",
  )
  // What the organization denies, a channel may grant.
  expectSuccess(
    await olga.patch(`/streams/${general}`, {
      can_move_messages_within_channel_group: { new: EVERYONE },
    }),
  )
  expectSuccess(await move(ben, id, { topic: 'supper' }))
  // Administrators administer every channel.
  expectSuccess(await move(olga, id, { topic: 'lunch again' }))
})

test('messages of long ago are moved by moderators only', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const ben = await chat.join('Ben')
  const design = await openChannel(olga, 'Design', [ben])
  const [first, second] = await threeMessages(chat)
  chat.clock.advance(604_800 + 21)
  const fresh = await olga.say('general', 'lunch', 'four')

  assertRefused(
    await move(ben, second, { topic: 'supper' }),
    "The time limit for editing this message's topic has passed.",
  )
  assertRefused(
    await move(ben, second, { stream_id: design }),
    "The time limit for editing this message's channel has passed",
  )
  for (const place of [{ topic: 'supper' }, { stream_id: design }]) {
    assertRefused(
      await move(ben, fresh, { ...place, propagate_mode: 'change_all' }),
      'You only have permission to move the 1/4 most recent messages in this topic.',
      {
        code: 'MOVE_MESSAGES_TIME_LIMIT_EXCEEDED',
        first_message_id_allowed_to_move: fresh,
        total_messages_in_topic: 4,
        total_messages_allowed_to_move: 1,
      },
    )
  }
  expectSuccess(await move(ben, first, { topic: '✔ lunch', propagate_mode: 'change_all' }))
  expectSuccess(await move(olga, first, { topic: 'supper', propagate_mode: 'change_all' }))
})

test('a channel keeps its rules about topics when messages come by moving', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const ben = await chat.join('Ben')
  const named = await openChannel(olga, 'named', [ben], { topics_policy: 'disable_empty_topic' })
  const single = await openChannel(olga, 'single', [ben], { topics_policy: 'empty_topic_only' })
  const closed = await openChannel(olga, 'closed', [ben], {
    can_create_topic_group: ADMINISTRATORS,
  })
  await olga.say('closed', 'plans', 'ours')
  const [id] = await threeMessages(chat)
  const display = { empty_topic_display_name: 'general chat' }

  assertRefused(
    await move(ben, id, { stream_id: named, topic: 'general chat' }),
    'Sending messages to the general chat is not allowed in this channel.',
    display,
  )
  assertRefused(
    await move(ben, id, { stream_id: single }),
    'Only the general chat topic is allowed in this channel.',
    display,
  )
  assertRefused(
    await move(ben, id, { stream_id: closed }),
    'You do not have permission to create new topics in this channel.',
  )
  expectSuccess(await move(ben, id, { stream_id: closed, topic: 'plans' }))
})

test.run()
