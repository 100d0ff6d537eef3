// Hands mails to an SMTP server; alone with nodemailer, which is loaded with the first mail.

import { connect, isIP, type Socket } from 'node:net'
import type { Transporter } from 'nodemailer'
import type { MailSender, MailServer } from '../base/mail-options.ts'
import { MailFailed, type MailTransport, type OutgoingMail } from './mail.ts'

/** A server that greets, answers or reads more slowly is tried again later. */
const CONNECTION_MS = 15_000
const SILENCE_MS = 30_000

/** Answers to these commands are about the mail; others are about us, and can be mended. */
const ABOUT_THE_MAIL = /^(MAIL|RCPT|DATA|BODY|API)/

export class SmtpTransport implements MailTransport {
  readonly #server: MailServer
  readonly #from: MailSender
  #transporter: Promise<Transporter> | undefined
  /** Connections to the server, to end them when this one is stopped. */
  readonly #sockets = new Set<Socket>()
  #isStopped = false

  constructor(server: MailServer, from: MailSender) {
    this.#server = server
    this.#from = from
  }

  async send(mail: OutgoingMail): Promise<void> {
    if (this.#isStopped) throw new MailFailed('this server was stopped', false)
    this.#transporter ??= this.#open()
    const transporter = await this.#transporter
    const { messageId, to, replyTo, references, subject, text, html, unsubscribeUrl } = mail
    try {
      await transporter.sendMail({
        messageId,
        from: { name: this.#from.name || mail.fromName, address: this.#from.address },
        to: { name: '', address: to },
        ...(replyTo !== undefined && { replyTo: { name: mail.fromName, address: replyTo } }),
        ...(references.length > 0 && {
          references: [...references],
          inReplyTo: references.at(-1)!,
        }),
        subject,
        text,
        html,
        headers: {
          'Auto-Submitted': 'auto-generated',
          'X-Auto-Response-Suppress': 'All',
          'List-Unsubscribe': { prepared: true, value: `<${unsubscribeUrl}>` },
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        },
        disableFileAccess: true,
        disableUrlAccess: true,
      })
    } catch (error) {
      throw explain(error)
    }
  }

  stop(): void {
    this.#isStopped = true
    for (const socket of this.#sockets) socket.destroy()
  }

  async #open(): Promise<Transporter> {
    const { createTransport } = await import('nodemailer')
    const { host, port, isSecure, login } = this.#server
    return createTransport({
      host,
      port,
      secure: isSecure,
      // A password goes over the network encrypted or not at all.
      requireTLS: login !== undefined && !isThisMachine(host),
      ...(login && { auth: { user: login.user, pass: login.password } }),
      getSocket: (_options, done) => this.#connect(done),
      greetingTimeout: CONNECTION_MS,
      socketTimeout: SILENCE_MS,
      logger: false,
    })
  }

  #connect(done: (error: Error | null, options?: { connection: Socket }) => void) {
    const { host, port } = this.#server
    const socket = connect({ host, port, timeout: CONNECTION_MS })
    this.#sockets.add(socket)
    const fail = (error: Error) => done(error)
    const tooLate = () => socket.destroy(Object.assign(new Error(), { code: 'ETIMEDOUT' }))
    socket.once('error', fail)
    socket.once('timeout', tooLate)
    socket.once('close', () => this.#sockets.delete(socket))
    socket.once('connect', () => {
      socket.off('error', fail).off('timeout', tooLate).setTimeout(0)
      done(null, { connection: socket })
    })
  }
}

const isThisMachine = (host: string) =>
  host === 'localhost' || (isIP(host) !== 0 && /^(127\.|::1$)/.test(host))

interface SmtpError extends Error {
  code?: string
  responseCode?: number
  command?: string
}

function explain(error: unknown): MailFailed {
  const { code = 'EUNKNOWN', responseCode, command = '' } = error as SmtpError
  const isRefusal = responseCode !== undefined && ABOUT_THE_MAIL.test(command)
  const isFinal = isRefusal && responseCode >= 500
  const words = responseCode === undefined ? code : `${code}, answer ${responseCode}`
  return new MailFailed(`the mail server did not take it (${words})`, isFinal)
}
