// The addresses under which other machines of the local network reach this one.

import { networkInterfaces } from 'node:os'

/** Addresses that listen everywhere; no link may name one of them. */
export const isWildcard = (host: string) => host === '0.0.0.0' || /^\[?::\]?$/.test(host)

/**
 * IPv4 addresses of this machine, those of the usual home networks first. IPv6 addresses change
 * and nobody types them, so links do without.
 */
export function ownAddresses(): string[] {
  const found = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family, internal, address }) => {
      return family === 'IPv4' && !internal && !address.startsWith('169.254.')
    })
    .map(({ address }) => address)
  return [...new Set(found)].sort((one, other) => rank(one) - rank(other))
}

/** Home networks before those that virtual machines and containers use, and those before others. */
function rank(address: string): number {
  if (address.startsWith('192.168.')) return 0
  if (address.startsWith('10.')) return 1
  return /^172\.(1[6-9]|2\d|3[01])\./.test(address) ? 2 : 3
}

/** The address that listens on all others: of both kinds where the machine has IPv6. */
export const anyAddress = (): string =>
  Object.values(networkInterfaces()).some((all) => all?.some(({ family }) => family === 'IPv6'))
    ? '::'
    : '0.0.0.0'
