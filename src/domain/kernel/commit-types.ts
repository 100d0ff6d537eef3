// What work can do in a commit, and what a commit needs of its surroundings.

import type { Log } from '../../base/log.ts'
import type { Delivery } from '../../events/types/types.ts'

/** Announces an event once the work it belongs to is on disk. */
export type Emit = (
  event: Delivery['event'],
  to: Delivery['to'],
  more?: Omit<Delivery, 'event' | 'to'>,
) => void

/** Receives the events of each commit. It must return fast, because answers wait for it. */
export type CommitListener = (deliveries: readonly Delivery[]) => void

/** What the work of a commit can do besides writing. */
export interface CommitScope {
  /** Announces an event once the work is on disk. */
  readonly emit: Emit
  /**
   * Has something done once the work is on disk and its events are published, such as deleting a
   * file. The commit resolves when it is done, whether it succeeds or not.
   */
  afterCommit(work: AfterCommit): void
}

/** Counts commits. Called in the way of every send, so it must cost nothing. */
export interface CommitMeter {
  /** @param jobs pieces of work that shared the commit; `ms` from BEGIN until it was on disk */
  countCommit(jobs: number, ms: number): void
  /** Commits that the disk refused. */
  failedCommits: number
}

/**
 * Asked after each COMMIT, before anything of it is published or answered: waits for the disk, or until a
 * copy on another machine has it.
 * @returns a promise that does not reject; undefined if there is nothing left to wait for
 */
export type Acknowledge = () => Promise<void> | undefined

export interface CommitParts {
  /** Puts events into the queues of their receivers. */
  publish(deliveries: readonly Delivery[]): void
  log: Log
  meter?: CommitMeter
  /** Asked before each transaction: a promise while nothing is to be written. */
  pause?(): Promise<void> | undefined
  /** Asked if portions of work over much data wait: a promise while they are to, and other work goes on. */
  pausePortions?(): Promise<void> | undefined
  /** Called last in each transaction, for what tidies up behind its work. @param tookMs what it took so far */
  beforeCommit?(tookMs: number): void
  /** Whether what is to be tidied up is enough: then no more work shares the transaction. */
  isFull?(): boolean
  /** Undefined: what COMMIT did is enough. */
  acknowledge?: Acknowledge | undefined
}

export type AfterCommit = () => void | Promise<void>
