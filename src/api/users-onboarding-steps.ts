import { markStepSeen } from '../domain/onboarding-steps.ts'
import { endpoint } from './endpoint.ts'
import { text } from './params.ts'

export const markStepSeenEndpoint = endpoint('POST /users/me/onboarding_steps', {
  tier: 'human',
  params: { onboarding_step: text },
  handle: (ctx, { onboarding_step }, call) => markStepSeen(ctx, call.user, onboarding_step),
})
