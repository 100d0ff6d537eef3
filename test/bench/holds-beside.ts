// How long a snapshot holds the event loop while a member changes what it shows: what was read ahead in turns must
// not be read again in one.

import { type Ask, type BuiltUp, message, type People } from './holds-people.ts'

const UNREAD = 50_000
/** As many as are marked with one request. */
const MARKED = 5000
/** Marks as many messages as a snapshot lists as unread. */
async function markUnread(ask: Ask) {
  let anchor: unknown = 'newest'
  for (let marked = 0; marked < UNREAD; marked += MARKED) {
    const range = { anchor, num_before: MARKED, num_after: 0, narrow: [] }
    const flag = { op: 'remove', flag: 'read' }
    const outcome = await ask('POST', '/messages/flags/narrow', { ...range, ...flag })
    anchor = outcome.first_processed_id
  }
}

/** The owner, with as much unread as a snapshot lists, registers while a member changes something all the time. */
const registersWhile = (
  what: string,
  change: (people: People, time: number) => Promise<unknown>,
): BuiltUp => ({
  work: `somebody with ${UNREAD.toLocaleString('en')} unread messages registers while a member ${what}`,
  build: ({ owner }) => markUnread(owner),
  async ask(people) {
    let isOver = false
    const changing = async () => {
      for (let time = 0; !isOver; time++) await change(people, time)
    }
    const changed = changing()
    for (let time = 0; time < 5; time++)
      await people.owner('POST', '/register', { include_subscribers: true })
    isOver = true
    await changed
  },
})

export const CHANGES_BESIDE: readonly BuiltUp[] = [
  registersWhile('moves messages', async ({ builder, large }, time) => {
    const { id } = await builder('POST', '/messages', message(large, 'sails', 'moved'))
    await builder('PATCH', `/messages/${id}`, { topic: `moved ${time}` })
  }),
  registersWhile('joins and leaves a channel', ({ builder }, time) =>
    time % 2 === 0
      ? builder('POST', '/users/me/subscriptions', { subscriptions: [{ name: 'Swing' }] })
      : builder('DELETE', '/users/me/subscriptions', { subscriptions: ['Swing'] }),
  ),
  registersWhile('takes other names', ({ builder }, time) =>
    builder('PATCH', '/settings', { full_name: `Builder ${time}` }),
  ),
  registersWhile('makes groups', ({ builder, large }, time) =>
    builder('POST', '/user_groups/create', {
      ...{ name: `beside ${time}`, description: '' },
      members: large.users.slice(0, -1),
    }),
  ),
  registersWhile('makes channels', ({ builder }, time) =>
    builder('POST', '/users/me/subscriptions', { subscriptions: [{ name: `Beside ${time}` }] }),
  ),
]
