// What every operation of the domain works with: store, hub, clock, files, the server's own
// facts.

import type { Bell } from '../../base/bell.ts'
import type { Clock } from '../../base/clock.ts'
import type { FileStore } from '../../base/files.ts'
import type { Problem } from '../../base/health.ts'
import type { BackgroundJobs } from '../../base/jobs.ts'
import type { Log } from '../../base/log.ts'
import type { TimerWheel } from '../../base/timers.ts'
import type { KeyRing } from '../../base/tokens.ts'
import type { WorkerLine } from '../../base/worker-line.ts'
import type { Hub } from '../../events/delivery/hub.ts'
import type { MessageFormat } from '../../events/types/message-format.ts'
import type { Images } from '../../images/codec.ts'
import type { Caller } from '../../outgoing-http/caller.ts'
import type { PushCaller } from '../../outgoing-http/push-caller.ts'
import type { Store, StoreReader } from '../../store/index.ts'
import type { Piece, Typeset } from '../../text/markdown/render/pieces.ts'
import type { CommitListener, CommitScope } from './commit-types.ts'

/** How JSON Web Tokens are verified; at most one of secret and public key is set. */
export interface JwtTrust {
  secret: string | undefined
  /** SPKI in PEM. */
  publicKey: string | undefined
  /** The only algorithms accepted; "none" is never among them. */
  algorithms: readonly string[]
  /** Whether tokens must say when they expire. */
  requiresExpiry: boolean
}

/** A BigBlueButton server for video calls. */
export interface BigBlueButton {
  /** With a slash at the end; `api/` follows. */
  url: string
  secret: string
}

/** How backups on schedule are going. */
export interface BackupStatus {
  folder: string
  /** Seconds from one backup to the next. */
  every: number
  /** How many are kept at most, and how many there are. */
  keep: number
  kept: number
  /** UNIX seconds of the newest backup; null if no backup was made yet. */
  newest: { file: string; taken_at: number } | null
  /** UNIX seconds of the next attempt. */
  next_at: number
  /** Why the last attempt failed; null: it did not. */
  failure: { at: number; reason: string } | null
}

/** Where a certificate comes from and when it ends. */
export interface CertificateStatus {
  source: 'files' | 'local' | 'acme'
  /** UNIX seconds. */
  expires_at: number
}

/** Facts about this server that are decided when it starts. */
export interface ServerInfo {
  /** Public origin, without a slash at the end. */
  url: string
  /** Every origin whose pages are this server's, `url` among them. */
  origins: readonly string[]
  /** The origins among them that lead here from other machines; only `url` if the operator gave it. */
  linkOrigins: readonly string[]
  /** Domain of the addresses of bots and of people who hide theirs. */
  mailHost: string
  /** Domain of the addresses that post into channels; undefined if no mail is received. */
  mailDomain: string | undefined
  /** Whether mail is sent: invitations, new passwords, missed messages. */
  sendsMail: boolean
  /** Login without a password, for development. */
  dev: boolean
  /** Whether owners may export all data, including that of people who did not agree. */
  fullExports: boolean
  /** The Jitsi server for video calls; undefined if none is suggested. */
  jitsiUrl: string | undefined
  bigBlueButton: BigBlueButton | undefined
  /** How login tokens are verified; undefined if none are accepted. */
  jwt: JwtTrust | undefined
  version: string
  /** UNIX seconds of the start. */
  startedAt: number
  /** The secret of the set-up link; undefined once there is an organization. */
  setupToken: string | undefined
  /** User IDs by the secret of a link that logs them in: only a demo has such links. */
  logins: ReadonlyMap<string, number>
  /** How backups are going; undefined if the server makes none. */
  backups: (() => BackupStatus) | undefined
  /** What keeps the server from its work now, as /health says it; undefined before it listens. */
  problems: (() => Promise<Problem[]>) | undefined
  /** The certificate in use; undefined if the server listens without TLS. */
  certificate: (() => CertificateStatus) | undefined
}

/** JSON of messages without the reader's flags. */
export interface MessageTexts {
  /**
   * Makes the function, for this turn, that gives the UTF-8 of a message object without its closing
   * brace, ready for more fields; see JsonBytes.
   */
  inThisTurn(ctx: Context, format: MessageFormat): (id: number) => string
}

/** A cache of such texts: most readers request the same page. */
export interface MessageCache extends MessageTexts {
  /** The same, but what was asked for stays until nobody refers to this any more, or it has changed. */
  ofPage(): MessageTexts
  /** Drops everything, to free the memory. */
  forgetAll(): void
}

/** Typesets formulas and code before messages are rendered, and knows the results. */
export interface Typesetter {
  /** Whether a piece is for another thread, and its HTML may be long. */
  takesLong(piece: Piece): boolean
  /** Whether a piece takes long and is not known yet. */
  isDue(piece: Piece): boolean
  /** @throws WorkRefused where too much of the owner waits */
  prepare(owner: string, pieces: readonly Piece[]): Promise<void>
  typeset: Typeset
  /** The same, but what takes long and is not prepared is shown as it was typed. */
  typesetIfKnown: Typeset
  /** Gives the memory of results back. */
  forgetAll(): void
}

/** Fetches pictures of other sites and keeps them for a while. */
export interface PictureProxy {
  /** @returns undefined where there is no such picture, or it is too large or of another type */
  find(url: string): Promise<{ bytes: Buffer; type: string } | undefined>
  stop(): void
}

/** What reading works with, one for the whole server. The caller is always a separate argument. */
export interface Context {
  readonly server: ServerInfo
  readonly store: StoreReader
  readonly hub: Hub
  /** Resolves when the events of all that is in the database are published; undefined: they are. */
  published(): Promise<void> | undefined
  readonly clock: Clock
  readonly timers: TimerWheel
  readonly keys: KeyRing
  /** Uploaded pictures and attachments. */
  readonly fileStore: FileStore
  /** Archives of the organization's data. */
  readonly exportStore: FileStore
  readonly backgroundJobs: BackgroundJobs
  /** Rung when something was put into the outbox. */
  readonly outboxBell: Bell
  readonly images: Images
  readonly externalPictures: PictureProxy
  /** For the server of video calls. */
  readonly callServer: Pick<Caller, 'call' | 'stop'>
  /** For the addresses at which people are pushed to. */
  readonly pushCaller: Pick<PushCaller, 'call' | 'takes' | 'stop'>
  readonly log: Log
  readonly messageCache: MessageCache
  /** A thread for work that would hold the event loop. */
  readonly workers: Pick<WorkerLine, 'run' | 'stop'>
  readonly typesetter: Typesetter
}

/** The running server: it reads, and it changes things in transactions. */
export interface App extends Context {
  /**
   * Runs `work` in a transaction. Resolves with its result when everything is on disk, its events
   * are published and its `afterCommit` is done. `work` must not await.
   * @param isPortion of work over much data: one of them is in each transaction (portions.ts)
   */
  commit<T>(work: (tx: Tx) => T, isPortion?: boolean): Promise<T>
  /** Calls the listener with all events of each commit from now on. */
  onCommitted(listener: CommitListener): void
}

/** A transaction, as the work of a commit sees it: the only place from which anything is written. */
export interface Tx extends Context, CommitScope {
  readonly store: Store
  /** UNIX seconds when the transaction began. */
  readonly now: number
  /** Does the work and rolls it back, for its result or its refusal; nothing is emitted. */
  dryRun<T>(work: (tx: Tx) => T): T
}
