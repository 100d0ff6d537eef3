// Every option of the server in one table: parsing, `--help` and the table in docs/operating.md come
// from it.

import { resolve } from 'node:path'
import { chooseAlgorithms, requireLong } from './base/jwt-options.ts'
import {
  type MailSender,
  type MailServer,
  readMailSender,
  readMailServer,
} from './base/mail-options.ts'
import type { Network } from './base/networks.ts'
import { type OperationConfig, operationOptions } from './base/operation-options.ts'
import {
  readAddress,
  readHost,
  readNetworks,
  readOrigin,
  readPort,
  readPublicKey,
  readSwitch,
} from './base/option-values.ts'
import {
  ConfigError,
  type Option,
  type OptionTable,
  readOptions,
  variableOf,
} from './base/options.ts'
import { anyAddress, isWildcard } from './base/own-addresses.ts'
import { chooseTls, type TlsOptions, type TlsSource, tlsOptions } from './base/tls-options.ts'

export interface Config extends OperationConfig {
  /** The data folder, absolute. */
  data: string
  host: string
  /** 0 asks the system for a free port. */
  port: number
  /** The origin people use, without a trailing slash. Undefined: the address listened on. */
  url: string | undefined
  /** Undefined: plain http. */
  tls: TlsSource | undefined
  /** A second listener leads http to https. Undefined: none does. */
  redirectHttp: number | undefined
  rateLimit: boolean
  /** Proxies whose X-Forwarded-For is believed. */
  trustedProxies: Network[]
  /** Undefined: no mail is received. */
  smtpPort: number | undefined
  /** Undefined: the host of the URL. */
  mailDomain: string | undefined
  /** Takes the mail that is sent; set together with its sender. Undefined: no mail is sent. */
  smtpUrl: MailServer | undefined
  mailFrom: MailSender | undefined
  /** Private addresses that outgoing calls may reach. */
  outgoingAllow: Network[]
  /** Owners may export everything, also what people have not agreed to. */
  fullExports: boolean
  /** Undefined: no Jitsi server is suggested. */
  jitsiUrl: string | undefined
  /** With a slash at the end; set together with the secret, or neither is. */
  bigbluebuttonUrl: string | undefined
  bigbluebuttonSecret: string | undefined
  dev: boolean
  /** At most one of jwtSecret and jwtPublicKey is set; neither: no JWT is accepted. */
  jwtSecret: string | undefined
  /** SPKI in PEM. */
  jwtPublicKey: string | undefined
  /** The algorithms accepted, all of the kind the secret or key is for; empty without either. */
  jwtAlgorithms: string[]
  /** Short secrets and tokens that never expire are refused. */
  jwtStrict: boolean
  /** A data folder that lacks its database or its secret gets new ones. */
  startAnew: boolean
  /** A supervisor starts the server again after a crash. Undefined: in the executable. */
  supervise: boolean | undefined
}

