import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { CallFailed } from './call-failed.ts'
import { Slots } from './slots.ts'

/** All addresses of a host name; throws or answers none where there are none. */
export type Resolve = (host: string) => Promise<readonly string[]>

/**
 * The system resolves names on one of the four threads that also read files and hash passwords, and
 * a name server may take its time: half of the threads are left to the others.
 */
const AT_ONCE = 2

const slots = new Slots(AT_ONCE, Number.POSITIVE_INFINITY)

export const systemResolve: Resolve = (host) =>
  slots.use(async () => (await lookup(host, { all: true })).map(({ address }) => address))

/**
 * Where a host of a URL may be called. Names of the private network and names that do not exist are
 * one answer, so that nobody learns what is there.
 * @throws CallFailed where it may not
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
