import type { IncomingMessage, ServerResponse } from 'node:http'
import { describeKey } from '../domain/confirmations.ts'
import type { Context } from '../domain/context.ts'
import { requirePasswordKey, resetPassword } from '../domain/key-actions.ts'
import { RequestError } from '../errors.ts'
import type { BodyReader } from './body.ts'
import { PAGE_WITH_FORM, requireMethod } from './methods.ts'
import { alert, escapeHtml, field, sendPage } from './page.ts'
import { requireSameOrigin } from './sessions.ts'
import { STATUS } from './statuses.ts'

const TITLE = 'New password'

type Account = ReturnType<typeof describeKey>

/** The page behind a link for somebody who forgot the password. */
export function passwordHandler(ctx: Context, readBody: BodyReader) {
  return async (req: IncomingMessage, res: ServerResponse, key: string) => {
    requireMethod(req, res, PAGE_WITH_FORM)
    let account: Account | undefined
    try {
      requirePasswordKey(ctx, key)
      account = describeKey(ctx, key)
      if (req.method !== 'POST') return sendPage(res, 200, TITLE, form(account))
      requireSameOrigin(ctx, req)
      const { parameters } = await readBody(req, res, undefined)
      const { email } = await resetPassword(ctx, key, parameters.password ?? '')
      return sendPage(res, 200, TITLE, done(ctx.site.url, email))
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      const body = account ? form(account, error.message) : alert(error.message)
      return sendPage(res, STATUS[error.code], TITLE, body)
    }
  }
}

const form = (account: Account, problem?: string) =>
  `<h1>New password for ${escapeHtml(account.realm_name)}</h1>
${alert(problem)}
<form method="post">
<p>Your e-mail address: <code>${escapeHtml(account.email ?? '')}</code></p>
${field({}, 'password', 'New password', 'password', `minlength="${account.password_min_length}" maxlength="${account.password_max_length}" autocomplete="new-password" autofocus`)}
<button>Set password</button>
</form>`

const done = (url: string, email: string) =>
  `<h1>Your new password is set</h1>
<p>It is needed wherever you log in from now on; programs that have your API key go on as before.</p>
<p>Server: <code>${escapeHtml(url)}</code><br>E-mail: <code>${escapeHtml(email)}</code></p>`
