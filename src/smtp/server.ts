import type { AddressInfo } from 'node:net'
import { simpleParser } from 'mailparser'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerOptions } from 'smtp-server'
import { findMailRoute, type Mail, postMail } from '../domain/channel-email.ts'
import type { Context } from '../domain/context.ts'
import { RequestError, StartError } from '../errors.ts'
import { MailLimits } from './limits.ts'

/** Bytes of one mail; what is larger carries files, which channels do not take by mail. */
const MAX_MAIL_BYTES = 10 * 1024 * 1024

/** Mails are held in memory while they arrive, so few may arrive at once. */
const MAX_CONNECTIONS = 20
const MAX_RECIPIENTS = 20
const SILENCE_MS = 60_000
/** Characters of HTML that are turned into text; a message keeps far less. */
const MAX_HTML_LENGTH = 500_000

export interface MailReceiver {
  port: number
  stop(): Promise<void>
}

/**
 * Receives mail for the addresses of channels and nothing else: it relays nowhere.
 * @throws StartError when it cannot listen
 */
export async function startMailReceiver(
  ctx: Context,
  { host, port, rateLimit }: { host: string; port: number; rateLimit: boolean },
): Promise<MailReceiver> {
  const limits = rateLimit ? new MailLimits(ctx.clock) : undefined
  const server = new SMTPServer({
    name: ctx.site.mailDomain ?? host,
    banner: 'Hearth',
    size: MAX_MAIL_BYTES,
    maxClients: MAX_CONNECTIONS,
    socketTimeout: SILENCE_MS,
    closeTimeout: 1000,
    // Anyone may write to an address they know, as with any mail server; there is nothing to log in to.
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    // Asking for the name of whoever connects would make each wait for somebody else's server.
    disableReverseLookup: true,
    onRcptTo: (address, session, done) =>
      done(refusal(ctx, limits, address.address, session.envelope.rcptTo.length)),
    onData: (stream, session, done) => {
      const addresses = session.envelope.rcptTo.map((recipient) => recipient.address)
      receive(ctx, limits, stream, addresses).then(
        () => done(null),
        (error) => done(explain(ctx, error)),
      )
    },
  } satisfies SMTPServerOptions)
  await listen(server, host, port)
  // A client that breaks off its connection is nothing anyone has to know of.
  server.on('error', (error) => ctx.log.info('mail-connection', { error: error.message }))
  return {
    port: (server.server.address() as AddressInfo).port,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

function refusal(
  ctx: Context,
  limits: MailLimits | undefined,
  address: string,
  before: number,
): Error | null {
  const route = findMailRoute(ctx, address)
  if (!route) return answer(550, 'There is no such address here')
  if (before >= MAX_RECIPIENTS) return answer(452, 'Too many recipients in one mail')
  if (limits?.admits(route.token) === false) return answer(450, 'Too many mails; try again later')
  return null
}

async function receive(
  ctx: Context,
  limits: MailLimits | undefined,
  stream: SMTPServerDataStream,
  addresses: readonly string[],
) {
  const mail = await read(stream)
  for (const address of addresses) {
    const route = findMailRoute(ctx, address)
    if (!route) throw answer(550, 'There is no such address here')
    limits?.count(route.token)
    await postMail(ctx, address, mail)
  }
}

async function read(stream: SMTPServerDataStream): Promise<Mail> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length
    // The rest is read all the same, because a client listens only when it has said everything.
    if (size <= MAX_MAIL_BYTES) chunks.push(chunk)
    else chunks.length = 0
  }
  if (size > MAX_MAIL_BYTES) throw answer(552, 'The mail is too large')
  const parsed = await simpleParser(Buffer.concat(chunks), {
    skipImageLinks: true,
    skipTextToHtml: true,
    skipTextLinks: true,
    maxHtmlLengthToParse: MAX_HTML_LENGTH,
  }).catch(() => {
    // It will be no better when it is sent again.
    throw answer(554, 'The mail cannot be read')
  })
  const files = parsed.attachments.map((file) => file.filename ?? 'unnamed').join(', ')
  const note = files && `\n\n*Files that came with the mail were not kept: ${files}*`
  return {
    subject: parsed.subject ?? '',
    from: (parsed.from?.text ?? 'unknown').replace(/\s+/g, ' '),
    text: `${parsed.text?.trim() ?? ''}${note}`,
  }
}

/** What the other mail server hears; 4xx asks it to try again, 5xx to give up. */
function answer(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode })
}

function explain(ctx: Context, error: Error & { responseCode?: number }): Error {
  if (error.responseCode !== undefined) return error
  if (error instanceof RequestError) return answer(550, error.message)
  ctx.log.error('mail-failed', { error: String(error.stack) })
  return answer(451, 'The mail could not be taken just now')
}

function listen(server: SMTPServer, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (error: Error) =>
      reject(new StartError(`Cannot receive mail on ${host}:${port}: ${error.message}.`))
    server.once('error', fail)
    server.listen(port, host, () => {
      server.off('error', fail)
      resolve()
    })
  })
}
