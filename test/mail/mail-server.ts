// A mail server of the test's own, which keeps what it takes and refuses what the test says.

import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ParsedMail, simpleParser } from 'mailparser'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

/** A mail that was taken. */
export interface TakenMail {
  mail: ParsedMail
  to: string[]
  header(name: string): string
  /** The first link in the text whose path begins so. */
  link(path: string): string
}

export interface MailServer extends AsyncDisposable {
  port: number
  taken: TakenMail[]
  /** The next mail that was not returned yet, once it is there. */
  next(): Promise<TakenMail>
  /** How often a mail was offered, taken or not. */
  offers: number
  /** Resolves when mails were offered so often. */
  offered(times: number): Promise<void>
  /** What the next recipients are refused with, in order; the others are taken. */
  refusals: number[]
  /** Instead of an answer to the next mails the connection breaks. */
  breaks: number
}

/** @param options of the server: certificates, logins */
export async function startMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const waiting: (() => void)[] = []
  const notice = () => {
    for (const look of waiting.splice(0)) look()
  }
  const until = async (isTrue: () => boolean) => {
    while (!isTrue()) await new Promise<void>((go) => waiting.push(go))
  }
  let read = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: options.key ? [] : ['STARTTLS'],
    closeTimeout: 100,
    disableReverseLookup: true,
    onRcptTo(_address, _session, done) {
      found.offers++
      notice()
      const responseCode = found.refusals.shift()
      done(responseCode === undefined ? null : Object.assign(new Error('no'), { responseCode }))
    },
    onData(stream, session, done) {
      // A connection that ends too early brings no mail.
      simpleParser(stream).then((mail) => {
        if (found.breaks > 0) {
          found.breaks--
          for (const connection of server.connections) connection.close()
          return
        }
        found.taken.push(
          takenMail(
            mail,
            session.envelope.rcptTo.map(({ address }) => address),
          ),
        )
        done(null)
        notice()
      }, done)
    },
    ...options,
  })
  server.on('error', () => {})
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const found: MailServer = {
    port: (server.server.address() as AddressInfo).port,
    taken: [],
    offers: 0,
    refusals: [],
    breaks: 0,
    async next() {
      await until(() => found.taken.length > read)
      return found.taken[read++]!
    },
    offered: (times) => until(() => found.offers >= times),
    [Symbol.asyncDispose]: () => new Promise<void>((closed) => server.close(() => closed())),
  }
  return found
}

function takenMail(mail: ParsedMail, to: string[]): TakenMail {
  const lines = new Map(mail.headerLines.map(({ key, line }) => [key, line]))
  return {
    mail,
    to,
    header: (name) =>
      (lines.get(name.toLowerCase()) ?? '')
        .slice(name.length + 1)
        .replace(/\s+/g, ' ')
        .trim(),
    link(path) {
      const found = /https?:\/\/\S+/g
      for (const [url] of mail.text!.matchAll(found))
        if (new URL(url).pathname.startsWith(path)) return url
      throw new Error(`There is no link to ${path} in:\n${mail.text}`)
    },
  }
}

/** The options of a server that hands its mail to this one. */
export const mailOptions = ({ port }: { port: number }) => ({
  smtpUrl: { host: '127.0.0.1', port, isSecure: false, login: undefined },
  mailFrom: { name: '', address: 'chat@harbour.test' },
})

/** A certificate for localhost that signs itself, made with openssl. */
export function ownCertificate(): { key: string; cert: string } {
  const folder = mkdtempSync(join(tmpdir(), 'hearth-test-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  try {
    execFileSync(
      'openssl',
      [
        ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'],
        ...['-keyout', key, '-out', cert, '-days', '2', '-subj', '/CN=localhost'],
        ...['-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'],
      ],
      { stdio: 'ignore' },
    )
    return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
