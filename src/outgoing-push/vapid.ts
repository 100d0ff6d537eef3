// Tells push services which server pushes (RFC 8292): a key pair, and a signed token for each service.

import { createECDH, createPrivateKey, type KeyObject, sign } from 'node:crypto'
import { sha256 } from '../base/tokens.ts'

const LASTS_SECONDS = 12 * 3600

/** The order of P-256; a private key is below it. */
const ORDER = BigInt('0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551')

export class Vapid {
  /** The uncompressed point, base64url: browsers subscribe to pushes signed with it. */
  readonly publicKey: string
  readonly #key: KeyObject

  /** @param secret text that only this server knows; the same text gives the same keys */
  constructor(secret: string) {
    let scalar = sha256(secret)
    // One of four billion digests is too large.
    while (BigInt(`0x${scalar.toString('hex')}`) >= ORDER) scalar = sha256(scalar.toString('hex'))
    const pair = createECDH('prime256v1')
    pair.setPrivateKey(scalar)
    const point = pair.getPublicKey()
    this.publicKey = point.toString('base64url')
    const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) =>
      part.toString('base64url'),
    ) as [string, string]
    const jwk = { kty: 'EC', crv: 'P-256', x, y, d: scalar.toString('base64url') }
    this.#key = createPrivateKey({ key: jwk, format: 'jwk' })
  }

  /**
   * The header Authorization of a push.
   * @param contact where the service reaches the people who run this server: a mailto: or https: URL
   * @param now UNIX seconds
   */
  authorization(endpoint: string, contact: string, now: number): string {
    const claims = { aud: new URL(endpoint).origin, exp: now + LASTS_SECONDS, sub: contact }
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const signed = `${part({ typ: 'JWT', alg: 'ES256' })}.${part(claims)}`
    const signature = sign('sha256', Buffer.from(signed), {
      key: this.#key,
      dsaEncoding: 'ieee-p1363',
    })
    return `vapid t=${signed}.${signature.toString('base64url')}, k=${this.publicKey}`
  }
}
