// Whether a user is online: a dot with a shape and a colour for each state.

import { uiText as t } from '../ui/text.ts'
import { model } from './here.ts'

/** Not drawn for those who are away, nor for bots. */
export function PresenceDot({ userId }: { userId: number }) {
  const status = model.presence.statusOf(userId)
  if (status === 'offline' || model.users.get(userId)?.is_bot) return null
  return <span class="presence" data-state={status} role="img" aria-label={t[status]} />
}
