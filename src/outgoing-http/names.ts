// Resolves host names and refuses those that lead into private networks.

import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { Limiter } from '../base/limiter.ts'
import { CallFailed } from './call-failed.ts'

/** All addresses of a host name; rejects or returns an empty list if the name has no address. */
export type Resolve = (host: string) => Promise<readonly string[]>

/**
 * The system resolves names on the four threads that also read files and hash passwords. Name
 * servers can be slow, so half of the threads stay free for the other work.
 */
const CONCURRENCY = 2

const lookups = new Limiter(CONCURRENCY)

/** Resolves by the operating system, a few names at a time. */
export const systemResolve: Resolve = (host) =>
  lookups.run(async () => (await lookup(host, { all: true })).map(({ address }) => address))

/**
 * The addresses at which the host of a URL may be called. The error is the same for private names
 * and for names that do not exist, so that it reveals nothing about the network.
 * @throws CallFailed if there is no address that may be called
 */
export async function callableAddressesOf(
  host: string,
  resolve: Resolve,
  mayCall: (address: string) => boolean,
): Promise<{ address: string; family: number }[]> {
  const name = host.replace(/^\[|\]$/g, '')
  const addresses = isIP(name) ? [name] : await resolve(name).catch(() => [])
  const callable = addresses.filter(mayCall)
  if (callable.length === 0)
    throw new CallFailed('its host has no address that this server may call')
  return callable.map((address) => ({ address, family: isIP(address) }))
}
