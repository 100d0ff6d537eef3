// Ranges of IP addresses in CIDR notation.

import { BlockList, isIP } from 'node:net'

/** A range of addresses; a single address is a range too. */
export interface Network {
  address: string
  /** How many of the first bits all its addresses share. */
  prefix: number
  family: 'ipv4' | 'ipv6'
}

/** Reads `192.168.1.0/24` or `fd00::1`; undefined if the text is not an address or a range. */
export function readNetwork(text: string): Network | undefined {
  const [, address = '', digits] = /^([^/%]*)(?:\/(\d{1,3}))?$/.exec(text) ?? []
  const version = isIP(address)
  const bits = version === 4 ? 32 : 128
  const prefix = digits === undefined ? bits : Number(digits)
  if (version === 0 || prefix > bits) return undefined
  return { address, prefix, family: version === 4 ? 'ipv4' : 'ipv6' }
}

/** Whether an address is in one of the networks; an IPv4 address may be written as IPv6. */
export function memberOf(networks: readonly Network[]): (address: string) => boolean {
  // Asked with every request, and most servers have no proxy in front.
  if (networks.length === 0) return () => false
  const list = new BlockList()
  for (const { address, prefix, family } of networks) list.addSubnet(address, prefix, family)
  return (address) => {
    const version = isIP(address)
    return version !== 0 && list.check(address, version === 4 ? 'ipv4' : 'ipv6')
  }
}
