import { refuse } from '../errors.ts'
import type { Context } from './context.ts'
import type { User } from './users.ts'

/** Hints that clients show once (events 1.4). */
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

/** Those a person has not seen. */
export function unseenSteps(ctx: Context, user: User) {
  const seen = new Set(ctx.store.onboardingSteps.seenBy(user.id))
  return STEPS.filter((name) => !seen.has(name)).map((name) => ({ type: 'one_time_notice', name }))
}

/** POST /users/me/onboarding_steps: this one need not be shown again. */
export const markStepSeen = (ctx: Context, user: User, name: string) =>
  ctx.commit((emit) => {
    if (!STEPS.includes(name)) refuse('BAD_REQUEST', `Unknown onboarding_step: ${name}`)
    if (!ctx.store.onboardingSteps.markSeen(user.id, name)) return
    emit({ type: 'onboarding_steps', onboarding_steps: unseenSteps(ctx, user) }, [user.id])
  })
