// The page where people who forgot their password ask for a link.

import type { IncomingMessage, ServerResponse } from 'node:http'
import { requestPasswordReset } from '../../domain/joining/account-links.ts'
import type { App } from '../../domain/kernel/context.ts'
import { sendsMail } from '../../domain/mail/outbox.ts'
import type { BodyReader } from '../body.ts'
import { PAGE_WITH_FORM, requireMethod } from '../methods.ts'
import { requireSameOrigin } from '../sessions.ts'
import { addressPage, mailedPage } from './address-page.ts'
import { noticePage, type SendPage } from './page.ts'

const PAGE = {
  title: 'Forgot your password?',
  lead: 'Enter the address of your account. We mail you a link that sets a new password.',
  button: 'Send the link',
}

const WITHOUT_MAIL = noticePage(
  200,
  'Forgot your password?',
  'This server sends no mail. Ask an administrator for a link that sets a new password: hearth user password prints one.',
  { href: '/', label: 'Log in' },
)

/**
 * GET and POST /password/forgot. The answer is the same whether there is an account or not.
 * @param takeMail counts the mail for a visitor and an address. @throws RequestError RATE_LIMIT_HIT
 */
export function forgotHandler(
  ctx: App,
  readBody: BodyReader,
  send: SendPage,
  takeMail: (req: IncomingMessage, email: string) => void,
) {
  return async (req: IncomingMessage, res: ServerResponse) => {
    requireMethod(req, res, PAGE_WITH_FORM)
    if (!sendsMail(ctx)) return send(res, WITHOUT_MAIL)
    if (req.method !== 'POST') return send(res, addressPage(200, PAGE))
    requireSameOrigin(ctx, req)
    const { parameters } = await readBody(req, res, undefined)
    const email = (parameters.email ?? '').trim()
    if (!email.includes('@') || email.length > 320) {
      const problems = { email: 'Enter an email address, such as name@example.org.' }
      return send(res, addressPage(400, PAGE, parameters, problems))
    }
    takeMail(req, email)
    await requestPasswordReset(ctx, email)
    await send(res, mailedPage('If there is an account with this address, a link is on its way.'))
  }
}
