// The share of one owner in the event loop: what they used lately, and what of theirs waits.

import { AsyncLocalStorage } from 'node:async_hooks'

/** What an owner may use at once, in milliseconds of the loop. */
const ALLOWANCE_MS = 20

/** The part of the time of others that an owner earns back at least: ten can do the same. */
const LEAST_EARNED = 0.1

/** Owners who use more of a second count as active: the others leave them their parts. */
const ACTIVE_MS = 10
const SECOND_MS = 1000

/** More is forgiven: a flood that is over is paid back in seconds. */
const MOST_DEBT_MS = 1000

/**
 * What one uses while nobody else is there is no debt to those who come later, and this much stays: with
 * less, a person who asks one thing after the other waited like a flood once a flood began.
 */
const KEPT_ALONE_MS = 5

/** Others are there for so long after they used the loop. */
const BESIDE_MS = 250

/** So many owners are compared: with thousands, that took more time than their work. */
const MOST_COMPARED = 64

/** The owner of what runs now, also after what it awaited. */
export const current = new AsyncLocalStorage<Share>()

/** Work that waits. */
export interface WaitingWork {
  bytes: number
  go(): void
}

/** Counts the owners who use the loop noticeably, second by second. */
class Activity {
  #second = 0
  #owners = 0
  #ownersBefore = 0
  #last: Share | undefined
  #lastAt = Number.NEGATIVE_INFINITY
  /** When one that is not the last was used. */
  #otherAt = Number.NEGATIVE_INFINITY

  /** What each of them earns: alone an owner may use half of the time, beside another a third. */
  earned(now: number): number {
    this.#turnTo(now)
    return Math.max(LEAST_EARNED, 1 / Math.max(1, this.#owners, this.#ownersBefore))
  }

  /** @returns whether the share is used beside another */
  note(share: Share, ms: number, now: number): boolean {
    this.#turnTo(now)
    if (share !== this.#last) {
      this.#otherAt = this.#lastAt
      this.#last = share
    }
    this.#lastAt = now
    if (share.usedSecond !== this.#second) {
      share.usedSecond = this.#second
      share.usedInSecond = 0
    }
    if (share.usedInSecond < ACTIVE_MS && share.usedInSecond + ms >= ACTIVE_MS) this.#owners++
    share.usedInSecond += ms
    return now - this.#otherAt < BESIDE_MS
  }

  #turnTo(now: number) {
    const second = Math.floor(now / SECOND_MS)
    if (second === this.#second) return
    this.#ownersBefore = second === this.#second + 1 ? this.#owners : 0
    this.#owners = 0
    this.#second = second
  }
}

const activity = new Activity()

/** What one owner used and has waiting. */
export class Share {
  /** Runs a function so that what it sets off belongs to this owner; one for all their requests. */
  readonly run: <T>(work: () => T) => T
  /** Milliseconds left; below zero, a debt. */
  left = ALLOWANCE_MS
  /** Until when `left` holds what was earned. */
  earnedAt: number
  /** When it was last charged. */
  usedAt = Number.NEGATIVE_INFINITY
  /** Work that was begun goes on before other work of its owner begins. */
  readonly begun: WaitingWork[] = []
  readonly fresh: WaitingWork[] = []
  bytes = 0
  /** The last turn of the loop that they used, and the milliseconds of it. */
  turn = 0
  usedInTurn = 0
  /** Milliseconds used in the last second that they used anything in. */
  usedInSecond = 0
  usedSecond = 0

  constructor(now: number) {
    this.earnedAt = now
    this.run = current.run(this, () => AsyncLocalStorage.snapshot())
  }

  /** @param part of the time that each owner earns now */
  earn(now: number, part = activity.earned(now)): void {
    this.left = Math.min(ALLOWANCE_MS, this.left + (now - this.earnedAt) * part)
    this.earnedAt = now
  }

  /** Charges the time that ends now, during which nothing is earned. */
  charge(ms: number, now: number): void {
    this.earn(Math.max(this.earnedAt, now - ms))
    this.earnedAt = now
    this.usedAt = now
    const isBeside = activity.note(this, ms, now)
    // An older debt stays.
    const most = isBeside ? -MOST_DEBT_MS : Math.min(this.left, KEPT_ALONE_MS)
    this.left = Math.max(most, this.left - ms)
  }

  get isFull(): boolean {
    return this.left === ALLOWANCE_MS
  }

  get isWaiting(): boolean {
    return this.begun.length + this.fresh.length > 0
  }
}

/**
 * Of the first shares, the one of which most is left; of two with as much left, the one that was used
 * longer ago.
 */
export function leastUsed(shares: Iterable<Share>): Share {
  const now = performance.now()
  const part = activity.earned(now)
  let least: Share | undefined
  let compared = 0
  for (const share of shares) {
    share.earn(now, part)
    if (least === undefined || usedLess(share, least)) least = share
    if (++compared === MOST_COMPARED) break
  }
  return least!
}

const usedLess = (one: Share, other: Share): boolean =>
  one.left > other.left || (one.left === other.left && one.usedAt < other.usedAt)

/** Whether one owner has used so much more than another that they do not share a turn or a commit. */
export const usedMuchMore = (one: Share, than: Share): boolean =>
  than.left - one.left > ALLOWANCE_MS
