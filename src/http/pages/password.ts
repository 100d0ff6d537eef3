// The page where people who forgot their password set another.

import type { IncomingMessage, ServerResponse } from 'node:http'
import { statusOf } from '../../api/core/error-codes.ts'
import { escapeAttribute } from '../../base/escaping.ts'
import { requirePasswordLink, resetPassword } from '../../domain/joining/account-links.ts'
import { describeLink } from '../../domain/joining/confirmation-links.ts'
import type { App } from '../../domain/kernel/context.ts'
import type { User } from '../../domain/users/users.ts'
import { RequestError } from '../../errors.ts'
import type { BodyReader } from '../body.ts'
import { PAGE_WITH_FORM, requireMethod } from '../methods.ts'
import { redirectLoggedIn, requireSameOrigin } from '../sessions.ts'
import { EMAIL, inWords, PASSWORD } from './fields.ts'
import { formHtml, type Problems, problemsIn } from './form.ts'
import { noticePage, type SendPage, type WebPage } from './page.ts'

type Account = ReturnType<typeof describeLink>

/** The page behind a link for people who forgot the password. */
export function passwordHandler(ctx: App, readBody: BodyReader, send: SendPage) {
  return async (req: IncomingMessage, res: ServerResponse, key: string) => {
    requireMethod(req, res, PAGE_WITH_FORM)
    let account: Account
    try {
      requirePasswordLink(ctx, key)
      account = describeLink(ctx, key)
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      return send(res, uselessLink(error))
    }
    if (req.method !== 'POST') return send(res, formPage(200, account, {}))
    requireSameOrigin(ctx, req)
    const { parameters } = await readBody(req, res, undefined)
    let user: User | undefined
    const problems = await problemsIn(
      { password: async () => (user = await resetPassword(ctx, key, parameters.password ?? '')) },
      inWords,
    )
    if (!user) return send(res, formPage(400, account, problems))
    await redirectLoggedIn(ctx, req, res, user)
  }
}

const formPage = (status: number, account: Account, problems: Problems): WebPage => ({
  status,
  title: 'New password',
  body: `<h1>New password for ${escapeAttribute(account.realm_name)}</h1>
<p class="lead">It ends your other sessions; programs that have your API key go on as before.</p>
${formHtml([{ ...EMAIL, fixed: account.email ?? '' }, PASSWORD], {}, problems, 'Set password')}`,
})

const uselessLink = ({ code, message }: RequestError): WebPage =>
  noticePage(
    statusOf(code),
    'This link does not work',
    `${message} Ask an administrator for a new one. If you know your password, log in.`,
    { href: '/', label: 'Log in' },
  )