type Given = Omit<Config, 'jwtAlgorithms' | 'tls'> &
  TlsOptions & {
    jwtAlgorithms: string[] | undefined
    lan: boolean
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
    help: 'address to listen on; 0.0.0.0 for all; all with --tls-domain',
    default: '127.0.0.1',
    read: readHost,
  },
  lan: {
    help: 'listen for the whole local network; short for --host 0.0.0.0',
    default: 'off',
    read: readSwitch,
  },
  port: {
    value: 'PORT',
    help: 'port to listen on; 0 for any free one; 443 with --tls-domain',
    default: '9991',
    read: readPort,
  },
  url: {
    value: 'URL',
    help: 'address people use, when a proxy stands in front',
    without: 'the address listened on',
    read: readOrigin,
  },
  ...tlsOptions,
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
    help: 'domain of the addresses of channels, bots and people who hide theirs',
    without: 'the host of the URL',
    read: readHost,
  },
  smtpUrl: {
    value: 'URL',
    help: 'mail server that sends for this one: smtps://user:password@mail.example.org:465, or smtp://',
    without: 'no mail is sent',
    isSecret: true,
    read: readMailServer,
  },
  mailFrom: {
    value: 'ADDRESS',
    help: 'sender of that mail: chat@example.org, or Name <chat@example.org>',
    without: 'no mail is sent',
    read: readMailSender,
  },
  outgoingAllow: {
    value: 'NETWORKS',
    help: 'private addresses that link previews, webhooks, pushes and video calls may use, such as 192.168.1.0/24',
    default: 'none',
    read: (text) => readNetworks(text),
  },
  fullExports: {
    value: 'on|off',
    help: 'let owners export all data, also of people who have not agreed',
    default: 'off',
    read: readSwitch,
  },
  jitsiUrl: {
    value: 'URL',
    help: 'Jitsi server for video calls, unless the organization names another, or off',
    default: 'https://meet.jit.si',
    read: (text) => (text === 'off' ? undefined : readAddress(text).replace(/\/$/, '')),
  },
  bigbluebuttonUrl: {
    value: 'URL',
    help: 'BigBlueButton server for video calls, such as https://bbb.example.org/bigbluebutton/',
    without: 'no such calls',
    read: (text) => readAddress(text).replace(/\/?(api\/?)?$/, '/'),
  },
  bigbluebuttonSecret: {
    value: 'SECRET',
    help: 'the shared secret of that BigBlueButton server',
    without: 'no such calls',
    variableOnly: true,
    read: (text) => text,
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
  startAnew: {
    help: 'start although the data folder has lost its database or its secret key',
    default: 'off',
    read: readSwitch,
  },
  ...operationOptions,
  supervise: {
    value: 'on|off',
    help: 'limit the heap to half of the memory, and start the server again after a crash',
    without: 'on in the executable, off from source',
    read: readSwitch,
  },
  jwtStrict: {
    value: 'on|off',
    help: 'refuse secrets below 32 bytes and tokens that do not expire',
    default: 'on',
    variableOnly: true,
    read: readSwitch,
  },
}

/**
 * The server's configuration: flags (by name, without dashes) before environment variables before
 * defaults.
 * @throws ConfigError
 */
export function readConfig(flags: Record<string, string>, env: NodeJS.ProcessEnv): Config {
  const { lan, ...given } = withTls(readOptions(serverOptions, flags, env), flags, env)
  if (lan && flags.host !== undefined && !isWildcard(flags.host)) {
    throw new ConfigError(`--lan and --host ${flags.host} contradict each other`)
  }
  const config = { ...given, host: lan ? '0.0.0.0' : given.host }

  if (config.dev && !isLoopback(config.host)) {
    throw new ConfigError(
      `--dev lets anyone log in, so --host must be 127.0.0.1, ::1 or localhost, not ${config.host}`,
    )
  }
  if ((config.smtpUrl === undefined) !== (config.mailFrom === undefined)) {
    throw new ConfigError('--smtp-url and --mail-from must be given together')
  }
  if (config.jwtSecret !== undefined && config.jwtPublicKey !== undefined) {
    throw new ConfigError('HEARTH_JWT_SECRET and HEARTH_JWT_PUBLIC_KEY must not both be given')
  }
  if ((config.bigbluebuttonUrl === undefined) !== (config.bigbluebuttonSecret === undefined)) {
    throw new ConfigError(
      '--bigbluebutton-url and HEARTH_BIGBLUEBUTTON_SECRET must be given together',
    )
  }
  if (config.backupDir !== undefined && `${config.backupDir}/`.startsWith(`${config.data}/`)) {
    throw new ConfigError(
      '--backup-dir must be outside of the data folder, or both are lost at once',
    )
  }
  if (config.jwtStrict && config.jwtSecret !== undefined) requireLong(config.jwtSecret)
  return { ...config, jwtAlgorithms: chooseAlgorithms(config) }
}

/** A name on the internet is served where the internet looks for it, unless an option says otherwise. */
function withTls(
  given: Given,
  flags: Record<string, string>,
  env: NodeJS.ProcessEnv,
): Omit<Given, keyof TlsOptions> & Pick<Config, 'tls' | 'redirectHttp'> {
  const { tls: _tls, tlsCert, tlsKey, tlsDomain, acmeDirectory, acmeCa, ...others } = given
  const tls = chooseTls(given)
  if (tls?.kind !== 'acme') return { ...others, tls }
  const isOpen = (name: string) => flags[name] === undefined && !env[variableOf(name)]
  return {
    ...others,
    tls,
    ...(isOpen('host') && { host: anyAddress() }),
    ...(isOpen('port') && { port: 443 }),
    ...(isOpen('redirect-http') && { redirectHttp: 80 }),
  }
}

const isLoopback = (host: string) => /^(127\.\d+\.\d+\.\d+|::1|localhost)$/.test(host)
