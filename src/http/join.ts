import type { IncomingMessage, ServerResponse } from 'node:http'
import { describeKey } from '../domain/confirmations.ts'
import type { Context } from '../domain/context.ts'
import { join } from '../domain/joining.ts'
import { openSession } from '../domain/sessions.ts'
import { RequestError } from '../errors.ts'
import type { BodyReader } from './body.ts'
import { PAGE_WITH_FORM, requireMethod } from './methods.ts'
import { alert, escapeHtml, field, sendPage } from './page.ts'
import { requireSameOrigin, setSessionCookie } from './sessions.ts'
import { STATUS } from './statuses.ts'

type Invitation = ReturnType<typeof describeKey>

/** The page behind an invitation's link: whoever opens it makes an account. */
export function joinHandler(ctx: Context, readBody: BodyReader) {
  return async (req: IncomingMessage, res: ServerResponse, key: string) => {
    let invitation: Invitation
    try {
      invitation = describeKey(ctx, key)
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      return sendPage(res, STATUS[error.code], 'Invitation', alert(error.message))
    }
    const title = `Join ${invitation.realm_name}`
    requireMethod(req, res, PAGE_WITH_FORM)
    if (req.method !== 'POST') return sendPage(res, 200, title, form(invitation, {}))
    requireSameOrigin(ctx, req)
    const { parameters } = await readBody(req, res, undefined)
    const { email, full_name = '', password = '' } = parameters
    try {
      const user = await join(ctx, { key, email, fullName: full_name, password })
      const { token } = await openSession(ctx, user)
      setSessionCookie(ctx, res, token)
      return sendPage(res, 200, title, done(invitation, ctx.site.url, user.email))
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      return sendPage(res, STATUS[error.code], title, form(invitation, parameters, error.message))
    }
  }
}

const form = (invitation: Invitation, given: Record<string, string>, problem?: string) =>
  `<h1>Join ${escapeHtml(invitation.realm_name)}</h1>
${alert(problem)}
<form method="post">
${
  invitation.email === null
    ? field(given, 'email', 'Your e-mail address', 'email', 'autocomplete="username"')
    : `<p>Your e-mail address: <code>${escapeHtml(invitation.email)}</code></p>`
}
${field(given, 'full_name', 'Your name', 'text', 'maxlength="100" autocomplete="name"')}
${field(given, 'password', 'Password', 'password', `minlength="${invitation.password_min_length}" maxlength="${invitation.password_max_length}" autocomplete="new-password"`)}
<button>Create account</button>
</form>`

const done = (invitation: Invitation, url: string, email: string) =>
  `<h1>Welcome to ${escapeHtml(invitation.realm_name)}</h1>
<p>Your account is ready. Log in with any client of this API, for example the mobile or the terminal client:</p>
<p>Server: <code>${escapeHtml(url)}</code><br>E-mail: <code>${escapeHtml(email)}</code></p>`
