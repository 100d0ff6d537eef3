// What a person chooses for one channel: colour, muting, notifications.

import { WRONG_TYPE } from '../../errors/parameters.ts'
import { refuse } from '../../errors.ts'
import type { PersonalSetting } from '../../store/tables/subscriptions.ts'
import type { App, Tx } from '../kernel/context.ts'
import type { User } from '../users/users.ts'

/** One choice for one channel, as clients send it. */
export interface SubscriptionChange {
  stream_id: number
  property: string
  value: unknown
}

/** Boolean settings; `in_home_view` is the inverse of `is_muted` in older clients. */
const BOOLEANS = new Set([
  'is_muted',
  'in_home_view',
  'pin_to_top',
  'wildcard_mentions_notify',
  'desktop_notifications',
  'audible_notifications',
  'push_notifications',
  'email_notifications',
])

/** POST /users/me/subscriptions/properties: all changes or none. */
export const changeSubscriptionSettings = (
  ctx: App,
  user: User,
  changes: readonly SubscriptionChange[],
) =>
  ctx.commit((tx) => {
    for (const change of changes) apply(tx, user, change)
  })

function apply(tx: Tx, user: User, { stream_id, property, value }: SubscriptionChange) {
  if (property !== 'color' && !BOOLEANS.has(property)) {
    refuse('BAD_REQUEST', `Unknown subscription property: ${property}`)
  }
  const { subscriptions } = tx.store
  if (!subscriptions.isSubscribed(user.id, stream_id)) {
    refuse('BAD_REQUEST', `Not subscribed to channel ID ${stream_id}`)
  }
  const tell = (property: string, value: string | boolean) =>
    tx.emit({ type: 'subscription', op: 'update', stream_id, property, value }, [user.id])
  if (property === 'color') {
    const color = readColor(value)
    subscriptions.set(user.id, stream_id, 'color', color)
    return tell('color', color)
  }
  if (typeof value !== 'boolean') refuse(WRONG_TYPE, { name: property, type: 'a boolean' })
  if (property === 'is_muted' || property === 'in_home_view') {
    const isMuted = property === 'is_muted' ? value : !value
    subscriptions.set(user.id, stream_id, 'is_muted', isMuted ? 1 : 0)
    tell('in_home_view', !isMuted)
    return tell('is_muted', isMuted)
  }
  subscriptions.set(user.id, stream_id, property as PersonalSetting, value ? 1 : 0)
  tell(property, value)
}

/** @returns `#` and six lower-case hex digits @throws RequestError for anything but a hex colour */
export function readColor(value: unknown): string {
  const hex = typeof value === 'string' ? /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(value.trim()) : null
  if (!hex) refuse('BAD_REQUEST', 'color is not a valid hex color code')
  const digits = hex[1]!.toLowerCase()
  return `#${digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits}`
}
