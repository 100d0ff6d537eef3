// Options of outgoing mail: the server it is handed to, and the address it comes from.

import { RuleError } from './options.ts'

/** An SMTP server that takes our mail. */
export interface MailServer {
  host: string
  port: number
  /** TLS from the first byte (smtps); otherwise by STARTTLS where the server has it. */
  isSecure: boolean
  /** Undefined: it takes mail without a login. */
  login: { user: string; password: string } | undefined
}

/** The sender of all mail. */
export interface MailSender {
  /** `''`: the name of the organization. */
  name: string
  address: string
}

const RULE = 'must be smtp:// or smtps:// with a host, and perhaps user:password@ and a port'

/** smtps://user:password@host:port. @throws RuleError, which does not repeat the password */
export function readMailServer(text: string): MailServer {
  const url = URL.parse(text)
  const isServer = url && /^smtps?:$/.test(url.protocol) && /^\/?$/.test(url.pathname)
  if (!isServer || url.hostname === '' || url.search || url.hash) throw new RuleError(RULE)
  const isSecure = url.protocol === 'smtps:'
  const [user, password] = [decoded(url.username), decoded(url.password)]
  if ((user === '') !== (password === '')) throw new RuleError(RULE)
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || (isSecure ? 465 : 587),
    isSecure,
    login: user === '' ? undefined : { user, password },
  }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw new RuleError(RULE)
  }
}

/** `chat@example.org` or `Harbour <chat@example.org>`. @throws RuleError */
export function readMailSender(text: string): MailSender {
  const [, name = '', address = ''] = /^\s*(?:"?([^"<>]*?)"?\s*<([^<>]+)>)\s*$/.exec(text) ?? [
    '',
    '',
    text.trim(),
  ]
  if (!/^[^\s@<>()[\]\\,;:"]{1,64}@[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?$/i.test(address))
    throw new RuleError('must be an address, or Name <address>')
  return { name: name.trim(), address }
}
