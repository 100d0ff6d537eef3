// Every option of the server in one table: parsing, `--help` and the README's table come from it.

import { createPublicKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { type Network, readNetwork } from './base/networks.ts'
import {
  ConfigError,
  flagOf,
  type Option,
  type OptionTable,
  RuleError,
  readOptions,
  variableOf,
} from './base/options.ts'

export interface Config {
  /** The data folder, absolute. */
  data: string
  host: string
  /** 0 asks the system for a free port. */
  port: number
  /** The origin people use, without a trailing slash. Undefined: the address listened on. */
  url: string | undefined
  rateLimit: boolean
  /** Whose word about where a request came from is taken. */
  trustedProxies: Network[]
  /** Undefined: no mail is received. */
  smtpPort: number | undefined
  /** Undefined: the host of the URL. */
  mailDomain: string | undefined
  /** Addresses that are not public and may be called all the same. */
  outgoingAllow: Network[]
  /** Owners may export everything, also what people have not agreed to. */
  fullExports: boolean
  dev: boolean
  /** At most one of jwtSecret and jwtPublicKey is set; neither: no JWT is accepted. */
  jwtSecret: string | undefined
  /** SPKI in PEM. */
  jwtPublicKey: string | undefined
  /** The algorithms accepted, all of the kind the secret or key is for; empty without either. */
  jwtAlgorithms: string[]
}

type Given = Omit<Config, 'jwtAlgorithms'> & { jwtAlgorithms: string[] | undefined }

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
/** By the curve of a public key, or its kind where that has none. */
const DEFAULT_ALGORITHM: Record<string, string> = {
  rsa: 'RS256',
  prime256v1: 'ES256',
  secp384r1: 'ES384',
  secp521r1: 'ES512',
  ed25519: 'EdDSA',
}

const dataOption: Option<string> = {
  value: 'DIR',
  help: 'folder of the database, the uploads and the secret key',
  default: './data',
  read: (text) => resolve(text),
}

export const dataOptions: OptionTable<{ data: string }> = { data: dataOption }

export const serverOptions: OptionTable<Given> = {
  data: dataOption,
  host: {
    value: 'HOST',
    help: 'address to listen on; 0.0.0.0 for all',
    default: '127.0.0.1',
    read: readHost,
  },
  port: {
    value: 'PORT',
    help: 'port to listen on; 0 for any free one',
    default: '9991',
    read: readPort,
  },
  url: {
    value: 'URL',
    help: 'address people use, when a proxy stands in front',
    without: 'the address listened on',
    read: readOrigin,
  },
  rateLimit: {
    value: 'on|off',
    help: 'refuse a person too many requests in a short time',
    default: 'on',
    read: readSwitch,
  },
  trustedProxies: {
    value: 'NETWORKS',
    help: 'proxies that say in X-Forwarded-For where requests come from: their addresses, or loopback',
    default: 'none',
    read: (text) => readNetworks(text, { loopback: ['127.0.0.0/8', '::1'] }),
  },
  smtpPort: {
    value: 'PORT',
    help: 'receive mail for channel addresses on this port, or off',
    default: 'off',
    read: (text) => (text === 'off' ? undefined : readPort(text)),
  },
  mailDomain: {
    value: 'DOMAIN',
    help: 'domain of the channel addresses',
    without: 'the host of the URL',
    read: readHost,
  },
  outgoingAllow: {
    value: 'NETWORKS',
    help: 'private addresses that link previews and outgoing webhooks may call, such as 192.168.1.0/24',
    default: 'none',
    read: (text) => readNetworks(text),
  },
  fullExports: {
    value: 'on|off',
    help: 'let owners export all data, also of people who have not agreed',
    default: 'off',
    read: readSwitch,
  },
  dev: {
    help: 'let anyone on this machine log in as anyone; loopback hosts only',
    default: 'off',
    read: readSwitch,
  },
  jwtSecret: {
    value: 'SECRET',
    help: 'accept logins by JSON Web Tokens signed with this secret',
    without: 'no tokens are accepted',
    variableOnly: true,
    read: (text) => text,
  },
  jwtPublicKey: {
    value: 'PEM',
    help: 'the same for tokens signed with a private key: its public key, or a file that holds it',
    without: 'no tokens are accepted',
    variableOnly: true,
    read: readPublicKey,
  },
  jwtAlgorithms: {
    value: 'NAMES',
    help: 'algorithms accepted, with commas between them',
    without: 'HS256 with a secret, RS256, ES256 (384, 512) or EdDSA with a key',
    variableOnly: true,
    read: (text) => text.split(',').map((name) => name.trim()),
  },
}

/**
 * The server's configuration: flags (by name, without dashes) before environment variables before
 * defaults.
 * @throws ConfigError
 */
export function readConfig(flags: Record<string, string>, env: NodeJS.ProcessEnv): Config {
  const config = readOptions(serverOptions, flags, env)

  if (config.dev && !isLoopback(config.host)) {
    throw new ConfigError(
      `--dev lets anyone log in, so --host must be 127.0.0.1, ::1 or localhost, not ${config.host}`,
    )
  }
  if (config.jwtSecret !== undefined && config.jwtPublicKey !== undefined) {
    throw new ConfigError('HEARTH_JWT_SECRET and HEARTH_JWT_PUBLIC_KEY must not both be given')
  }
  return { ...config, jwtAlgorithms: chooseAlgorithms(config) }
}

/** The README's table of options. */
export function optionsAsMarkdown(): string {
  const rows = Object.entries(serverOptions).map(([name, option]) => {
    const flag = `\`--${[flagOf(name), option.value].filter(Boolean).join(' ')}\``
    const cells = [
      option.variableOnly ? '' : flag,
      `\`${variableOf(name)}\``,
      option.default === undefined ? option.without : `\`${option.default}\``,
      option.help,
    ]
    return `| ${cells.map((cell) => cell?.replaceAll('|', '\\|')).join(' | ')} |`
  })
  return ['| Flag | Variable | Default | |', '|---|---|---|---|', ...rows].join('\n')
}

function chooseAlgorithms({ jwtSecret, jwtPublicKey, jwtAlgorithms }: Given): string[] {
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

function readPort(text: string): number {
  const port = Number(text)
  if (!/^\d{1,5}$/.test(text) || port > 65535) {
    throw new RuleError('must be a whole number from 0 to 65535')
  }
  return port
}

function readHost(text: string): string {
  if (isIP(text) === 0 && !/^(?!-)[a-z0-9-]+(\.[a-z0-9-]+)*\.?$/i.test(text)) {
    throw new RuleError('must be a host name or an IP address')
  }
  return text
}

function readOrigin(text: string): string {
  const url = URL.parse(text)
  const isOrigin = url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`
  if (!isOrigin) {
    throw new RuleError('must be http:// or https:// with a host and perhaps a port, no path')
  }
  return url.origin
}

export function readEmail(text: string): string {
  if (!/^[^\s@]+@[^\s@]+$/.test(text)) throw new RuleError('must be an email address')
  return text
}

export function readSwitch(text: string): boolean {
  if (text !== 'on' && text !== 'off') throw new RuleError('must be on or off')
  return text === 'on'
}

/** @param words that stand for networks */
function readNetworks(text: string, words: Record<string, string[]> = {}): Network[] {
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

function readPublicKey(text: string): string {
  try {
    const pem = text.startsWith('-----BEGIN') ? text : readFileSync(text, 'utf8')
    return createPublicKey(pem).export({ type: 'spki', format: 'pem' }).toString()
  } catch {
    throw new RuleError('must be a public key in PEM, or a file that holds one')
  }
}

const isLoopback = (host: string) => /^(127\.\d+\.\d+\.\d+|::1|localhost)$/.test(host)
