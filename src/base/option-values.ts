// What the values of options may be: each reader turns a text into a value or names the rule it breaks.

import { createPublicKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { type Network, readNetwork } from './networks.ts'
import { RuleError } from './options.ts'

/** An option that is a port, or 0 for any free one. @throws RuleError */
export function readPort(text: string): number {
  const port = Number(text)
  if (!/^\d{1,5}$/.test(text) || port > 65535) {
    throw new RuleError('must be a whole number from 0 to 65535')
  }
  return port
}

/** An option that is a host name or an IP address. @throws RuleError */
export function readHost(text: string): string {
  // Digits and dots alone are a mistyped address such as 300.1.1.1, not a host name.
  const isName = /^(?!-)[a-z0-9-]+(\.[a-z0-9-]+)*\.?$/i.test(text) && !/^[\d.]+$/.test(text)
  if (isIP(text) === 0 && !isName) throw new RuleError('must be a host name or an IP address')
  return text
}

/** An option that is an origin; without a slash at the end. @throws RuleError */
export function readOrigin(text: string): string {
  const url = URL.parse(text)
  const isOrigin = url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`
  if (!isOrigin) {
    throw new RuleError('must be http:// or https:// with a host and perhaps a port, no path')
  }
  return url.origin
}

/** An option that is a web address, perhaps with a path. @throws RuleError */
export function readAddress(text: string): string {
  const url = URL.parse(text)
  const isPlain = url && /^https?:$/.test(url.protocol) && !/[?#@]/.test(text)
  if (!isPlain) throw new RuleError('must be http:// or https:// with a host and perhaps a path')
  return url.href
}

/** An option that is an e-mail address. @throws RuleError */
export function readEmail(text: string): string {
  if (!/^[^\s@]+@[^\s@]+$/.test(text)) throw new RuleError('must be an email address')
  return text
}

/** An option that is `on` or `off`. @throws RuleError */
export function readSwitch(text: string): boolean {
  if (text !== 'on' && text !== 'off') throw new RuleError('must be on or off')
  return text === 'on'
}

/**
 * An option that lists networks.
 * @param words that stand for networks
 * @throws RuleError
 */
export function readNetworks(text: string, words: Record<string, string[]> = {}): Network[] {
  const parts = text === 'none' ? [] : text.split(',').map((part) => part.trim())
  return parts
    .flatMap((part) => (Object.hasOwn(words, part) ? words[part]! : [part]))
    .map((part) => {
      const network = readNetwork(part)
      if (network) return network
      const known = ['none', ...Object.keys(words)].join(', ')
      throw new RuleError(`must be ${known}, or IP addresses and networks with commas between them`)
    })
}

/** An option that is a public key or names a file that holds one. @returns SPKI in PEM. @throws RuleError */
export function readPublicKey(text: string): string {
  try {
    const pem = text.startsWith('-----BEGIN') ? text : readFileSync(text, 'utf8')
    return createPublicKey(pem).export({ type: 'spki', format: 'pem' }).toString()
  } catch {
    throw new RuleError('must be a public key in PEM, or a file that holds one')
  }
}

/** An option that is one of some words. @throws RuleError */
export function readChoice<T extends string>(text: string, allowed: readonly T[]): T {
  const found = allowed.find((word) => word === text)
  if (found === undefined) throw new RuleError(`must be ${listOf(allowed)}`)
  return found
}

const listOf = (words: readonly string[]) => `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`

/** An option that is a whole number. @throws RuleError */
export function readCount(text: string, min: number, max: number): number {
  const count = Number(text)
  if (!/^\d{1,9}$/.test(text) || count < min || count > max) {
    throw new RuleError(`must be a whole number from ${min} to ${max}`)
  }
  return count
}

const UNIT_SECONDS: Record<string, number> = { m: 60, h: 3600, d: 86_400 }
const YEAR_SECONDS = 366 * 86_400

/** An option that is a time such as 30m, 12h or 7d. @returns seconds. @throws RuleError */
export function readDuration(text: string): number {
  const [, count = '', unit = ''] = /^(\d{1,6})([mhd])$/.exec(text) ?? []
  const seconds = Number(count) * (UNIT_SECONDS[unit] ?? 0)
  if (seconds < 60 || seconds > YEAR_SECONDS) {
    throw new RuleError('must be minutes, hours or days, such as 30m, 12h or 7d, at most 366d')
  }
  return seconds
}

const MIN_TOKEN_LENGTH = 16

/** An option that others must not guess. @throws RuleError */
export function readToken(text: string): string {
  if (text.length < MIN_TOKEN_LENGTH || !/^[\x21-\x7e]+$/.test(text)) {
    throw new RuleError(`must have at least ${MIN_TOKEN_LENGTH} characters, without spaces`)
  }
  return text
}

/** The option that says what a success answer waits for. @throws RuleError */
export function readAck(text: string): 'local' {
  if (text === 'local') return text
  throw new RuleError(
    text === 'replicated'
      ? 'must be local: this Hearth does not wait for copies on other machines yet'
      : 'must be local',
  )
}
