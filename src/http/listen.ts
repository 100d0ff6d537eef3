// Opens the sockets of a server, and explains why that may fail.

import type { AddressInfo, Server } from 'node:net'
import type { Certificates, OwnAuthority } from '../base/certificates.ts'
import type { Log } from '../base/log.ts'
import { originAt, reachableAt } from '../base/origins.ts'
import type { Config } from '../config.ts'
import { StartError } from '../errors.ts'
import { type Entrance, httpServer } from './app.ts'
import type { RedirectFacts } from './redirect.ts'

/** The open sockets of a server. */
export interface Listeners {
  port: number
  /** The origin listened on. */
  address: string
  /** The origin for a browser on this machine. */
  localUrl: string
  /** Origins for other machines of the network; empty where it listens on one address. */
  networkUrls: string[]
  /** Every origin by which browsers reach it, `url` among them. */
  origins: readonly string[]
  /** The authority that devices have to trust; undefined where they know it already. */
  authority: OwnAuthority | undefined
  /** Before `close`: reads the requests that came already, so that they are answered. */
  readWhatCame(): Promise<void>
  /** Accepts nothing more and renews nothing more; resolves when all connections are closed. */
  close(): Promise<void>
  closeAllConnections(): void
}

/**
 * Listens with or without TLS, and on the port that leads to https.
 * @throws StartError that names the address and what to do
 */
export async function openListeners(
  entrance: Entrance,
  config: Pick<Config, 'host' | 'port' | 'url' | 'redirectHttp'>,
  certificates: Certificates | undefined,
  log: Log,
): Promise<Listeners> {
  const open: Opened[] = []
  try {
    return await openAll(open, entrance, config, certificates, log)
  } catch (error) {
    for (const { server } of open) server.close()
    await certificates?.stop()
    throw error
  }
}

async function openAll(
  open: Opened[],
  entrance: Entrance,
  config: Pick<Config, 'host' | 'port' | 'url' | 'redirectHttp'>,
  certificates: Certificates | undefined,
  log: Log,
): Promise<Listeners> {
  const main = certificates ? await secure(entrance, certificates) : plain(entrance)
  await listen(main.server, config, '--port')
  open.push(main)
  const listening = main.server.address() as AddressInfo
  const site = { isSecure: certificates !== undefined, name: certificates?.name }
  const { localUrl, networkUrls } = reachableAt(listening, site)
  const names = [...(certificates?.names ?? []), 'localhost']
  const others = names.map((name) => originAt(name, listening.port, site))
  const given = config.url === undefined ? [] : [config.url]
  const origins = [...new Set([...given, ...networkUrls, localUrl, ...others])]
  if (certificates && config.redirectHttp !== undefined) {
    const facts = {
      // Names that a request may ask for: links lead to no other.
      origins,
      challengeAnswer: certificates.challengeAnswer?.bind(certificates),
    }
    const redirect = await redirecting(config.host, config.redirectHttp, facts)
    open.push(redirect)
    log.info('redirecting', { port: (redirect.server.address() as AddressInfo).port })
  }
  // A process without free file descriptors cannot accept this connection; later ones it can.
  for (const { server } of open)
    server.on('error', (error) => log.error('connection-refused', { error: String(error.stack) }))
  certificates?.start()
  return {
    port: listening.port,
    address: originAt(listening.address, listening.port, site),
    localUrl,
    networkUrls,
    origins,
    authority: certificates?.authority,
    readWhatCame: () => entrance.idle.end(),
    async close() {
      // At once: answers to held polls then say that their connections end.
      const closed = open.map(({ server, closeIdle }) => {
        const whenClosed = new Promise((done) => server.close(done))
        closeIdle?.()
        return whenClosed
      })
      await certificates?.stop()
      await Promise.all(closed)
    },
    closeAllConnections() {
      for (const { closeAllConnections } of open) closeAllConnections()
    },
  }
}

interface Opened {
  server: Server
  /** Closes connections without a request that closing the server leaves open. */
  closeIdle?(): void
  closeAllConnections(): void
}

function plain(entrance: Entrance): Opened {
  const { server, parking } = httpServer(entrance)
  return {
    server,
    closeIdle: () => parking.closeIdle(),
    closeAllConnections() {
      server.closeAllConnections()
      parking.closeAll()
    },
  }
}

async function secure(entrance: Entrance, certificates: Certificates): Promise<Opened> {
  const { secureServer } = await import('./secure/server.ts')
  const server = secureServer(entrance, certificates.pair)
  certificates.onChange((pair) => server.use(pair))
  return server
}

async function redirecting(host: string, port: number, facts: RedirectFacts): Promise<Opened> {
  const { redirectServer } = await import('./redirect.ts')
  const server = redirectServer(facts)
  await listen(server, { host, port }, '--redirect-http')
  return { server, closeAllConnections: () => server.closeAllConnections() }
}

/** Resolves when the server listens. @throws StartError that names the address and what to do */
function listen(
  server: Server,
  { host, port }: Pick<Config, 'host' | 'port'>,
  flag: string,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const refuse = (words: string) => reject(new StartError(words))
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE')
        refuse(`Port ${port} of ${host} is in use by another program; ${flag} chooses another one.`)
      else if (error.code === 'EACCES')
        refuse(`Port ${port} may not be used by this user; ${flag} chooses another one.`)
      else refuse(`Cannot listen on ${host}:${port}: ${error.message}.`)
    })
    server.listen({ host, port, backlog: 4096 }, resolve)
  })
}
