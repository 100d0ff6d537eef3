// Endpoints: hints that were seen.

import { markStepSeen } from '../../../domain/personal/onboarding-steps.ts'
import { endpoint } from '../../core/endpoint.ts'
import { text } from '../../core/params.ts'

export const markStepSeenEndpoint = endpoint('POST /users/me/onboarding_steps', {
  summary: 'Marks an introduction as seen, so that clients do not show it again.',
  tier: 'human',
  params: { onboarding_step: text.describe('The name of the introduction.') },
  handle: (ctx, { onboarding_step }, call) => markStepSeen(ctx, call.user, onboarding_step),
})
