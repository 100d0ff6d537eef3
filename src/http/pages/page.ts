// The frame of pages that the server draws itself; they work without JavaScript.

import type { IncomingMessage, ServerResponse } from 'node:http'
import { statusOf } from '../../api/core/error-codes.ts'
import { escapeAttribute } from '../../base/escaping.ts'
import { RequestError } from '../../errors.ts'
import { SECURITY_HEADERS } from '../answer.ts'
import type { WebClient } from '../web/files.ts'

/** A page: its title is plain text, its body HTML below the mark of Hearth. */
export interface WebPage {
  status: number
  title: string
  body: string
}

export type SendPage = (res: ServerResponse, page: WebPage) => Promise<void>

const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** The pages share the style of the web client, so they are sent with the names of its files. */
export function pageSender(client: WebClient): SendPage {
  return async (res, { status, title, body }) => {
    const { named } = await client.open()
    const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeAttribute(title)}</title>
<link rel="icon" href="/web/${named['icons/favicon.svg']}" type="image/svg+xml">
<link rel="stylesheet" href="/web/${named['server-pages.css']}">
</head>
<body>
<main>
<img class="mark" src="/web/${named['icons/favicon.svg']}" alt="">
${body}
</main>
</body>
</html>
`
    res.writeHead(status, {
      ...SECURITY_HEADERS,
      'Content-Security-Policy': POLICY,
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Length': Buffer.byteLength(html),
      'Cache-Control': 'no-store',
      Vary: 'Accept',
    })
    res.end(html)
  }
}

/**
 * A page that says what happened and what to do, for people who followed a link.
 * @param next where the page leads; undefined: nowhere
 */
export const noticePage = (
  status: number,
  title: string,
  words: string,
  next?: { href: string; label: string },
): WebPage => ({
  status,
  title,
  body: `<h1>${escapeAttribute(title)}</h1>
<p>${escapeAttribute(words)}</p>
${next ? `<a class="button" href="${escapeAttribute(next.href)}">${escapeAttribute(next.label)}</a>` : ''}`,
})

const HOME = { href: '/', label: 'Go to the chat' }

/** The page of an error that no page of its own explains. */
export function errorPage(error: unknown): WebPage {
  if (!(error instanceof RequestError)) {
    const words = 'The server made a mistake; its log says more. Try again in a moment.'
    return noticePage(500, 'That did not work', words, HOME)
  }
  const { code, message } = error
  if (code === 'NOT_FOUND') {
    const words = 'The address may be incomplete, or what was here is gone.'
    return noticePage(404, 'There is nothing at this address', words, HOME)
  }
  return noticePage(statusOf(code), 'That did not work', message, HOME)
}

/** Browsers that open an address say that they take HTML. What the API says is always JSON. */
export const wantsPage = ({ url = '', headers }: IncomingMessage) =>
  /\btext\/html\b/i.test(headers.accept ?? '') && !/^\/(?:api|json)\//.test(url)
