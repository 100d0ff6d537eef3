// Origins: the addresses by which browsers reach a server.

import { isIP } from 'node:net'
import { isWildcard, ownAddresses } from './own-addresses.ts'

/** The origin of a server with these options, as far as it is known before listening. */
export const originFor = ({
  url,
  host,
  port,
}: {
  url?: string | undefined
  host: string
  port: number
}) =>
  url ?? `http://${isWildcard(host) ? (ownAddresses()[0] ?? '127.0.0.1') : hostInUrl(host)}:${port}`

/** Origins that browsers can open; a server may listen on all addresses of the machine. */
export function reachableAt({ address, port }: Listening) {
  if (!isWildcard(address)) return { localUrl: originOf({ address, port }), networkUrls: [] }
  return {
    localUrl: `http://127.0.0.1:${port}`,
    networkUrls: ownAddresses().map((own) => `http://${own}:${port}`),
  }
}

/** The origin of one address. */
export const originOf = ({ address, port }: Listening) => `http://${hostInUrl(address)}:${port}`

interface Listening {
  address: string
  port: number
}

const hostInUrl = (host: string) => (isIP(host) === 6 ? `[${host}]` : host)
