import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isIP } from 'node:net'
import { join } from 'node:path'
import { readAsset } from './base/assets.ts'
import { type Clock, seconds, systemClock } from './base/clock.ts'
import { Files } from './base/files.ts'
import { Jobs } from './base/jobs.ts'
import { jsonLog, type Log } from './base/log.ts'
import { KeyRing, randomToken } from './base/tokens.ts'
import type { Config } from './config.ts'
import type { Context, Site } from './domain/context.ts'
import { startDailyJob } from './domain/daily-job.ts'
import { startDeliveries } from './domain/due-deliveries.ts'
import { announceRestart } from './domain/event-queues.ts'
import { endInterruptedExports } from './domain/exports.ts'
import { startLinkPreviews } from './domain/link-previews.ts'
import { MessageCache } from './domain/message-cache.ts'
import { findOrganization } from './domain/organization.ts'
import { isToBeErased } from './domain/organization-closing.ts'
import { startOutgoingWebhooks } from './domain/outgoing-webhooks.ts'
import { resumeThumbnails } from './domain/thumbnails.ts'
import { UnitOfWork } from './domain/unit-of-work.ts'
import { StartError } from './errors.ts'
import { readQueues, writeQueues } from './events/hand-over.ts'
import { Hub } from './events/hub.ts'
import { httpServer } from './http/app.ts'
import { ImageCodec } from './images/codec.ts'
import { callableAddresses } from './outgoing/addresses.ts'
import { Caller } from './outgoing/caller.ts'
import { systemResolve } from './outgoing/names.ts'
import type { MailReceiver } from './smtp/server.ts'
import { type DataFolder, eraseFolder, explaining, holdFolder } from './store/data-folder.ts'
import { type Db, openDatabase } from './store/db.ts'
import { contentsOf, leaveLines, takeLines } from './store/hand-over-file.ts'
import { openStore } from './store/index.ts'
import { migrate } from './store/migrate.ts'

/** A running server. */
export interface Hearth {
  /** The origin people use. */
  url: string
  /** The origin it listens on; a proxy may stand in front. */
  address: string
  /** Where the first owner is made; undefined once there is an organization. */
  setupUrl: string | undefined
  /** Where mail for channels is received; undefined without the option. */
  mailPort: number | undefined
  /** Finishes what is in progress; asked again, it is the same stop. */
  stop(): Promise<void>
  /** Resolves when the server has ended by itself, because the organization was to be erased. */
  ended: Promise<void>
}

/** Replaced by tests only. */
export interface Surroundings {
  clock: Clock
  log: Log
}

/** Days decide, so hours do not matter. */
const LOOK_FOR_ERASING_MS = 3_600_000

/** How long requests in progress may take once the server is asked to stop. */
const STOP_WITHIN_MS = 10_000

/**
 * Opens the data folder and listens.
 * @throws StartError with one line that says what is wrong
 */
