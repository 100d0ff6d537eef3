// Makes certificates: an authority for one server, what it signs, and stand-ins signed by themselves.

import { createPrivateKey, randomBytes, webcrypto } from 'node:crypto'
import { isIP } from 'node:net'
import { AsnConvert } from '@peculiar/asn1-schema'
import { GeneralName, GeneralSubtree, GeneralSubtrees, NameConstraints } from '@peculiar/asn1-x509'
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  cryptoProvider,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  Extension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509'
import type { CertificatePair } from '../base/certificates.ts'
import { PRIVATE_NETWORKS } from './private-networks.ts'

cryptoProvider.set(webcrypto as never)

const DAY_MS = 86_400_000
/** A little before now: clocks of devices differ. */
const EARLIER_MS = DAY_MS
const ROOT_DAYS = 3650
const STAND_IN_DAYS = 30
const NAME_CONSTRAINTS = '2.5.29.30'
const ECDSA = { name: 'ECDSA', namedCurve: 'P-256' }
const SIGNING = { name: 'ECDSA', hash: 'SHA-256' }

/**
 * Makes an authority. Devices that trust it accept certificates for private addresses and the given
 * names only: who steals its key cannot pose as a bank.
 * @param domains DNS names; each stands for everything below it too
 */
export async function makeAuthority(
  name: string,
  domains: readonly string[],
  now: number,
): Promise<CertificatePair> {
  const keys = await newKeys()
  const certificate = await X509CertificateGenerator.createSelfSigned({
    ...common(now, ROOT_DAYS),
    name: [{ CN: [name] }],
    keys,
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
      nameConstraints(domains),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  })
  return { cert: certificate.toString('pem'), key: await pemOf(keys.privateKey) }
}

/** Signs a certificate of a server; the chain holds the root too. */
export async function signServer(
  authority: CertificatePair,
  names: readonly string[],
  now: number,
  days: number,
): Promise<CertificatePair> {
  const keys = await newKeys()
  const root = new X509Certificate(authority.cert)
  const certificate = await X509CertificateGenerator.create({
    ...common(now, days),
    subject: [{ CN: [names[0]!] }],
    issuer: root.subject,
    publicKey: keys.publicKey,
    signingKey: await keyOf(authority.key),
    extensions: [
      ...serverExtensions(names),
      await AuthorityKeyIdentifierExtension.create(root.publicKey),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  })
  return {
    cert: `${certificate.toString('pem')}\n${authority.cert}`,
    key: await pemOf(keys.privateKey),
  }
}

/** Makes a certificate that nobody trusts, to serve until there is a better one. */
export async function makeStandIn(names: readonly string[], now: number): Promise<CertificatePair> {
  const keys = await newKeys()
  const certificate = await X509CertificateGenerator.createSelfSigned({
    ...common(now, STAND_IN_DAYS),
    name: [{ CN: [names[0]!] }],
    keys,
    extensions: serverExtensions(names),
  })
  return { cert: certificate.toString('pem'), key: await pemOf(keys.privateKey) }
}

const serverExtensions = (names: readonly string[]) => [
  new BasicConstraintsExtension(false, undefined, true),
  new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
  new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
  new SubjectAlternativeNameExtension(
    names.map((value) => ({ type: isIP(value) ? ('ip' as const) : ('dns' as const), value })),
  ),
]

const common = (now: number, days: number) => ({
  // Positive, and of more than 64 random bits.
  serialNumber: `01${randomBytes(15).toString('hex')}`,
  notBefore: new Date(now - EARLIER_MS),
  notAfter: new Date(now + days * DAY_MS),
  signingAlgorithm: SIGNING,
})

function nameConstraints(domains: readonly string[]): Extension {
  const permitted = [
    ...domains.map((dNSName) => new GeneralName({ dNSName })),
    ...PRIVATE_NETWORKS.map(rangeName),
  ]
  const permittedSubtrees = new GeneralSubtrees(
    permitted.map((base) => new GeneralSubtree({ base })),
  )
  const constraints = new NameConstraints({ permittedSubtrees })
  return new Extension(NAME_CONSTRAINTS, true, AsnConvert.serialize(constraints))
}

/** A range of addresses in DER: the bytes of the address, then those of its mask, behind tag 7. */
function rangeName(network: string): GeneralName {
  const [address = '', digits] = network.split('/')
  const bytes = isIP(address) === 4 ? address.split('.').map(Number) : bytesOfIPv6(address)
  const bits = Number(digits)
  const mask = bytes.map((_, at) => 0xff & (0xff00 >> Math.min(8, Math.max(0, bits - at * 8))))
  const content = [...bytes, ...mask]
  return AsnConvert.parse(Uint8Array.from([0x87, content.length, ...content]), GeneralName)
}

/** Of an address that begins or ends with `::`. */
function bytesOfIPv6(address: string): number[] {
  const [before = [], after = []] = address.split('::').map((part) => part.match(/[^:]+/g) ?? [])
  const zeros: string[] = Array(8 - before.length - after.length).fill('0')
  return [...before, ...zeros, ...after].flatMap((group) => {
    const value = Number.parseInt(group, 16)
    return [value >> 8, value & 0xff]
  })
}

/** The library has the types of browsers, which differ from those of Node in names only. */
const newKeys = () =>
  webcrypto.subtle.generateKey(ECDSA, true, [
    'sign',
    'verify',
  ]) as Promise<unknown> as Promise<CryptoKeyPair>

async function pemOf(key: CryptoKey): Promise<string> {
  const der = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', key as never))
  return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
    .export({ type: 'pkcs8', format: 'pem' })
    .toString()
}

const keyOf = (pem: string) =>
  webcrypto.subtle.importKey(
    'pkcs8',
    createPrivateKey(pem).export({ type: 'pkcs8', format: 'der' }),
    ECDSA,
    false,
    ['sign'],
  ) as Promise<unknown> as Promise<CryptoKey>
