// Hints that clients show once to each person.

import { refuse } from '../../errors.ts'
import type { App, Context } from '../kernel/context.ts'
import type { User } from '../users/users.ts'

/** Hints that clients show once. */
const STEPS = [
  'visibility_policy_banner',
  'intro_inbox_view_modal',
  'intro_recent_view_modal',
  'first_stream_created_banner',
  'jump_to_conversation_banner',
  'non_interleaved_view_messages_fading',
  'interleaved_view_messages_fading',
  'intro_resolve_topic',
  'navigation_tour_video',
]

/** Hints that a person has not seen yet. */
export function unseenSteps(ctx: Context, user: User) {
  const seen = new Set(ctx.store.onboardingSteps.seenBy(user.id))
  return STEPS.filter((name) => !seen.has(name)).map((name) => ({ type: 'one_time_notice', name }))
}

/** POST /users/me/onboarding_steps: marks a hint as seen. */
export const markStepSeen = (ctx: App, user: User, name: string) =>
  ctx.commit((tx) => {
    if (!STEPS.includes(name)) refuse('BAD_REQUEST', `Unknown onboarding_step: ${name}`)
    if (!tx.store.onboardingSteps.markSeen(user.id, name)) return
    tx.emit({ type: 'onboarding_steps', onboarding_steps: unseenSteps(tx, user) }, [user.id])
  })
