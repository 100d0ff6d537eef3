// The facts about this server that follow from its options: addresses, mail domain, login tokens.

import { type Clock, seconds } from './base/clock.ts'
import { mailNamesOf } from './base/mail-names.ts'
import { originFor } from './base/origins.ts'
import { version } from './base/version.ts'
import type { Config } from './config.ts'
import type { ServerInfo } from './domain/kernel/context.ts'

/** The facts about a server with these options; the set-up token is added if it has no organization. */
export function serverInfoOf(config: Config, clock: Clock): ServerInfo {
  const name = config.tls?.kind === 'acme' ? config.tls.domains[0] : undefined
  const url = originFor(config, { isSecure: config.tls !== undefined, name })
  return {
    url,
    origins: [url],
    linkOrigins: [],
    ...mailNamesOf(config, url),
    sendsMail: config.smtpUrl !== undefined,
    dev: config.dev,
    fullExports: config.fullExports,
    jitsiUrl: config.jitsiUrl,
    bigBlueButton: bigBlueButtonOf(config),
    jwt: jwtTrustOf(config),
    version: version(),
    startedAt: seconds(clock),
    setupToken: undefined,
    logins: new Map(),
    backups: undefined,
    problems: undefined,
    certificate: undefined,
  }
}

function bigBlueButtonOf({ bigbluebuttonUrl: url, bigbluebuttonSecret: secret }: Config) {
  return url === undefined || secret === undefined ? undefined : { url, secret }
}

function jwtTrustOf({ jwtSecret, jwtPublicKey, jwtAlgorithms, jwtStrict }: Config) {
  if (jwtSecret === undefined && jwtPublicKey === undefined) return undefined
  return {
    secret: jwtSecret,
    publicKey: jwtPublicKey,
    algorithms: jwtAlgorithms,
    requiresExpiry: jwtStrict,
  }
}
