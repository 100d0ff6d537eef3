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

const PLAIN: Site = { isSecure: false, name: undefined }

/** The origin of one host; a port is named unless it is the usual one. */
export const originAt = (host: string, port: number, { isSecure }: Pick<Site, 'isSecure'>) =>
  new URL(`${isSecure ? 'https' : 'http'}://${isIP(host) === 6 ? `[${host}]` : host}:${port}`)
    .origin

interface Listening {
  address: string
  port: number
}
