// Encrypts a push for one browser (RFC 8291 over RFC 8188), so that the push service between it and
// this server reads nothing.

import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'

/** The keys of a browser's subscription, base64url. */
export interface BrowserKeys {
  p256dh: string
  auth: string
}

const CURVE = 'prime256v1'
const RECORD_BYTES = 4096

/** A delimiter behind the text says that this record is the last. */
const LAST_RECORD = Buffer.from([2])

/** Whether these are an uncompressed point on P-256 and a secret of 16 bytes. */
export function areBrowserKeys({ p256dh, auth }: BrowserKeys): boolean {
  const point = Buffer.from(p256dh, 'base64url')
  if (point.length !== 65 || point[0] !== 4) return false
  if (Buffer.from(auth, 'base64url').length !== 16) return false
  try {
    const own = createECDH(CURVE)
    own.generateKeys()
    own.computeSecret(point)
    return true
  } catch {
    return false
  }
}

/** The body of a push, in the encoding aes128gcm. */
export function encryptPush(payload: string, { p256dh, auth }: BrowserKeys): Buffer {
  const browserKey = Buffer.from(p256dh, 'base64url')
  const own = createECDH(CURVE)
  const ownKey = own.generateKeys()
  const shared = own.computeSecret(browserKey)
  const salt = randomBytes(16)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browserKey, ownKey])
  const ikm = hkdf(Buffer.from(auth, 'base64url'), shared, info, 32)
  const key = hkdf(salt, ikm, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = hkdf(salt, ikm, Buffer.from('Content-Encoding: nonce\0'), 12)
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  const header = Buffer.alloc(21)
  salt.copy(header)
  header.writeUInt32BE(RECORD_BYTES, 16)
  header.writeUInt8(ownKey.length, 20)
  const text = [cipher.update(payload, 'utf8'), cipher.update(LAST_RECORD), cipher.final()]
  return Buffer.concat([header, ownKey, ...text, cipher.getAuthTag()])
}

const hkdf = (salt: Buffer, secret: Buffer, info: Buffer, length: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length))
