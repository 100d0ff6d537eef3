// The share of one owner in the event loop: what they used lately, and what of theirs waits.

import { AsyncLocalStorage } from 'node:async_hooks'

/** What an owner may use at once, in milliseconds of the loop. */
const ALLOWANCE_MS = 20

/** The part of all time that an owner earns back: nine others can do the same. */
const EARNED = 0.1

/** More is forgiven: a flood that is over is paid back in ten seconds. */
const MOST_DEBT_MS = 1000

/** The owner of what runs now, also after what it awaited. */
export const current = new AsyncLocalStorage<Share>()

/** Work that waits. */
export interface WaitingWork {
  bytes: number
  go(): void
}

/** What one owner used and has waiting. */
export class Share {
  /** Runs a function so that what it sets off belongs to this owner; one for all their requests. */
  readonly run: <T>(work: () => T) => T
  /** Milliseconds left; below zero, a debt. */
  left = ALLOWANCE_MS
  at: number
  /** Work that was begun goes on before other work of its owner begins. */
  readonly begun: WaitingWork[] = []
  readonly fresh: WaitingWork[] = []
  bytes = 0

  constructor(now: number) {
    this.at = now
    this.run = current.run(this, () => AsyncLocalStorage.snapshot())
  }

  earn(now: number): void {
    this.left = Math.min(ALLOWANCE_MS, this.left + (now - this.at) * EARNED)
    this.at = now
  }

  charge(ms: number): void {
    this.left = Math.max(-MOST_DEBT_MS, this.left - ms)
  }

  get isWhole(): boolean {
    return this.left === ALLOWANCE_MS
  }

  get isWaiting(): boolean {
    return this.begun.length + this.fresh.length > 0
  }
}

/** The share of which most is left. */
export function leastUsed(shares: Iterable<Share>): Share {
  const now = performance.now()
  let least: Share | undefined
  for (const share of shares) {
    share.earn(now)
    if (least === undefined || share.left > least.left) least = share
  }
  return least!
}