export async function startHearth(
  config: Config,
  { clock, log }: Surroundings = { clock: systemClock, log: jsonLog() },
): Promise<Hearth> {
  const domain = openUnlessToBeErased(config, clock, log)
  const { ctx } = domain
  const server = httpServer(ctx, config)
  let mail: MailReceiver | undefined
  try {
    await endInterruptedExports(ctx)
    mail = await receiveMail(ctx, config)
    await listen(server, config)
    // Where no file can be opened any more, a connection cannot be accepted; later ones can.
    server.on('error', (error) => log.error('connection-refused', { error: String(error.stack) }))
  } catch (error) {
    await mail?.stop()
    domain.close()
    throw error
  }
  announceRestart(ctx)
  startDeliveries(ctx)
  resumeThumbnails(ctx)
  const stopDailyJob = startDailyJob(ctx)
  const previewCaller = callerFor(ctx, config, 'link previews')
  const webhookCaller = callerFor(ctx, config, 'outgoing webhooks')
  startLinkPreviews(ctx, previewCaller)
  startOutgoingWebhooks(ctx, webhookCaller)
  const address = originOf(server.address() as AddressInfo)
  ctx.site.url = config.url ?? address
  log.info('listening', { url: ctx.site.url, data: config.data })
  if (mail) log.info('receiving-mail', { port: mail.port, domain: ctx.site.mailDomain })

  async function stop() {
    const closed = new Promise((resolve) => server.close(resolve))
    // Held polls get an empty answer, so that their connections close.
    ctx.hub.stop()
    const giveUp = setTimeout(() => server.closeAllConnections(), STOP_WITHIN_MS)
    await closed
    clearTimeout(giveUp)
    previewCaller.stop()
    webhookCaller.stop()
    // Thumbnails in the making are made after the next start.
    ctx.images.stop()
    await Promise.all([mail?.stop(), stopDailyJob(), ctx.jobs.stop()])
    domain.close()
    log.info('stopped')
  }
  let stopped: Promise<void> | undefined
  const stopOnce = () => (stopped ??= stop())
  const ended = Promise.withResolvers<void>()
  whenToBeErased(ctx, async () => {
    await stopOnce()
    erase(config, log)
    ended.resolve()
  })
  return {
    url: ctx.site.url,
    address,
    setupUrl: ctx.site.setupToken && `${ctx.site.url}/setup/${ctx.site.setupToken}`,
    mailPort: mail?.port,
    stop: stopOnce,
    ended: ended.promise,
  }
}

/** A folder whose closed organization has had its time is an empty one. */
function openUnlessToBeErased(config: Config, clock: Clock, log: Log) {
  const domain = openDomain(config, clock, log)
  if (!isToBeErased(domain.ctx)) return domain
  domain.close()
  erase(config, log)
  return openDomain(config, clock, log)
}

function whenToBeErased(ctx: Context, work: () => Promise<void>) {
  const look = () => {
    if (isToBeErased(ctx)) void work()
    else ctx.hub.wheel.after(LOOK_FOR_ERASING_MS, look)
  }
  ctx.hub.wheel.after(LOOK_FOR_ERASING_MS, look)
}

function erase({ data }: Config, log: Log) {
  eraseFolder(data)
  log.info('erased', { data })
}

/** What reads mail is large, so it is loaded only by a server that is asked to. */
async function receiveMail(ctx: Context, config: Config): Promise<MailReceiver | undefined> {
  if (config.smtpPort === undefined) return undefined
  const { startMailReceiver } = await import('./smtp/server.ts')
  const { host, smtpPort: port, rateLimit } = config
  return startMailReceiver(ctx, { host, port, rateLimit })
}

/** Each purpose has its own, so that neither has to wait for the other. */
function callerFor(ctx: Context, config: Config, purpose: string): Caller {
  return new Caller({
    clock: ctx.clock,
    userAgent: `Hearth/${ctx.site.version} (${purpose})`,
    resolve: systemResolve,
    mayCall: callableAddresses(config.outgoingAllow),
    atOnce: 8,
    mayWait: 500,
  })
}

/** Where people reach a server of this configuration, as far as that is known before it listens. */
export const originFor = ({ url, host, port }: Config) => url ?? `http://${hostInUrl(host)}:${port}`

/** @throws StartError with one line that says what is wrong */
export function openDomain(
  config: Config,
  clock: Clock,
  log: Log,
): { ctx: Context; close(): void } {
  const folder = holdFolder(config.data)
  let db: Db | undefined
  try {
    return explaining(folder.database, () => {
      const contents = contentsOf(folder.database)
      const opened = openDatabase(folder.database)
      db = opened
      migrate(opened, readAsset('schema.sql'), folder.database)
      const ctx = contextOf(config, clock, log, new KeyRing(folder.secret), opened)
      resumeQueues(ctx, folder, contents)
      return { ctx, close: () => closeDomain(ctx, opened, folder) }
    })
  } catch (error) {
    db?.close()
    folder.release()
    throw error
  }
}

