// Which algorithms of JSON Web Tokens go with a secret or a public key.

import { createPublicKey } from 'node:crypto'
import { ConfigError } from './options.ts'

/** Bytes of the signature of HS256; RFC 7518 requires secrets at least as long. */
const MIN_SECRET_BYTES = 32

const SECRET_ALGORITHMS = ['HS256', 'HS384', 'HS512']
const KEY_ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
]
/** The algorithm for each curve of a public key, or for its type if that has no curve. */
const DEFAULT_ALGORITHM: Record<string, string> = {
  rsa: 'RS256',
  prime256v1: 'ES256',
  secp384r1: 'ES384',
  secp521r1: 'ES512',
  ed25519: 'EdDSA',
}

interface JwtOptions {
  jwtSecret: string | undefined
  jwtPublicKey: string | undefined
  jwtAlgorithms: string[] | undefined
}

/** @throws ConfigError for a secret that could be guessed */
export function requireLong(secret: string) {
  if (Buffer.byteLength(secret) >= MIN_SECRET_BYTES) return
  throw new ConfigError(
    `HEARTH_JWT_SECRET must have at least ${MIN_SECRET_BYTES} bytes, or others can guess it and log in as anyone; HEARTH_JWT_STRICT=off admits a shorter one`,
  )
}

/** The algorithms to accept: as asked, else by the kind of secret or key. @throws ConfigError */
export function chooseAlgorithms({ jwtSecret, jwtPublicKey, jwtAlgorithms }: JwtOptions): string[] {
  if (jwtSecret === undefined && jwtPublicKey === undefined) return []
  const known = jwtSecret === undefined ? KEY_ALGORITHMS : SECRET_ALGORITHMS
  if (jwtAlgorithms === undefined) {
    return jwtPublicKey === undefined ? ['HS256'] : [defaultAlgorithm(jwtPublicKey)]
  }
  // A public key taken for a secret would let anyone who knows the key sign tokens.
  if (!jwtAlgorithms.every((name) => known.includes(name))) {
    throw new ConfigError(
      `HEARTH_JWT_ALGORITHMS must be among ${known.join(', ')}, not "${jwtAlgorithms.join(',')}"`,
    )
  }
  return jwtAlgorithms
}

function defaultAlgorithm(pem: string): string {
  const { asymmetricKeyType = '', asymmetricKeyDetails } = createPublicKey(pem)
  return DEFAULT_ALGORITHM[asymmetricKeyDetails?.namedCurve ?? asymmetricKeyType] ?? 'RS256'
}
