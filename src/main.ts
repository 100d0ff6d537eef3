// Puts the server together: opens the data folder, builds the context, starts listening and
// everything that runs beside it, and stops in order.

import { X509Certificate } from 'node:crypto'
import { listenForCommands } from './admin/socket.ts'
import { type BackupSchedule, startScheduledBackups } from './backup/schedule.ts'
import type { Certificates, OwnAuthority } from './base/certificates.ts'
import { type Clock, systemClock } from './base/clock.ts'
import { type Log, openLog } from './base/log.ts'
import { mailNamesOf } from './base/mail-names.ts'
import { knownOrigins, originFor } from './base/origins.ts'
import type { Config } from './config.ts'
import { forgetUnused } from './domain/bots/long-values.ts'
import { startOutgoingWebhooks } from './domain/bots/outgoing-webhooks.ts'
import { endInterruptedExports } from './domain/exports/exports.ts'
import { resumeThumbnails } from './domain/files/thumbnails.ts'
import { startWelcomeBot } from './domain/joining/welcome-replies.ts'
import type { App, Context } from './domain/kernel/context.ts'
import { startLinkPreviews } from './domain/messages/link-previews.ts'
import { startSpreading } from './domain/messages/spreading.ts'
import { isToBeErased } from './domain/organization/organization-closing.ts'
import { startDeliveries } from './domain/scheduled/due-deliveries.ts'
import { announceRestart } from './domain/snapshot/event-queues.ts'
import { startDailyJob } from './domain/upkeep/daily-job.ts'
import { entranceOf } from './http/app.ts'
import { type Listeners, openListeners } from './http/listen.ts'
import { instrumentsOf } from './instruments.ts'
import { callerFor, type Domain, openDomain } from './open-domain.ts'
import { startSending } from './outbound.ts'
import type { MailReceiver } from './smtp/server.ts'
import { eraseFolder } from './store/folder/data-folder.ts'
import { certificatesFor } from './tls/certificates-for.ts'

/** A running server. */
export interface Hearth {
  /** The origin people use. */
  url: string
  /** The origin it listens on; a proxy may stand in front. */
  address: string
  /** The origin for a browser on this machine. */
  localUrl: string
  /** Origins for other machines of the network; empty where it listens on one address. */
  networkUrls: string[]
  /** The authority that devices have to trust; undefined where they know it already. */
  authority: OwnAuthority | undefined
  /** Where the first owner is made; undefined once there is an organization. */
  setupUrl: string | undefined
  /** Where mail for channels is received; undefined without the option. */
  mailPort: number | undefined
  /** Finishes requests in progress and stops; a second call returns the same promise. */
  stop(): Promise<void>
  /** Resolves when the server ended by itself, because the organization was due to be erased. */
  ended: Promise<void>
}

/** Replaced by tests only. */
export interface Environment {
  clock: Clock
  log: Log
  /** For a demo: user IDs by the secret of the link that logs in as them. */
  logins?: ReadonlyMap<string, number>
}

/** How often the server looks whether a closed organization is due to be erased: delays are in days. */
const LOOK_FOR_ERASING_MS = 3_600_000

/** How long requests in progress may take once the server is asked to stop. */
const STOP_WITHIN_MS = 10_000

/**
 * Opens the data folder and listens.
 * @throws StartError with one line that says what is wrong
 */
export async function startHearth(
  config: Config,
  { clock, log, logins }: Environment = { clock: systemClock, log: openLog(config) },
): Promise<Hearth> {
  const domain = await openUnlessToBeErased(config, clock, log)
  const { ctx } = domain
  if (logins) ctx.server.logins = logins
  let mail: MailReceiver | undefined
  let backups: BackupSchedule | undefined
  let listeners: Listeners
  try {
    await endInterruptedExports(ctx)
    forgetUnused(ctx)
    backups = scheduleBackups(ctx, config)
    const certificates = await certificatesFor(config.tls, { ...config, clock, log })
    mail = await receiveMail(ctx, config, certificates)
    const entrance = makeEntrance(domain, config, certificates)
    listeners = await openListeners(entrance, config, certificates, log)
  } catch (error) {
    await mail?.stop()
    await domain.close()
    throw error
  }
  const stopCommands = await listenForCommands(ctx, config.data)
  announceRestart(ctx)
  startDeliveries(ctx)
  resumeThumbnails(ctx)
  const stopDailyJob = startDailyJob(ctx)
  const stopCalling = startFollowUps(ctx, config)
  const { address, localUrl, networkUrls, authority } = listeners
  rememberOrigins(ctx, config, listeners)
  const stopSending = startSending(ctx, config)
  log.info('listening', { url: ctx.server.url, data: config.data })
  if (mail) log.info('receiving-mail', { port: mail.port, domain: ctx.server.mailDomain })

  async function stop() {
    await listeners.readWhatCame()
    const closed = listeners.close()
    // Held polls get an empty answer, so that their connections close.
    ctx.hub.stop()
    ctx.timers.stop()
    const giveUp = setTimeout(() => listeners.closeAllConnections(), STOP_WITHIN_MS)
    await closed
    clearTimeout(giveUp)
    stopCalling()
    stopSending()
    stopHelpers(ctx)
    await stopCommands()
    await Promise.all([mail?.stop(), stopDailyJob(), backups?.stop(), ctx.backgroundJobs.stop()])
    await domain.close()
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
    url: ctx.server.url,
    address,
    localUrl,
    networkUrls,
    authority,
    setupUrl: ctx.server.setupToken && `${config.url ?? localUrl}/setup/${ctx.server.setupToken}`,
    mailPort: mail?.port,
    stop: stopOnce,
    ended: ended.promise,
  }
}

