// Kinds of channels: their changes, and who gains or loses sight by them.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { idOf, NOBODY } from '../channels.ts'
import { expectSuccess, startChat } from '../chat.ts'

test('every change of privacy is possible with the permission for the new one', async () => {
  await using chat = await startChat()
  await chat.olga.subscribe('one')
  const id = await idOf(chat.olga, 'one')
  const kinds = {
    webPublic: [false, true, true],
    public: [false, false, true],
    shared: [true, false, true],
    protected: [true, false, false],
  } as const
  const all = Object.values(kinds)
  for (const from of all) {
    for (const to of all) {
      for (const [is_private, is_web_public, history_public_to_subscribers] of [from, to]) {
        const kind = { is_private, is_web_public, history_public_to_subscribers }
        expectSuccess(await chat.olga.patch(`/streams/${id}`, kind))
      }
      const { stream } = await chat.olga.get(`/streams/${id}`)
      assert.equal(
        [stream.invite_only, stream.is_web_public, stream.history_public_to_subscribers],
        to,
      )
    }
  }
})

test('the missing parts of a privacy setting follow from the sent ones', async () => {
  await using chat = await startChat()
  await chat.olga.subscribe('one')
  const id = await idOf(chat.olga, 'one')
  for (const [asked, expected] of [
    [{ is_web_public: true }, [false, true, true]],
    [{ is_private: true }, [true, false, false]],
    [{ history_public_to_subscribers: true }, [true, false, true]],
    [{ is_private: false }, [false, false, true]],
    [{ is_private: true }, [true, false, false]],
    [{ is_web_public: true }, [false, true, true]],
    [{ is_web_public: false }, [false, false, true]],
  ] as const) {
    expectSuccess(await chat.olga.patch(`/streams/${id}`, asked))
    const { stream } = await chat.olga.get(`/streams/${id}`)
    assert.equal(
      [stream.invite_only, stream.is_web_public, stream.history_public_to_subscribers],
      expected,
    )
  }
})

test('people who gain or lose access to a channel get an event with its subscribers', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const cleo = await chat.join('Cleo')
  await chat.olga.subscribe('one', { principals: [chat.olga.id, cleo.id] })
  const id = await idOf(chat.olga, 'one')
  const inbox = await ben.listen({ event_types: ['stream', 'subscription'] })
  const gone = { type: 'stream', op: 'delete', stream_ids: [id], streams: [{ stream_id: id }] }

  expectSuccess(await chat.olga.patch(`/streams/${id}`, { is_private: true }))
  assert.equal(await inbox.read(), [gone])
  expectSuccess(await chat.olga.patch(`/streams/${id}`, { description: 'a secret' }))
  assert.equal(await inbox.read(), [])
  for (const setting of ['can_subscribe_group', 'can_administer_channel_group']) {
    const holders = { direct_members: [ben.id], direct_subgroups: [] }
    expectSuccess(await chat.olga.patch(`/streams/${id}`, { [setting]: { new: holders } }))
    const [created, peers, ...more] = await inbox.read()
    assert.equal(more, [])
    assert.is(created!.streams[0].description, 'a secret')
    assert.equal(created!.streams[0][setting], holders)
    assert.equal(peers!.user_ids, [chat.olga.id, cleo.id])
    expectSuccess(await chat.olga.patch(`/streams/${id}`, { [setting]: { new: NOBODY } }))
    assert.equal(await inbox.read(), [gone])
  }
  expectSuccess(await chat.olga.patch(`/streams/${id}`, { is_private: false }))
  assert.equal(
    (await inbox.read()).map(({ type, op }) => [type, op]),
    [
      ['stream', 'create'],
      ['subscription', 'peer_add'],
    ],
  )
})

test('the channel for moderation requests stays private', async () => {
  await using chat = await startChat()
  await chat.olga.subscribe('requests', { invite_only: true })
  const id = await idOf(chat.olga, 'requests')
  expectSuccess(await chat.olga.patch('/realm', { moderation_request_channel_id: id }))
  const answer = await chat.olga.patch(`/streams/${id}`, { is_private: false })
  assert.is(answer.msg, 'The channel for moderation requests must be private.')
})

test('a channel may cease to be a default one and turn private at once, and the other way round', async () => {
  await using chat = await startChat()
  const id = await idOf(chat.olga, 'general')
  const inbox = await chat.olga.listen({ event_types: ['default_streams'] })
  expectSuccess(
    await chat.olga.patch(`/streams/${id}`, { is_private: true, is_default_stream: false }),
  )
  assert.equal(await inbox.read(), [{ type: 'default_streams', default_streams: [] }])
  expectSuccess(
    await chat.olga.patch(`/streams/${id}`, { is_private: false, is_default_stream: true }),
  )
  assert.equal(await inbox.read(), [{ type: 'default_streams', default_streams: [id] }])
})

test.run()
