// An authority of this server's own, for networks that no public authority certifies. Its
// certificates renew themselves; the root lasts ten years, so that devices trust it once.

import { X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'
import { hostname } from 'node:os'
import type { CertificatePair, Certificates, OwnAuthority } from '../base/certificates.ts'
import { memberOf, readNetwork } from '../base/networks.ts'
import { isWildcard, ownAddresses } from '../base/own-addresses.ts'
import { StartError } from '../errors.ts'
import { readSecret, writeSecret } from './folder.ts'
import { loadLibraries } from './libraries.ts'
import { checkPair, PairError } from './pair.ts'
import { PRIVATE_NETWORKS } from './private-networks.ts'
import type { TlsSite } from './site.ts'

/** Devices refuse certificates that live for years; a short life costs nothing here. */
const LEAF_DAYS = 90
const RENEW_BEFORE_MS = 30 * 86_400_000

/** The addresses of a machine change when it joins another network. */
const LOOK_EVERY_MS = 60_000

/** Names that no public authority certifies, and every name below them. */
const LOCAL_DOMAINS = ['localhost', 'local', 'internal', 'lan', 'home.arpa']

const isPrivate = memberOf(PRIVATE_NETWORKS.map((text) => readNetwork(text)!))

/** @throws StartError if the folder holds half an authority, or one that may not sign for --url */
export async function localCertificates(folder: string, site: TlsSite): Promise<Certificates> {
  const { clock, log } = site
  const authority = await openAuthority(folder, site)
  const root = new X509Certificate(authority.cert)
  let names = namesOf(site)
  const stored = storedLeaf(folder, clock.now())
  let pair = stored && isFor(stored, names, root) ? stored : await renewed()
  let expires = expiryOf(pair)
  let use: ((pair: CertificatePair) => void) | undefined
  let renewing: Promise<void> | undefined

  async function renewed(): Promise<CertificatePair> {
    const { signServer } = await loadLibraries()
    const next = await signServer(authority, names, clock.now(), LEAF_DAYS)
    writeSecret(folder, 'local.pem', next.cert + next.key)
    return next
  }
  async function renew() {
    pair = await renewed()
    expires = expiryOf(pair)
    use?.(pair)
    log.info('certificate-changed', { names, until: new Date(expires).toISOString() })
  }
  function look() {
    const now = namesOf(site)
    const isSame = now.every((name) => names.includes(name))
    if (renewing || (isSame && clock.now() < expires - RENEW_BEFORE_MS)) return
    names = now
    renewing = renew()
      .catch((error) => log.error('certificate-not-changed', { reason: String(error) }))
      .finally(() => {
        renewing = undefined
      })
  }
  const stop = clock.every(LOOK_EVERY_MS, look)
  return {
    get pair() {
      return pair
    },
    name: undefined,
    get names() {
      return names
    },
    authority: describe(root),
    onChange(work) {
      use = work
    },
    start() {},
    async stop() {
      stop()
      await renewing
    },
  }
}

/** Everything this machine can be called, by addresses that the authority may sign for. */
function namesOf({ host, url }: TlsSite): string[] {
  const machine = hostname().toLowerCase().replace(/\..*$/, '')
  const isName = /^[a-z0-9-]+$/.test(machine)
  const given = [host, url && new URL(url).hostname.replace(/[[\]]/g, '')]
  const names = [
    'localhost',
    '127.0.0.1',
    '::1',
    ...(isName ? [machine, `${machine}.local`] : []),
    ...ownAddresses(),
    ...given.filter((name) => name !== undefined && !isWildcard(name)),
  ] as string[]
  return [...new Set(names)].filter((name) => isIP(name) === 0 || isPrivate(name))
}

async function openAuthority(folder: string, { clock, url }: TlsSite): Promise<CertificatePair> {
  const cert = readSecret(folder, 'authority.crt')
  const key = readSecret(folder, 'authority.key')
  if (cert !== undefined && key !== undefined) {
    requireUsable({ cert, key }, folder, clock.now())
    requireDomain(cert, url)
    return { cert, key }
  }
  if (cert !== undefined || key !== undefined)
    throw new StartError(
      `The folder ${folder} lacks authority.${cert ? 'key' : 'crt'}; put it back from a backup, or remove the other half and install a new root on all devices.`,
    )
  const machine = hostname().toLowerCase().replace(/\..*$/, '')
  const day = new Date(clock.now()).toISOString().slice(0, 10)
  const own = url ? [new URL(url).hostname] : []
  const domains = [...LOCAL_DOMAINS, machine, ...own].filter(
    (name) => isIP(name.replace(/[[\]]/g, '')) === 0 && /^[a-z0-9.-]+$/.test(name),
  )
  const { makeAuthority } = await loadLibraries()
  const made = await makeAuthority(
    `Hearth on ${machine} (${day})`,
    [...new Set(domains)],
    clock.now(),
  )
  writeSecret(folder, 'authority.key', made.key)
  writeSecret(folder, 'authority.crt', made.cert)
  return made
}

function requireUsable(pair: CertificatePair, folder: string, now: number) {
  try {
    checkPair(pair, now)
  } catch (error) {
    if (!(error instanceof PairError)) throw error
    throw new StartError(`The authority in ${folder} ${error.message}.`)
  }
}

/** The authority was limited to names when it was made. */
function requireDomain(cert: string, url: string | undefined) {
  const host = url && new URL(url).hostname.replace(/[[\]]/g, '')
  if (!host || isIP(host) !== 0) return
  const permitted = new X509Certificate(cert).raw.toString('latin1')
  const labels = host.split('.')
  const suffixes = labels.map((_, at) => labels.slice(at).join('.'))
  // In DER a name stands behind its tag and its length.
  const isPermitted = suffixes.some((name) =>
    permitted.includes(`\x82${String.fromCharCode(name.length)}${name}`),
  )
  if (!isPermitted)
    throw new StartError(
      `The authority of --tls local was made without ${host} and may not sign for it; remove the folder tls in the data folder to make a new one, and install its root on all devices.`,
    )
}

/** The certificate of the last start, if it is good for long enough. */
function storedLeaf(folder: string, now: number): CertificatePair | undefined {
  const text = readSecret(folder, 'local.pem')
  const at = text?.indexOf('-----BEGIN PRIVATE') ?? -1
  if (text === undefined || at < 0) return undefined
  const pair = { cert: text.slice(0, at), key: text.slice(at) }
  try {
    checkPair(pair, now)
  } catch {
    return undefined
  }
  return now < expiryOf(pair) - RENEW_BEFORE_MS ? pair : undefined
}

function isFor({ cert }: CertificatePair, names: readonly string[], root: X509Certificate) {
  const leaf = new X509Certificate(cert)
  const covers = (name: string) =>
    (isIP(name) === 0 ? leaf.checkHost(name) : leaf.checkIP(name)) !== undefined
  return leaf.verify(root.publicKey) && names.every(covers)
}

const expiryOf = ({ cert }: CertificatePair) => new X509Certificate(cert).validToDate.getTime()

const describe = (root: X509Certificate): OwnAuthority => ({
  name: /CN=(.*)/.exec(root.subject)?.[1] ?? 'Hearth',
  der: root.raw,
  fingerprint: root.fingerprint256,
  notAfter: root.validToDate,
})
