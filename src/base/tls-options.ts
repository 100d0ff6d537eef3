// The options for TLS, and the one way to a certificate that they choose.

import { resolve } from 'node:path'
import { ConfigError, type OptionTable, RuleError } from './options.ts'

/** Where certificates come from. */
export type TlsSource =
  | { kind: 'files'; cert: string; key: string }
  /** An authority in the data folder. */
  | { kind: 'local' }
  /** An authority that speaks ACME; `ca`: a file of roots that its own address is checked with. */
  | { kind: 'acme'; domains: string[]; directory: string; ca: string | undefined }

export interface TlsOptions {
  tls: 'local' | 'off'
  tlsCert: string | undefined
  tlsKey: string | undefined
  tlsDomain: string[] | undefined
  acmeDirectory: string
  acmeCa: string | undefined
  redirectHttp: number | undefined
}

export const tlsOptions: OptionTable<TlsOptions> = {
  tls: {
    value: 'local|off',
    help: 'local: serve https with certificates of an authority of your own',
    default: 'off',
    read(text) {
      if (text !== 'local' && text !== 'off') throw new RuleError('must be local or off')
      return text
    },
  },
  tlsCert: {
    value: 'FILE',
    help: 'serve https with this certificate and its chain, in PEM; read again when it changes',
    without: 'no https',
    read: (text) => resolve(text),
  },
  tlsKey: {
    value: 'FILE',
    help: 'the private key of that certificate',
    without: 'no https',
    read: (text) => resolve(text),
  },
  tlsDomain: {
    value: 'NAMES',
    help: 'serve https under these names, with commas between them, and get the certificate by ACME',
    without: 'no https',
    read: readDomains,
  },
  acmeDirectory: {
    value: 'URL',
    help: 'authority that gives certificates for --tls-domain',
    default: 'https://acme-v02.api.letsencrypt.org/directory',
    read: readDirectory,
  },
  acmeCa: {
    value: 'FILE',
    help: 'roots to check the address of a private authority with, in PEM',
    without: 'those of Node',
    read: (text) => resolve(text),
  },
  redirectHttp: {
    value: 'PORT',
    help: 'lead http on this port to https, or off',
    without: '80 with --tls-domain, otherwise off',
    read: readRedirectPort,
  },
}

/** The way to a certificate; undefined: no TLS. @throws ConfigError for options that contradict */
export function chooseTls(given: TlsOptions): TlsSource | undefined {
  const { tls, tlsCert: cert, tlsKey: key, tlsDomain: domains } = given
  if ((cert === undefined) !== (key === undefined))
    throw new ConfigError('--tls-cert and --tls-key must be given together')
  const ways = [tls === 'local' && '--tls local', cert && '--tls-cert', domains && '--tls-domain']
  const [first, second] = ways.filter(Boolean)
  if (second) throw new ConfigError(`${first} and ${second} contradict each other`)
  if (!domains && given.acmeCa !== undefined)
    throw new ConfigError('--acme-ca is for --tls-domain only')
  if (!first && given.redirectHttp !== undefined)
    throw new ConfigError(
      '--redirect-http leads to https, which needs --tls-cert, --tls-domain or --tls local',
    )
  if (domains) return { kind: 'acme', domains, directory: given.acmeDirectory, ca: given.acmeCa }
  if (cert !== undefined && key !== undefined) return { kind: 'files', cert, key }
  return tls === 'local' ? { kind: 'local' } : undefined
}

function readDomains(text: string): string[] {
  const names = text.split(',').map((name) => name.trim().toLowerCase())
  const isName = (name: string) =>
    name.length <= 253 && /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*$/.test(name)
  if (!names.every(isName))
    throw new RuleError('must be full host names without a wildcard, with commas between them')
  return [...new Set(names)]
}

function readDirectory(text: string): string {
  const url = URL.parse(text)
  if (url?.protocol !== 'https:') throw new RuleError('must be an address that begins https://')
  return url.href
}

function readRedirectPort(text: string): number | undefined {
  if (text === 'off') return undefined
  const port = Number(text)
  if (!/^\d{1,5}$/.test(text) || port > 65535)
    throw new RuleError('must be a whole number from 0 to 65535, or off')
  return port
}
