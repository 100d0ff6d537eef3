import type { IncomingMessage, ServerResponse } from 'node:http'
import { apiKey } from '../domain/api-keys.ts'
import type { Context } from '../domain/context.ts'
import { foundOrganization, isSetupToken } from '../domain/founding.ts'
import { RequestError } from '../errors.ts'
import type { BodyReader } from './body.ts'
import { PAGE_WITH_FORM, requireMethod } from './methods.ts'
import { alert, escapeHtml, field, sendPage } from './page.ts'
import { refusePath } from './paths.ts'

const TITLE = 'Set up Hearth'

/** The page behind the link that an empty server prints: whoever opens it becomes the owner. */
export function setupHandler(ctx: Context, readBody: BodyReader) {
  return async (req: IncomingMessage, res: ServerResponse, token: string) => {
    if (!isSetupToken(ctx, token)) refusePath()
    requireMethod(req, res, PAGE_WITH_FORM)
    if (req.method !== 'POST') return sendPage(res, 200, TITLE, form({}))
    const { parameters } = await readBody(req, res, undefined)
    const { name = '', email = '', full_name = '', password = '' } = parameters
    try {
      const id = await foundOrganization(ctx, {
        name,
        ownerEmail: email,
        ownerName: full_name,
        password,
      })
      const owner = ctx.store.users.find(id)!
      return sendPage(res, 200, TITLE, done(name, ctx.site.url, owner.email, apiKey(ctx, owner)))
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      return sendPage(res, 400, TITLE, form(parameters, error.message))
    }
  }
}

const form = (given: Record<string, string>, problem?: string) => `<h1>Set up Hearth</h1>
<p>Name your organization and create its first account, the owner.</p>
${alert(problem)}
<form method="post">
${field(given, 'name', 'Organization', 'text', 'maxlength="40" autofocus')}
${field(given, 'full_name', 'Your name', 'text', 'maxlength="100" autocomplete="name"')}
${field(given, 'email', 'Your e-mail address', 'email', 'autocomplete="username"')}
${field(given, 'password', 'Password', 'password', 'minlength="6" maxlength="100" autocomplete="new-password"')}
<button>Create organization</button>
</form>`

const done = (
  name: string,
  url: string,
  email: string,
  key: string,
) => `<h1>${escapeHtml(name)} is ready</h1>
<p>Log in with any client of this API, for example the mobile or the terminal client:</p>
<p>Server: <code>${escapeHtml(url)}</code><br>E-mail: <code>${escapeHtml(email)}</code></p>
<p>For a script, put this into <code>~/.zuliprc</code>:</p>
<pre><code>[api]
site=${escapeHtml(url)}
email=${escapeHtml(email)}
key=${escapeHtml(key)}</code></pre>`
