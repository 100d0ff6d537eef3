// What people do with messages, for tests in which anybody may do anything.
import type { Answer } from '../chat.ts'
import type { Choice, World } from '../events/actions/world.ts'
import { ACTIONS } from '../events/organization-actions.ts'

type Action = (world: World, choice: Choice) => Promise<Answer>

const of = <T>(list: readonly T[], at: number): T => list[at % list.length]!

const message = ({ messages }: World, at: number) => of(messages, at)

const EMOJI = ['heart', 'tada', 'octopus']

const CONTENTS = [
  'kettle',
  'kettle @**Ben** again',
  '@**topic** hello',
  '/me waves',
  '[tea](https://tea.example)',
  'tea time',
  '/poll Soup?\n- yes\n- no',
]

const MESSAGE_ACTIONS: Record<string, Action> = {
  say: async (world, { by, a, b }) => {
    const answer = await by.post('/messages', {
      ...{ type: 'channel', to: of(world.channels, a), topic: of(['tea', 'rum', 'Tea', ''], b) },
      content: of(CONTENTS, a + b),
    })
    if (answer.result === 'success') world.messages.push(answer.id)
    return answer
  },
  tellMany: async (world, { by, other, a }) => {
    const to = [other.id, of(world.people, a).id]
    const answer = await by.post('/messages', { type: 'direct', to, content: of(CONTENTS, a) })
    if (answer.result === 'success') world.messages.push(answer.id)
    return answer
  },
  edit: (world, { by, a, b }) =>
    by.patch(`/messages/${message(world, a)}`, { content: of(CONTENTS, b) }),
  resolve: (world, { by, a, b }) =>
    by.patch(`/messages/${message(world, a)}`, {
      topic: of(['✔ tea', 'tea', '✔ rum', 'rum'], b),
      propagate_mode: 'change_all',
    }),
  react: (world, { by, a, b }) =>
    by.post(`/messages/${message(world, a)}/reactions`, { emoji_name: of(EMOJI, b) }),
  takeBack: (world, { by, a, b }) =>
    by.delete(`/messages/${message(world, a)}/reactions`, { emoji_name: of(EMOJI, b) }),
  star: (world, { by, a, b }) =>
    by.post('/messages/flags', {
      ...{ messages: [message(world, a)], flag: b % 5 === 0 ? 'collapsed' : 'starred' },
      op: b % 3 === 0 ? 'remove' : 'add',
    }),
  readAll: (world, { by, a }) =>
    by.post('/messages/flags/narrow', {
      ...{ anchor: 'oldest', num_before: 0, num_after: 100, flag: 'read', op: 'add' },
      narrow: [{ operator: 'channel', operand: of(world.channels, a) }],
    }),
  vote: (world, { by, a, b }) =>
    by.post('/submessage', {
      ...{ message_id: message(world, a), msg_type: 'widget' },
      content: { type: 'vote', key: `canned,${b % 2}`, vote: b % 3 === 0 ? -1 : 1 },
    }),
}

/** Everything that people do, with organizations and with messages. */
export const ALL_ACTIONS: Record<string, Action> = { ...ACTIONS, ...MESSAGE_ACTIONS }

/** Each action as often as it is chosen: those with messages more often than the others. */
export const CHOSEN_ACTIONS = [
  ...Object.keys(ACTIONS),
  ...Object.keys(MESSAGE_ACTIONS).flatMap((name) => [name, name, name]),
]
