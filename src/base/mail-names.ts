// The domains of mail addresses, which follow from the address of the server unless one is given.

import { isIP } from 'node:net'

interface MailNameOptions {
  mailDomain: string | undefined
  /** Undefined: no mail is received. */
  smtpPort: number | undefined
}

/** The domains of mail addresses at a server that people reach at this origin. */
export function mailNamesOf(config: MailNameOptions, url: string) {
  const host = new URL(url).hostname
  const isNumeric = isIP(host.replace(/[[\]]/g, '')) !== 0
  const ownHost = isNumeric || !host.includes('.') ? 'hearth.local' : host
  const receiving = config.mailDomain ?? (isNumeric ? ownHost : host)
  return {
    mailHost: config.mailDomain ?? ownHost,
    mailDomain: config.smtpPort === undefined ? undefined : receiving,
  }
}
