// Finds the address of a client, behind trusted proxies too.

import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { memberOf, type Network } from '../base/networks.ts'

export type ClientAddress = (req: IncomingMessage) => string

/**
 * Makes the function that finds the address of a client. Each proxy appends the address it serves to
 * X-Forwarded-For. So the header is read from its end for as long as the addresses are trusted
 * proxies; anything further left can be forged by the client.
 *
 * @returns an IPv4 address, or the first half of an IPv6 one: the other half its client chooses
 */
export function clientAddress(trustedProxies: readonly Network[]): ClientAddress {
  const isTrusted = memberOf(trustedProxies)
  return (req) => {
    let address = plainAddress(req.socket.remoteAddress ?? '')
    const said = String(req.headers['x-forwarded-for'] ?? '').split(',')
    while (isTrusted(address) && said.length > 0) {
      const before = withoutPort(said.pop()!.trim())
      if (isIP(before) === 0) break
      address = plainAddress(before)
    }
    return address.includes(':') ? networkOf(address) : address
  }
}

/** Some proxies write the port, too: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
const withoutPort = (text: string) =>
  /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text

/** One spelling for each address: IPv4 without the prefix that sockets for both kinds add. */
export const plainAddress = (address: string) =>
  !address.includes(':') ? address : address.toLowerCase().replace(/^::ffff:(?=\d+\.)/, '')

/** `2001:db8::1` is one of many in `2001:db8:0:0`. */
function networkOf(address: string): string {
  const [before = [], after = []] = address.split('::').map((part) => part.match(/[^:]+/g) ?? [])
  const zeros = Array(Math.max(0, 8 - before.length - after.length)).fill('0')
  const groups = [...before, ...zeros, ...after].slice(0, 4)
  return groups.map((group) => group.replace(/^0+(?=.)/, '')).join(':')
}

const LOOPBACK = /^(?:127(?:\.\d+){3}|::1)$/
const LOOPBACK_HOST = /^(?:localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?$/i

/** What proxies add; none of it comes from a browser that talks to this server itself. */
const OF_PROXIES =
  /^(?:x-forwarded-|x-real-|x-client-|x-original-|cf-|true-client-)|^(?:forwarded|via)$/

/**
 * Whether a browser runs on the server's own machine and speaks to the server itself. A proxy may
 * stand on that machine too and look the same, so where one is configured nothing counts as such;
 * and proxies that say nothing of themselves speak HTTP/1.0, as browsers have long ceased to do.
 */
export function ownMachine(options: {
  url: string | undefined
  trustedProxies: readonly Network[]
}): (req: IncomingMessage) => boolean {
  const hasProxy = options.url !== undefined || options.trustedProxies.length > 0
  return (req) =>
    !hasProxy &&
    LOOPBACK.test(plainAddress(req.socket.remoteAddress ?? '')) &&
    LOOPBACK_HOST.test(req.headers.host ?? '') &&
    req.httpVersion !== '1.0' &&
    !Object.keys(req.headers).some((name) => OF_PROXIES.test(name))
}
