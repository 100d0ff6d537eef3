// Endpoints: the mail that this server sends, for owners.

import { putTestMail } from '../../../domain/joining/account-mails.ts'
import { mailStatus } from '../../../domain/mail/mail-sending.ts'
import { endpoint } from '../../core/endpoint.ts'
import { mailStatusFields } from '../../wire/mail-status.ts'

export const getMailStatus = endpoint('GET /realm/mail', {
  summary: 'Says whether this server sends mail, and how the mail of the last day went.',
  tier: 'owner',
  returns: mailStatusFields,
  handle: (ctx) => mailStatus(ctx),
})

export const sendTestMail = endpoint('POST /realm/mail/test', {
  summary: 'Sends a test mail to the caller.',
  tier: 'owner',
  handle: (ctx, _, call) => putTestMail(ctx, call.user),
})
