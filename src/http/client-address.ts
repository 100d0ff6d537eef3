import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { memberOf, type Network } from '../base/networks.ts'

export type ClientAddress = (req: IncomingMessage) => string

/**
 * Where requests come from. A proxy appends to X-Forwarded-For whom it serves, so the header is read
 * from its end, as far as those who wrote it are trusted: what stands further left anybody may have
 * made up.
 *
 * @returns an IPv4 address, or the first half of an IPv6 one: the other half its client chooses
 */
export function clientAddress(trustedProxies: readonly Network[]): ClientAddress {
  const isTrusted = memberOf(trustedProxies)
  return (req) => {
    let address = plain(req.socket.remoteAddress ?? '')
    const said = String(req.headers['x-forwarded-for'] ?? '').split(',')
    while (isTrusted(address) && said.length > 0) {
      const before = withoutPort(said.pop()!.trim())
      if (isIP(before) === 0) break
      address = plain(before)
    }
    return isIP(address) === 6 ? networkOf(address) : address
  }
}

/** Some proxies write the port, too: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
const withoutPort = (text: string) =>
  /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text

/** One spelling for one address, however the socket was opened. */
const plain = (address: string) => address.toLowerCase().replace(/^::ffff:(?=\d+\.)/, '')

/** `2001:db8::1` is one of many in `2001:db8:0:0`. */
function networkOf(address: string): string {
  const [before = [], after = []] = address.split('::').map((part) => part.match(/[^:]+/g) ?? [])
  const zeros = Array(Math.max(0, 8 - before.length - after.length)).fill('0')
  const groups = [...before, ...zeros, ...after].slice(0, 4)
  return groups.map((group) => group.replace(/^0+(?=.)/, '')).join(':')
}
