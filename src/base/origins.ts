// Origins: the addresses by which browsers reach a server.

import { isIP } from 'node:net'
import { isWildcard, ownAddresses } from './own-addresses.ts'

/** Facts that an origin follows from. */
interface Site {
  isSecure: boolean
  /** The host that links name; undefined: the address listened on. */
  name: string | undefined
}

/** The origin of a server with these options; the port may change when it listens. */
export function originFor(
  { url, host, port }: { url?: string | undefined; host: string; port: number },
  site: Site = PLAIN,
): string {
  if (url !== undefined) return url
  const address = isWildcard(host) ? (ownAddresses()[0] ?? '127.0.0.1') : host
  return originAt(site.name ?? address, port, site)
}

/** Origins that browsers can open; a server may listen on all addresses of the machine. */
export function reachableAt({ address, port }: Listening, site: Site = PLAIN) {
  // A certificate for a name is good for that name alone.
  if (site.name !== undefined)
    return { localUrl: originAt(site.name, port, site), networkUrls: [] as string[] }
  if (!isWildcard(address)) return { localUrl: originAt(address, port, site), networkUrls: [] }
  return {
    localUrl: originAt('127.0.0.1', port, site),
    networkUrls: ownAddresses().map((own) => originAt(own, port, site)),
  }
}

/** What the origins of a running server follow from. */
interface Reached {
  /** The origin of links, unless a request came by another one that is known. */
  url: string
  /** Whether the operator gave it. */
  isGiven: boolean
  /** Every origin by which browsers may reach the server. */
  origins: readonly string[]
}

/** Sorts the origins of a server: whose pages are trusted as its own, and where links may lead. */
export function knownOrigins({ url, isGiven, origins }: Reached) {
  // A page on plain http can be forged on its way, so it is not one of a server on https.
  const scheme = url.slice(0, url.indexOf(':') + 1)
  const own = origins.filter((origin) => origin.startsWith(scheme))
  return {
    origins: [...new Set([url, ...own])],
    linkOrigins: isGiven ? [url] : own.filter((origin) => !isOfThisMachine(origin)),
  }
}

/**
 * The origin for links in the answer to a request: the one by which it came, if that is known, because
 * another network of this machine may be out of the client's reach.
 * @param host as the request names it
 */
export const linkOrigin = (
  { url, linkOrigins }: { url: string; linkOrigins: readonly string[] },
  host: string | undefined,
) => linkOrigins.find((origin) => origin.slice(origin.indexOf('//') + 2) === host) ?? url

const isOfThisMachine = (origin: string) =>
  /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(new URL(origin).hostname)

const PLAIN: Site = { isSecure: false, name: undefined }

/** The origin of one host; a port is named unless it is the usual one. */
export const originAt = (host: string, port: number, { isSecure }: Pick<Site, 'isSecure'>) =>
  new URL(`${isSecure ? 'https' : 'http'}://${isIP(host) === 6 ? `[${host}]` : host}:${port}`)
    .origin

interface Listening {
  address: string
  port: number
}
