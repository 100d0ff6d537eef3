// Random tokens, hashes, comparison in constant time, and the keys derived from the server's
// secret.

import {
  createHmac,
  createSecretKey,
  hash,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { ByteCache } from './byte-cache.ts'

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567'

/** Unguessable text of `length` characters of A-Za-z0-9. */
export const randomToken = (length: number) => base62(randomBytes(length * 2), length)

/** Unguessable lower-case base32 text, as invitation links carry. */
export const randomKey = (length: number) =>
  Array.from(randomBytes(length), (byte) => BASE32[byte & 31]).join('')

/** The SHA-256 of a text, 32 bytes. */
export const sha256 = (text: string) => hash('sha256', text, 'buffer')

/**
 * Whether a text is the secret. How long that takes depends neither on how much of the text is right
 * nor on whether its length is.
 */
export function equalsSecret(text: string, secret: string): boolean {
  const [given, right] = [Buffer.from(text), Buffer.from(secret)]
  const isAsLong = given.length === right.length
  // A text of another length costs the same comparison, of the secret with itself.
  return timingSafeEqual(isAsLong ? given : right, right) && isAsLong
}

/** Room for 20,000 keys of 32 characters, each under the name of its user. */
const MOST_DERIVED_BYTES = 4 * 1024 * 1024

const LONGEST_NAME = 100

/**
 * API keys follow from the secret key file and are not stored: a stolen database logs nobody in,
 * and raising a user's key version is all it takes to revoke one.
 */
export class KeyRing {
  // From bytes a derivation takes four times as long as from a key object.
  readonly #secret: KeyObject
  /** Derived keys: every request needs one, and few are in use. */
  readonly #derived = new ByteCache<string>(MOST_DERIVED_BYTES)

  constructor(secret: Buffer) {
    this.#secret = createSecretKey(secret)
  }

  /** 32 characters of A-Za-z0-9. */
  apiKey(userId: number, version: number) {
    return this.#derive(`api-key:${userId}:${version}`, 32)
  }

  /** A value only this server can make, e.g. for URLs that name a file or an address. */
  sign(purpose: string, text: string, length = 32) {
    return this.#derive(`${purpose}:${text}`, length)
  }

  #derive(text: string, length: number): string {
    const name = `${length}:${text}`
    const known = this.#derived.get(name)
    if (known !== undefined) return known
    const token = base62(createHmac('sha512', this.#secret).update(text).digest(), length)
    // A name can be a web address of 2,000 characters.
    if (name.length <= LONGEST_NAME) this.#derived.set(name, token)
    return token
  }
}

/** At most 32 digits from 64 bytes: two bytes a digit keep the bias below 0.1 %. */
function base62(bytes: Buffer, length: number) {
  let text = ''
  for (let at = 0; at < length; at++) text += BASE62[bytes.readUInt16BE(at * 2) % 62]
  return text
}
