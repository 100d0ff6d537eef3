// The SMTP server that receives mail for channels, and answers to mails about messages.

import type { AddressInfo, Socket } from 'node:net'
import {
  SMTPServer,
  type SMTPServerDataStream,
  type SMTPServerOptions,
  type SMTPServerSession,
} from 'smtp-server'
import { type Block, Blocks } from '../base/blocks.ts'
import { WorkRefused } from '../base/worker-line.ts'
import { findMailRoute, type Mail, postMail } from '../domain/channel-management/channel-email.ts'
import type { App, Context } from '../domain/kernel/context.ts'
import { findReplyRoute, postReply } from '../domain/notifications/mail-replies.ts'
import { RequestError, StartError } from '../errors.ts'
import type { ReadMail } from '../workers/read-mail.ts'
import { countedFor, isOwn, MailLimits } from './limits.ts'

/** Bytes of one mail; what is larger carries files, which channels do not take by mail. */
const MAX_MAIL_BYTES = 10 * 1024 * 1024

/** Mails are held in memory while they arrive, so few may arrive at once. */
const MAX_CONNECTIONS = 20
const MAX_CONNECTIONS_OF_CLIENT = 5
const MAX_BYTES_ARRIVING = 64 * 1024 * 1024
const MAX_RECIPIENTS = 20
const SILENCE_MS = 30_000
/** Time of a whole connection: one that sends a command now and then would keep its place for ever. */
const CONNECTION_MS = 5 * 60_000
/** Time for parsing one mail, which another thread does. */
const READING_MS = 3000

export interface MailReceiver {
  port: number
  stop(): Promise<void>
}

/**
 * Receives mail for the addresses of channels and nothing else: it relays nowhere.
 * @throws StartError when it cannot listen
 */
