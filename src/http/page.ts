import type { ServerResponse } from 'node:http'
import { SECURITY_HEADERS } from './answer.ts'

/** A page that works without JavaScript. @param body HTML */
export function sendPage(res: ServerResponse, status: number, title: string, body: string) {
  const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
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

/** A field of a form with what was entered before; passwords are to be entered again. */
export const field = (
  given: Record<string, string>,
  name: string,
  label: string,
  type: string,
  more = '',
) =>
  `<label>${label}<input name="${name}" type="${type}" required ${more} value="${escapeHtml(type === 'password' ? '' : (given[name] ?? ''))}"></label>`

export const alert = (problem: string | undefined) =>
  problem === undefined ? '' : `<p role="alert">${escapeHtml(problem)}</p>`

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

export const escapeHtml = (text: string) =>
  text.replace(/[&<>"]/g, (character) => ENTITIES[character]!)
