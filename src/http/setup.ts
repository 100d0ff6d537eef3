import type { IncomingMessage, ServerResponse } from 'node:http'
import { apiKey } from '../domain/accounts.ts'
import type { Context } from '../domain/context.ts'
import { foundOrganization, isSetupToken } from '../domain/founding.ts'
import { RequestError, refuse } from '../errors.ts'
import { SECURITY_HEADERS } from './answer.ts'
import { readBody } from './body.ts'

/** The page behind the link that an empty server prints: whoever opens it becomes the owner. */
export function setupHandler(ctx: Context) {
  return async (req: IncomingMessage, res: ServerResponse, token: string) => {
    if (!isSetupToken(ctx, token)) refuse('NOT_FOUND', 'This URL does not exist')
    if (req.method !== 'POST') return sendPage(res, 200, form({}))
    const { parameters } = await readBody(req, res, false)
    const { name = '', email = '', full_name = '', password = '' } = parameters
    try {
      const id = await foundOrganization(ctx, {
        name,
        ownerEmail: email,
        ownerName: full_name,
        password,
      })
      const owner = ctx.store.users.find(id)!
      return sendPage(res, 200, done(name, ctx.site.url, owner.email, apiKey(ctx, owner)))
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      return sendPage(res, 400, form(parameters, error.message))
    }
  }
}

function sendPage(res: ServerResponse, status: number, body: string) {
  const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Set up Hearth</title>
<style>
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 28rem; margin: 3rem auto; padding: 0 1rem; color: #222; background: #faf8f5 }
  label { display: block; margin: 1rem 0 }
  input { display: block; width: 100%; box-sizing: border-box; font: inherit; padding: .5rem; border: 1px solid #bbb; border-radius: .4rem }
  button { font: inherit; padding: .6rem 1.2rem; border: 0; border-radius: .4rem; background: #b4491f; color: #fff; cursor: pointer }
  [role=alert] { padding: .6rem 1rem; border-radius: .4rem; background: #fbe3dc; color: #8a2405 }
  code { overflow-wrap: anywhere }
  @media (prefers-color-scheme: dark) { body { background: #1d1b19; color: #eee } input { background: #2a2724; color: inherit; border-color: #555 } }
</style>
${body}
</html>
`
  res.writeHead(status, {
    ...SECURITY_HEADERS,
    'Content-Security-Policy':
      "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'",
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Length': Buffer.byteLength(html),
    'Cache-Control': 'no-store',
  })
  res.end(html)
}

function form(given: Record<string, string>, problem?: string) {
  const field = (name: string, label: string, type: string, more = '') =>
    `<label>${label}<input name="${name}" type="${type}" required ${more} value="${escapeHtml(type === 'password' ? '' : (given[name] ?? ''))}"></label>`
  return `<h1>Set up Hearth</h1>
<p>Name your organization and create its first account, the owner.</p>
${problem === undefined ? '' : `<p role="alert">${escapeHtml(problem)}</p>`}
<form method="post">
${field('name', 'Organization', 'text', 'maxlength="40" autofocus')}
${field('full_name', 'Your name', 'text', 'maxlength="100" autocomplete="name"')}
${field('email', 'Your e-mail address', 'email', 'autocomplete="username"')}
${field('password', 'Password', 'password', 'minlength="6" maxlength="100" autocomplete="new-password"')}
<button>Create organization</button>
</form>`
}

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

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => ENTITIES[character]!)
