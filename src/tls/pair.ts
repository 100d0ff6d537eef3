// Checks a certificate and its key before they are used.

import { createPrivateKey, X509Certificate } from 'node:crypto'
import { createSecureContext } from 'node:tls'
import type { CertificatePair } from '../base/certificates.ts'

/** What is wrong with a pair; the message completes "The certificate …". */
export class PairError extends Error {
  override name = 'PairError'
}

/**
 * Reads the first certificate of a chain after checking that it fits the key.
 * @param now in milliseconds since 1970
 * @throws PairError
 */
export function checkPair({ cert, key }: CertificatePair, now: number): X509Certificate {
  const certificate = readOr(() => new X509Certificate(cert), 'is no certificate in PEM')
  const privateKey = readOr(() => createPrivateKey(key), 'has a key that is no private key in PEM')
  if (!certificate.checkPrivateKey(privateKey)) throw new PairError('does not belong to its key')
  if (now > certificate.validToDate.getTime())
    throw new PairError(`has expired on ${certificate.validToDate.toISOString().slice(0, 10)}`)
  if (now < certificate.validFromDate.getTime())
    throw new PairError(`begins on ${certificate.validFromDate.toISOString().slice(0, 10)} only`)
  readOr(() => createSecureContext({ cert, key }), 'cannot be used by OpenSSL')
  return certificate
}

/** The DNS names of a certificate, as it lists them. */
export const dnsNamesOf = ({ subjectAltName = '' }: Pick<X509Certificate, 'subjectAltName'>) =>
  [...subjectAltName.matchAll(/DNS:([^,"\s]+)/g)].map(([, name]) => name!)

function readOr<T>(read: () => T, words: string): T {
  try {
    return read()
  } catch (error) {
    throw new PairError(words, { cause: error })
  }
}