function stopHelpers({ images, externalPictures, callServer }: Context) {
  // Thumbnails in the making are made after the next start.
  images.stop()
  externalPictures.stop()
  callServer.stop()
}

function rememberOrigins(ctx: Context, config: Config, listeners: Listeners) {
  const { localUrl, networkUrls, origins } = listeners
  const url = config.url ?? networkUrls[0] ?? localUrl
  const isGiven = config.url !== undefined
  Object.assign(ctx.server, { url, ...knownOrigins({ url, isGiven, origins }) })
}

/** Starts the work that follows messages. @returns what ends its calls to other servers */
function startFollowUps(ctx: App, config: Config): () => void {
  const previewCaller = callerFor(ctx.clock, config, 'link previews')
  const webhookCaller = callerFor(ctx.clock, config, 'outgoing webhooks')
  startSpreading(ctx)
  startWelcomeBot(ctx)
  startLinkPreviews(ctx, previewCaller)
  startOutgoingWebhooks(ctx, webhookCaller)
  return () => {
    previewCaller.stop()
    webhookCaller.stop()
  }
}

/** Opens the data folder, after erasing it if its closed organization is due to be erased. */
async function openUnlessToBeErased(config: Config, clock: Clock, log: Log) {
  const domain = openDomain(config, clock, log)
  if (!isToBeErased(domain.ctx)) return domain
  await domain.close()
  erase(config, log)
  return openDomain(config, clock, log)
}

function whenToBeErased(ctx: Context, work: () => Promise<void>) {
  const look = () => {
    if (isToBeErased(ctx)) void work()
    else ctx.timers.after(LOOK_FOR_ERASING_MS, look)
  }
  ctx.timers.after(LOOK_FOR_ERASING_MS, look)
}

function erase({ data }: Config, log: Log) {
  eraseFolder(data)
  log.info('erased', { data })
}

function scheduleBackups(ctx: App, config: Config): BackupSchedule | undefined {
  const { data, backupDir: folder, backupEvery: every, backupKeep: keep } = config
  if (folder === undefined) return undefined
  const schedule = startScheduledBackups(ctx, { data, folder, every, keep })
  ctx.server.backups = () => schedule.status()
  return schedule
}

/** The entrance of a server that can say how it is doing. */
function makeEntrance(domain: Domain, config: Config, certificates: Certificates | undefined) {
  const { ctx } = domain
  const instruments = instrumentsOf(domain, config)
  ctx.server.problems = () => instruments.health.problems()
  ctx.server.certificate = certificateStatus(config, certificates)
  return entranceOf(ctx, config, instruments, certificates)
}

/** Reads the certificate in use each time, because it may be renewed. */
function certificateStatus({ tls }: Config, certificates: Certificates | undefined) {
  if (!tls || !certificates) return undefined
  return () => ({
    source: tls.kind,
    expires_at: Math.floor(
      new X509Certificate(certificates.pair.cert).validToDate.getTime() / 1000,
    ),
  })
}

/**
 * Starts receiving mail. The mail parser is large, so it is loaded only with the option.
 * @param certificates its name is that of the server; stopped if receiving cannot start
 */
async function receiveMail(
  ctx: App,
  config: Config,
  certificates: Certificates | undefined,
): Promise<MailReceiver | undefined> {
  if (certificates?.name !== undefined) {
    const origin = originFor(config, { isSecure: true, name: certificates.name })
    Object.assign(ctx.server, mailNamesOf(config, origin))
  }
  if (config.smtpPort === undefined) return undefined
  try {
    const { startMailReceiver } = await import('./smtp/server.ts')
    const { host, smtpPort: port, rateLimit } = config
    return await startMailReceiver(ctx, { host, port, rateLimit })
  } catch (error) {
    await certificates?.stop()
    throw error
  }
}
