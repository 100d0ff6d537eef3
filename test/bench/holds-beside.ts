// How long a snapshot holds the event loop while a member changes what it shows: what was read ahead in turns must
// not be read again in one.

import { type LargeOrganization, memberAt } from './holds-data.ts'
import { type Ask, type BuiltUp, message } from './holds-people.ts'

const UNREAD = 50_000
/** Channels that the member makes: they may make 500. */
const MOST_MADE = 450
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

/**
 * The owner, with as much unread as a snapshot lists, registers while something changes all the time.
 * @param change by a member, or by the owner
 */
const registersWhile = (
  what: string,
  change: (member: Ask, time: number, large: LargeOrganization, owner: Ask) => Promise<unknown>,
): BuiltUp => ({
  work: `a person with ${UNREAD.toLocaleString('en')} unread messages registers while ${what}`,
  build: ({ owner }) => markUnread(owner),
  async ask({ owner, as, large }) {
    // A member who has made nothing yet, which is limited.
    const member = as(memberAt(large, 47))
    let isOver = false
    const changing = async () => {
      for (let time = 0; !isOver; time++) await change(member, time, large, owner)
    }
    const changed = changing()
    for (let time = 0; time < 5; time++)
      await owner('POST', '/register', { include_subscribers: true })
    isOver = true
    await changed
  },
})

/** Marks the newest messages as read and as unread. */
const readNewest = (owner: Ask, time: number) =>
  owner('POST', '/messages/flags/narrow', {
    ...{ anchor: 'newest', num_before: 10, num_after: 0, narrow: [] },
    ...{ op: time % 2 === 0 ? 'add' : 'remove', flag: 'read' },
  })

const GUEST = 600

/** Those who see everyone; guests see people of their own channels. */
const MEMBERS_GROUP = 6

const limitedGuest: BuiltUp = {
  work: 'a guest who may not see everyone registers, lists users and reads who is present',
  async build({ owner, large }) {
    const group = { new: MEMBERS_GROUP }
    await owner('PATCH', '/realm', { can_access_all_users_group: JSON.stringify(group) })
    await owner('PATCH', `/users/${memberAt(large, 60).id}`, { role: GUEST })
  },
  async ask({ as, large }) {
    const guest = as(memberAt(large, 60))
    for (const capabilities of [{}, { user_list_incomplete: true }])
      await guest('POST', '/register', {
        ...{ include_subscribers: true, client_capabilities: capabilities },
        ...{ presence_history_limit_days: 365 },
      })
    await guest('GET', '/users')
    await guest('GET', '/realm/presence')
  },
}

export const CHANGES_BESIDE: readonly BuiltUp[] = [
  limitedGuest,
  registersWhile('they read some of them', (_member, time, _large, owner) =>
    readNewest(owner, time),
  ),
  registersWhile('they star messages', (_member, time, _large, owner) =>
    owner('POST', '/messages/flags/narrow', {
      ...{ anchor: 'newest', num_before: 5000, num_after: 0, narrow: [] },
      ...{ op: time % 2 === 0 ? 'add' : 'remove', flag: 'starred' },
    }),
  ),
  registersWhile('a member moves messages', async (member, time, large) => {
    const { id } = await member('POST', '/messages', message(large, 'sails', 'moved'))
    await member('PATCH', `/messages/${id}`, { topic: `moved ${time}` })
  }),
  registersWhile('a member joins and leaves a channel', (member, time) =>
    time % 2 === 0
      ? member('POST', '/users/me/subscriptions', { subscriptions: [{ name: 'Swing' }] })
      : member('DELETE', '/users/me/subscriptions', { subscriptions: ['Swing'] }),
  ),
  registersWhile('a member takes other names', (member, time) =>
    member('PATCH', '/settings', { full_name: `Builder ${time}` }),
  ),
  registersWhile('a member makes groups', (member, time, large) =>
    member('POST', '/user_groups/create', {
      ...{ name: `beside ${time}`, description: '' },
      members: large.users.slice(0, -1),
    }),
  ),
  registersWhile('a member makes channels', (member, time) =>
    member('POST', '/users/me/subscriptions', {
      subscriptions: [{ name: `Beside ${time % MOST_MADE}` }],
    }),
  ),
]
