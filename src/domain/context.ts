import type { Clock } from '../base/clock.ts'
import type { Files } from '../base/files.ts'
import type { Jobs } from '../base/jobs.ts'
import type { Log } from '../base/log.ts'
import type { KeyRing } from '../base/tokens.ts'
import type { Hub } from '../events/hub.ts'
import type { ImageCodec } from '../images/codec.ts'
import type { Store } from '../store/index.ts'
import type { JwtTrust } from './jwt-login.ts'
import type { MessageCache } from './message-cache.ts'
import type { UnitOfWork } from './unit-of-work.ts'

/** How this server is reached and what it offers: decided when it starts. */
export interface Site {
  /** Public origin, without a slash at the end. */
  url: string
  /** Host name of the URL where it can stand in an e-mail address, else a name of our own. */
  mailHost: string
  /** Domain of the addresses that post into channels; undefined where no mail is received. */
  mailDomain: string | undefined
  /** Login without a password, for development. */
  dev: boolean
  /** Owners may export everything, also what people have not agreed to. */
  fullExports: boolean
  /** Whose tokens log people in; undefined: nobody's. */
  jwt: JwtTrust | undefined
  version: string
  /** UNIX seconds of the start. */
  startedAt: number
  /** Whoever knows it may found the organization; undefined once there is one. */
  setupToken: string | undefined
}

/** What the domain works with. One for the whole server; who asks is an argument of its own. */
export interface Context {
  readonly site: Site
  readonly store: Store
  readonly hub: Hub
  readonly clock: Clock
  readonly keys: KeyRing
  /** What people brought: pictures and attachments. */
  readonly files: Files
  /** Archives of the organization's data. */
  readonly exportFiles: Files
  readonly jobs: Jobs
  readonly images: ImageCodec
  readonly log: Log
  readonly messageCache: MessageCache
  readonly commit: UnitOfWork['commit']
  readonly rehearse: UnitOfWork['rehearse']
  readonly follow: UnitOfWork['follow']
}
