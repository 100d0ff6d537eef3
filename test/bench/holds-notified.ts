// How long it holds the event loop to notify people of messages, while mail is sent.

import { setTimeout as wait } from 'node:timers/promises'
import { memberAt } from './holds-data.ts'
import { type BuiltUp, many, message } from './holds-people.ts'

const NOTIFYING = 20
const notifying: BuiltUp = {
  work: `${NOTIFYING} messages that everyone is notified of`,
  build: async () => {},
  ask: ({ owner, large }) =>
    many(NOTIFYING, () => owner('POST', '/messages', message(large, '@**all**'))),
}

const MISSED = 40
/** The mail goes after all are sent, and while it is watched. */
const MAILED_AFTER_SECONDS = 10
const missed: BuiltUp = {
  work: `a mail about ${MISSED} long messages that a member missed`,
  async build({ builder, third, large }) {
    const email_notifications_batching_period_seconds = MAILED_AFTER_SECONDS
    await third('PATCH', '/settings', { email_notifications_batching_period_seconds })
    const content = ':tada:'.repeat(1600)
    const to = [memberAt(large, 45).id]
    await many(MISSED, () => builder('POST', '/messages', { type: 'direct', to, content }))
  },
  ask: () => wait((MAILED_AFTER_SECONDS + 5) * 1000),
}

export const NOTIFIED: readonly BuiltUp[] = [notifying, missed]
