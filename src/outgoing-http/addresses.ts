// What people write makes this server call addresses of their choice. It stands inside a network
// whose other machines trust it, so it calls only what anyone on the internet could call.

import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import { memberOf, type Network, readNetwork } from '../base/networks.ts'

const networks = (list: string) => list.split(/\s+/).map((text) => readNetwork(text)!)

/** Not the internet (RFC 6890 and its registry): this host, private, shared, test and group addresses. */
const SPECIAL_V4 = networks(
  `0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24
  192.0.2.0/24 192.31.196.0/24 192.52.193.0/24 192.88.99.0/24 192.168.0.0/16 192.175.48.0/24
  198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/3`,
)

/** The address at which a cloud provider serves its own machines; it looks public. */
const METADATA = networks('168.63.129.16')

/** Everything public in IPv6 begins with these three bits … */
const GLOBAL_V6 = networks('2000::/3')

/** … but for protocols that carry another address inside, and examples in books. */
const SPECIAL_V6 = networks('2001::/23 2001:db8::/32 2002::/16 3fff::/20')

const isSpecial = memberOf([...SPECIAL_V4, ...METADATA, ...SPECIAL_V6])
const isGlobalV6 = memberOf(GLOBAL_V6)

const isPublic = (address: string) =>
  !isSpecial(address) && (isIP(address) === 4 || isGlobalV6(address))

/** Whether it is an address of this machine, a public one too: no firewall protects it from itself. */
function isThisMachine(address: string): boolean {
  const own = Object.values(networkInterfaces()).flatMap((list) => list ?? [])
  return memberOf(own.map((card) => readNetwork(card.address.split('%')[0]!)!))(address)
}

/**
 * Which addresses may be called: public ones of other machines.
 * @param allowed may be called all the same
 */
export function callableAddresses(allowed: readonly Network[]): (address: string) => boolean {
  const isAllowed = memberOf(allowed)
  return (address) => isAllowed(address) || (isPublic(address) && !isThisMachine(address))
}
