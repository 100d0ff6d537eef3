// The page behind an invitation, where people make their accounts.

import type { IncomingMessage, ServerResponse } from 'node:http'
import { statusOf } from '../../api/core/error-codes.ts'
import { escapeAttribute } from '../../base/escaping.ts'
import { checkPasswordStrength } from '../../domain/authentication/passwords.ts'
import { describeLink } from '../../domain/joining/confirmation-links.ts'
import { join, signUp } from '../../domain/joining/joining.ts'
import type { App } from '../../domain/kernel/context.ts'
import { sendsMail } from '../../domain/mail/outbox.ts'
import { checkNewAddress } from '../../domain/users/addresses.ts'
import { checkFullName, requireFreeName } from '../../domain/users/full-names.ts'
import type { User } from '../../domain/users/users.ts'
import { RequestError } from '../../errors.ts'
import type { BodyReader } from '../body.ts'
import { PAGE_WITH_FORM, requireMethod } from '../methods.ts'
import { redirectLoggedIn, requireSameOrigin } from '../sessions.ts'
import { addressPage, mailedPage } from './address-page.ts'
import { EMAIL, FULL_NAME, inWords, PASSWORD } from './fields.ts'
import { formHtml, type Problems, problemsIn } from './form.ts'
import { noticePage, type SendPage, type WebPage } from './page.ts'

type Invitation = ReturnType<typeof describeLink>

/**
 * Handles GET (the form) and POST (making the account) of an invitation link.
 * @param takeMail counts a mail that a visitor causes. @throws RequestError RATE_LIMIT_HIT
 */
export function joinHandler(
  ctx: App,
  readBody: BodyReader,
  send: SendPage,
  takeMail: (req: IncomingMessage) => void,
) {
  return async (req: IncomingMessage, res: ServerResponse, key: string) => {
    let invitation: Invitation
    try {
      invitation = describeLink(ctx, key)
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      return send(res, uselessLink(error))
    }
    requireMethod(req, res, PAGE_WITH_FORM)
    if (invitation.kind === 'multiuse' && sendsMail(ctx))
      return confirmFirst(ctx, req, res, key, invitation)
    if (req.method !== 'POST') return send(res, formPage(200, invitation, {}, {}))
    requireSameOrigin(ctx, req)
    const { parameters } = await readBody(req, res, undefined)
    const { full_name = '', password = '' } = parameters
    const email = invitation.email ?? parameters.email ?? ''
    const problems = await problemsIn(
      {
        full_name: () => requireFreeName(ctx, checkFullName(full_name), { isBot: false }),
        email: () => checkNewAddress(ctx, email),
        password: () => checkPasswordStrength(password, [email, full_name]),
      },
      inWords,
    )
    if (Object.keys(problems).length > 0)
      return send(res, formPage(400, invitation, parameters, problems))
    let user: User | undefined
    // The fields are valid; what can be refused now is the address.
    const late = await problemsIn(
      {
        email: async () => (user = await join(ctx, { key, email, fullName: full_name, password })),
      },
      inWords,
    )
    if (!user) return send(res, formPage(400, invitation, parameters, late))
    await redirectLoggedIn(ctx, req, res, user)
  }

  /** The address is confirmed by mail before there is an account. */
  async function confirmFirst(
    ctx: App,
    req: IncomingMessage,
    res: ServerResponse,
    key: string,
    invitation: Invitation,
  ) {
    const page = { title: `Join ${invitation.realm_name}`, lead: CONFIRM, button: 'Send the mail' }
    if (req.method !== 'POST') return send(res, addressPage(200, page))
    requireSameOrigin(ctx, req)
    const { parameters } = await readBody(req, res, undefined)
    takeMail(req)
    const { email = '' } = parameters
    const problems = await problemsIn({ email: () => signUp(ctx, email, key) }, inWords)
    if (problems.email !== undefined) return send(res, addressPage(400, page, parameters, problems))
    await send(res, mailedPage('We sent you a link, which works for one day.'))
  }
}

const CONFIRM = 'Enter your address. We mail you a link that shows that it is yours.'

function formPage(
  status: number,
  invitation: Invitation,
  given: Record<string, string>,
  problems: Problems,
): WebPage {
  const title = `Join ${invitation.realm_name}`
  const email = invitation.email === null ? EMAIL : { ...EMAIL, fixed: invitation.email }
  return {
    status,
    title,
    body: `<h1>${escapeAttribute(title)}</h1>
<p class="lead">Create your account, and you are in.</p>
${formHtml([FULL_NAME, email, PASSWORD], given, problems, 'Join')}`,
  }
}

const uselessLink = ({ code, message }: RequestError): WebPage =>
  noticePage(
    statusOf(code),
    'This invitation does not work',
    `${message} Ask the person who sent it for a new one. If you have an account already, log in.`,
    { href: '/', label: 'Log in' },
  )