export async function startMailReceiver(
  ctx: App,
  { host, port, rateLimit }: { host: string; port: number; rateLimit: boolean },
): Promise<MailReceiver> {
  const limits = rateLimit ? new MailLimits(ctx.clock) : undefined
  const connections = new Connections()
  const server = new SMTPServer({
    name: ctx.server.mailDomain ?? host,
    banner: 'Hearth',
    size: MAX_MAIL_BYTES,
    maxClients: MAX_CONNECTIONS,
    socketTimeout: SILENCE_MS,
    onConnect: (session, done) => done(connections.refusal(session.remoteAddress)),
    onClose: (session) => connections.leave(session.remoteAddress),
    closeTimeout: 1000,
    // Knowing the address is the permission to write to it; there is nothing to log in to.
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    // A reverse lookup would make each connection wait for another name server.
    disableReverseLookup: true,
    onRcptTo: (address, session, done) => done(refusal(ctx, limits, address.address, session)),
    onData: (stream, session, done) => {
      const addresses = session.envelope.rcptTo.map((recipient) => recipient.address)
      limits?.count([...sourceOf(session), ...addresses.map((address) => countedTo(ctx, address))])
      receive(ctx, connections, stream, addresses).then(
        () => done(null),
        (error) => done(explain(ctx, error)),
      )
    },
  } satisfies SMTPServerOptions)
  server.server.on('connection', (socket: Socket) => {
    const timer = setTimeout(() => socket.destroy(), CONNECTION_MS).unref()
    socket.once('close', () => clearTimeout(timer))
  })
  await listen(server, host, port)
  // Broken connections are normal, so they are logged as information only.
  server.on('error', (error) => ctx.log.info('mail-connection', { error: error.message }))
  return {
    port: (server.server.address() as AddressInfo).port,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** Counts the connections of each client and the bytes of mails that are arriving. */
class Connections {
  readonly #byClient = new Map<string, number>()
  #bytes = 0

  /**
   * Counts a connection. Relays on this machine may have any number.
   * @returns the refusal if the client has too many
   */
  refusal(client: string): Error | null {
    const count = (this.#byClient.get(client) ?? 0) + 1
    this.#byClient.set(client, count)
    if (count <= MAX_CONNECTIONS_OF_CLIENT || isOwn(client)) return null
    return answer(421, 'Too many connections; try again later')
  }

  leave(client: string): void {
    const left = (this.#byClient.get(client) ?? 1) - 1
    if (left === 0) this.#byClient.delete(client)
    else this.#byClient.set(client, left)
  }

  /** @throws Error with the answer where no more fits into memory */
  take(bytes: number): void {
    if (this.#bytes + bytes > MAX_BYTES_ARRIVING) throw answer(452, 'Too much mail at once')
    this.#bytes += bytes
  }

  give(bytes: number): void {
    this.#bytes -= bytes
  }
}

const sourceOf = ({ remoteAddress, envelope }: SMTPServerSession) =>
  countedFor(remoteAddress, envelope.mailFrom ? envelope.mailFrom.address : '')

const countedTo = (ctx: Context, address: string) =>
  ['address', findRoute(ctx, address)?.token ?? ''] as const

function refusal(
  ctx: Context,
  limits: MailLimits | undefined,
  address: string,
  session: SMTPServerSession,
): Error | null {
  const route = findRoute(ctx, address)
  if (!route) return answer(550, 'There is no such address here')
  if (session.envelope.rcptTo.length >= MAX_RECIPIENTS)
    return answer(452, 'Too many recipients in one mail')
  if (limits?.admits([...sourceOf(session), ['address', route.token]]) === false)
    return answer(450, 'Too many mails; try again later')
  return null
}

async function receive(
  ctx: App,
  connections: Connections,
  stream: SMTPServerDataStream,
  addresses: readonly string[],
) {
  const mail = await read(ctx, await collect(connections, stream))
  for (const address of addresses) {
    if (findMailRoute(ctx, address)) await postMail(ctx, address, mail)
    else if (!findReplyRoute(ctx, address)) throw answer(550, 'There is no such address here')
    // A note of absence is no answer, and two programs could answer each other for ever.
    else if (!mail.isAutomatic) await postReply(ctx, address, mail.text)
  }
}

/** Addresses of channels, and those for answers by mail. */
const findRoute = (ctx: Context, address: string): { token: string } | undefined =>
  findMailRoute(ctx, address) ?? findReplyRoute(ctx, address)

/** All of a mail that arrives. @throws Error with the answer where it is too large */
async function collect(connections: Connections, stream: SMTPServerDataStream): Promise<Block[]> {
  const blocks = new Blocks()
  let size = 0
  let refused: unknown
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    // The rest is read and dropped, because a client reads the answer only after sending all.
    if (refused !== undefined) continue
    try {
      connections.take(chunk.length)
      size += chunk.length
      blocks.add(chunk)
      if (size > MAX_MAIL_BYTES) throw answer(552, 'The mail is too large')
    } catch (error) {
      refused = error
      blocks.take()
    }
  }
  connections.give(size)
  if (refused !== undefined) throw refused
  return blocks.take()
}

/** Mails are read on another thread: what is in them was chosen by strangers. */
async function read(ctx: Context, blocks: Block[]): Promise<Mail & { isAutomatic: boolean }> {
  const { subject, from, text, isAutomatic, files } = await ctx.workers
    .run<ReadMail>('mail', 'mail', blocks, READING_MS, buffersOf(blocks))
    .catch((error) => {
      if (error instanceof WorkRefused) throw answer(451, 'Too many mails at once; try again later')
      // 5xx, because sending the same mail again would fail again.
      throw answer(554, 'The mail cannot be read')
    })
  const names = files.join(', ')
  const note = names && `\n\n*Files that came with the mail were not kept: ${names}*`
  return { subject, from, text: `${text}${note}`, isAutomatic }
}

const buffersOf = (blocks: readonly Block[]) => blocks.map(({ buffer }) => buffer)

/** An SMTP answer to the other server; 4xx asks it to try again, 5xx to give up. */
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