function contextOf(config: Config, clock: Clock, log: Log, keys: KeyRing, db: Db): Context {
  const hub = new Hub(clock)
  const work = new UnitOfWork(db, (deliveries) => hub.publish(deliveries), log)
  const ctx: Context = {
    site: siteOf(config, clock),
    store: openStore(db),
    hub,
    clock,
    keys,
    files: new Files(join(config.data, 'uploads')),
    exportFiles: new Files(join(config.data, 'exports')),
    jobs: new Jobs(),
    images: new ImageCodec(log),
    log,
    messageCache: new MessageCache(),
    commit: (task) => work.commit(task),
    rehearse: (task) => work.rehearse(task),
    follow: (follower) => work.follow(follower),
  }
  if (!findOrganization(ctx)) ctx.site.setupToken = randomToken(32)
  return ctx
}

function closeDomain(ctx: Context, db: Db, folder: DataFolder) {
  ctx.hub.stop()
  try {
    // Leaves a single file behind, which is what people copy.
    db.pragma('wal_checkpoint(TRUNCATE)')
  } catch (error) {
    // A full disk costs that, and nothing else: the next start reads both files.
    ctx.log.error('checkpoint-failed', { error: String((error as Error).stack) })
  }
  db.close()
  leaveQueues(ctx, folder)
  folder.release()
}

/**
 * Clients of a server that was stopped go on where they were. Their queues know nothing of what
 * else may have happened to the database, an older copy put back for example: then, as after a
 * crash, they register anew.
 */
function resumeQueues(ctx: Context, folder: DataFolder, contents: string | undefined) {
  try {
    const lines = takeLines(folder.queues)
    if (contents !== undefined) ctx.hub.resume(readQueues(lines, contents))
  } catch (error) {
    ctx.log.error('queues-lost', { error: String((error as Error).stack) })
  }
}

function leaveQueues(ctx: Context, folder: DataFolder) {
  const contents = contentsOf(folder.database)
  if (contents === undefined || ctx.hub.isEmpty) return
  try {
    leaveLines(folder.queues, writeQueues(ctx.hub, contents))
  } catch (error) {
    ctx.log.error('queues-lost', { error: String((error as Error).stack) })
  }
}

function siteOf(config: Config, clock: Clock): Site {
  const url = originFor(config)
  const host = new URL(url).hostname
  const isNumeric = isIP(host.replace(/[[\]]/g, '')) !== 0
  const mailHost = isNumeric || !host.includes('.') ? 'hearth.local' : host
  return {
    url,
    mailHost,
    mailDomain:
      config.smtpPort === undefined
        ? undefined
        : (config.mailDomain ?? (isNumeric ? mailHost : host)),
    dev: config.dev,
    fullExports: config.fullExports,
    jwt: jwtTrustOf(config),
    version: JSON.parse(readAsset('package.json')).version as string,
    startedAt: seconds(clock),
    setupToken: undefined,
  }
}

function jwtTrustOf({ jwtSecret, jwtPublicKey, jwtAlgorithms }: Config) {
  if (jwtSecret === undefined && jwtPublicKey === undefined) return undefined
  return { secret: jwtSecret, publicKey: jwtPublicKey, algorithms: jwtAlgorithms }
}

function listen(server: Server, { host, port }: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE')
        reject(new StartError(`Port ${port} of ${host} is in use by another program.`))
      else if (error.code === 'EACCES')
        reject(new StartError(`Port ${port} may not be used by this user.`))
      else reject(new StartError(`Cannot listen on ${host}:${port}: ${error.message}.`))
    })
    server.listen({ host, port, backlog: 4096 }, resolve)
  })
}

const hostInUrl = (host: string) => (isIP(host) === 6 ? `[${host}]` : host)

const originOf = ({ address, port }: AddressInfo) => `http://${hostInUrl(address)}:${port}`
