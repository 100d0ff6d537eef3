// Counts of what is unread, kept with each change, against one that counts everything anew.
import fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { channelIn, topicKey } from '../../src/web/model/conversations.ts'
import { Table } from '../../src/web/model/table.ts'
import { Unreads } from '../../src/web/model/unreads.ts'
import type { VisibilityPolicy } from '../../src/web/model/wire.ts'

const CHANNELS = [1, 2]
const CONVERSATIONS = [
  ...CHANNELS.flatMap((id) => ['tea', 'rum', 'gin'].map((topic) => topicKey(id, topic))),
  ...['d:3', 'd:3,9'],
]

/** Knows where each unread message is, and counts when it is asked. */
class Twin {
  readonly unread = new Map<number, { at: string; mention?: 'personal' | 'wildcard' | undefined }>()
  readonly policies = new Table<string, VisibilityPolicy>()
  readonly mutedChannels = new Set<number>()

  isHidden(conversation: string): boolean {
    const channelId = channelIn(conversation)
    if (channelId === undefined) return false
    const policy = this.policies.get(conversation) ?? 0
    return policy === 0 ? this.mutedChannels.has(channelId) : policy === 1
  }

  in(conversation: string) {
    return [...this.unread.values()].filter(({ at }) => at === conversation).length
  }

  get total() {
    return [...this.unread.values()].filter(({ at }) => !this.isHidden(at)).length
  }

  inChannel(id: number) {
    const here = [...this.unread.values()].filter(({ at }) => channelIn(at) === id)
    return here.filter(({ at }) => !this.isHidden(at)).length
  }

  get mentions() {
    return [...this.unread]
      .filter(([, { at, mention }]) =>
        mention === 'wildcard' ? !this.isHidden(at) : mention === 'personal',
      )
      .map(([id]) => id)
      .sort((a, b) => a - b)
  }
}

const id = fc.nat({ max: 40 })
const conversation = fc.constantFrom(...CONVERSATIONS)

const change = fc.oneof(
  fc.record({
    kind: fc.constant('add' as const),
    id,
    conversation,
    mention: fc.constantFrom(undefined, 'personal' as const, 'wildcard' as const),
  }),
  fc.record({ kind: fc.constant('read' as const), ids: fc.array(id, { maxLength: 6 }) }),
  fc.record({
    kind: fc.constant('move' as const),
    ids: fc.array(id, { maxLength: 6 }),
    conversation,
  }),
  fc.record({
    kind: fc.constant('policy' as const),
    conversation: fc.constantFrom(...CONVERSATIONS.filter((key) => key.startsWith('c:'))),
    policy: fc.constantFrom<VisibilityPolicy>(0, 1, 2, 3),
  }),
  fc.record({
    kind: fc.constant('mute' as const),
    channelId: fc.constantFrom(...CHANNELS),
    isMuted: fc.boolean(),
  }),
)

test('counts that are kept are those that counting anew finds', () => {
  const runs = process.env.HEARTH_LONG ? 20_000 : 500
  fc.assert(
    fc.property(fc.array(change, { maxLength: 60 }), (changes) => {
      const twin = new Twin()
      const muted = new Table<number, boolean>()
      const unreads = new Unreads({
        isChannelMuted: (id) => muted.get(id) ?? false,
        policyOf: (key) => twin.policies.get(key) ?? 0,
      })
      for (const change of changes) {
        switch (change.kind) {
          case 'add':
            unreads.add(change.id, change.conversation, change.mention)
            twin.unread.set(change.id, { at: change.conversation, mention: change.mention })
            break
          case 'read':
            unreads.remove(change.ids)
            for (const id of change.ids) twin.unread.delete(id)
            break
          case 'move':
            unreads.move(change.ids, change.conversation)
            for (const id of change.ids) {
              const known = twin.unread.get(id)
              if (known) twin.unread.set(id, { ...known, at: change.conversation })
            }
            break
          case 'policy': {
            const before = twin.policies.get(change.conversation) ?? 0
            unreads.policyChanged(change.conversation, before, change.policy)
            twin.policies.set(change.conversation, change.policy)
            break
          }
          case 'mute':
            muted.set(change.channelId, change.isMuted)
            if (change.isMuted) twin.mutedChannels.add(change.channelId)
            else twin.mutedChannels.delete(change.channelId)
        }
        assert.is(unreads.total.value, twin.total, 'in total')
        for (const key of CONVERSATIONS) {
          assert.is(unreads.countIn(key), twin.in(key), key)
          assert.is(unreads.idsIn(key).length, twin.in(key), key)
        }
        for (const channelId of CHANNELS)
          assert.is(unreads.inChannel(channelId), twin.inChannel(channelId), `in ${channelId}`)
        assert.equal(unreads.mentionIds(), twin.mentions, 'mentions')
        assert.is(unreads.mentions.value, twin.mentions.length)
      }
    }),
    { numRuns: runs },
  )
})

test.run()
