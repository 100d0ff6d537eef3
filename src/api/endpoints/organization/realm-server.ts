// Endpoints: how the server is doing, for administrators.

import * as z from 'zod'
import { serverStatus } from '../../../domain/organization-management/server-status.ts'
import { endpoint } from '../../core/endpoint.ts'
import { int, text } from '../../core/params.ts'
import { mailStatusFields } from '../../wire/mail-status.ts'

export const getServerStatus = endpoint('GET /realm/server', {
  summary:
    'Says how the server is doing: version, problems, mail, pushes, backups on schedule and the certificate.',
  tier: 'administrator',
  returns: {
    version: text,
    url: text,
    started_at: int,
    problems: z.array(z.object({ what: text, message: text })),
    mail: z.object(mailStatusFields),
    push: z.object({ devices: int, failing: int, waiting: int }),
    backups: z
      .object({
        every: int,
        keep: int,
        kept: int,
        newest_at: int.nullable(),
        next_at: int,
        failure: z.object({ at: int, reason: text }).nullable(),
      })
      .nullable(),
    certificate: z
      .object({ source: z.enum(['files', 'local', 'acme']), expires_at: int })
      .nullable(),
  },
  handle: (ctx) => serverStatus(ctx),
})
