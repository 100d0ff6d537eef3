// The fields of every event, as clients expect them.

import type * as z from 'zod'
import { CHANNEL_PAYLOADS } from './payloads/channels.ts'
import { MESSAGE_PAYLOADS } from './payloads/messages.ts'
import { ORGANIZATION_PAYLOADS } from './payloads/organization.ts'
import { PEOPLE_PAYLOADS } from './payloads/people.ts'
import { PERSONAL_PAYLOADS } from './payloads/personal.ts'

/**
 * What belongs in each event besides `type`, `op` and `id`: no key more, none less (events,
 * section 3). By type, or by type and op.
 */
export const PAYLOADS: Record<string, z.ZodType> = {
  ...MESSAGE_PAYLOADS,
  ...CHANNEL_PAYLOADS,
  ...PEOPLE_PAYLOADS,
  ...PERSONAL_PAYLOADS,
  ...ORGANIZATION_PAYLOADS,
}
