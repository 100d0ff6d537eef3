// Fair shares of the event loop. The work of each owner (a person, or the address of a stranger) is
// charged to them. Work of owners who used little lately runs at once; that of the others shares a
// few milliseconds of each turn of the loop, and the one who used least comes first.

import { current, leastUsed, Share, usedMuchMore, type WaitingWork } from './share.ts'

export type { Share } from './share.ts'

/**
 * What owners without allowance share in one turn, in milliseconds: little while others are there who
 * would wait for the end of the turn, more while nobody is, because more work then shares a commit.
 */
const TURN_MS = 4
const LONE_TURN_MS = 20

/** Pieces of work that goes on, in milliseconds: shorter ones cost more in all. */
const PIECE_MS = 4
const LONE_PIECE_MS = 8

/** Work that shares one turn and cannot be interrupted, such as a commit, lasts no longer with more. */
const MOST_TOGETHER_MS = 30

/** Others are there for so long after their last request. */
const PRESENT_MS = 1000

/**
 * For so long the work of those without allowance waits for others: for connections that arrive, of
 * which the loop accepts one in each turn, and that of a person with a short question may be the last
 * of hundreds; and for the commit and the answer of what began at once.
 */
const GIVING_WAY_MS = 20
const GIVING_WAY_TURNS = 4

/** What may wait of one owner. Default allowances of requests and polls stay below it. */
const MOST_WAITING = 1200
const MOST_WAITING_BYTES = 16 * 1024 * 1024

/** Number of owners at which those with a whole allowance are forgotten. */
const SWEEP_AT = 10_000

/**
 * Who uses the event loop of this process, and who waits for it. Time is counted from where one
 * begins to where the next begins, or to the end of the turn: a clock is read once for each.
 */
class Loop {
  readonly #shares = new Map<string, Share>()
  readonly #own = new Share(performance.now())
  readonly #waiting = new Set<Share>()
  /** Owners of work that the last commit left for the next: they begin nothing until it is done. */
  #behind: ReadonlySet<Share> = new Set()
  #running: Share | undefined
  #since = 0
  #isEndDue = false
  #sweepAt = SWEEP_AT
  /** Whether in this turn a connection arrived, or an owner with allowance began something. */
  #isGivingWay = false
  /** Turns in a row that gave way. */
  #givenWay = 0
  /** When those without allowance last had the loop. */
  #servedAt = 0
  /** When an owner with allowance last began something. */
  #lightAt = Number.NEGATIVE_INFINITY

  get waiting(): number {
    let sum = 0
    for (const { fresh } of this.#waiting) sum += fresh.length
    return sum
  }

  shareOf(owner: string): Share {
    const known = this.#shares.get(owner)
    if (known) return known
    if (this.#shares.size >= this.#sweepAt) this.#sweep()
    const share = new Share(performance.now())
    this.#shares.set(owner, share)
    return share
  }

  /** The share that runs, or that of the server itself. */
  ownShare = (): Share => current.getStore() ?? this.#own

  /** Whether the share may begin something without waiting; if so, it has begun. */
  begins(share: Share): boolean {
    const now = performance.now()
    this.#settle(now)
    share.earn(now)
    if (share.left <= 0 || share.isWaiting || this.#behind.has(share)) return false
    this.#lightAt = now
    this.#isGivingWay = true
    this.#begin(share, now)
    this.#endTurn()
    return true
  }

  wait(share: Share, list: WaitingWork[], entry: WaitingWork): void {
    list.push(entry)
    share.bytes += entry.bytes
    this.#waiting.add(share)
    this.#endTurn()
  }

  leave(share: Share, entry: WaitingWork): void {
    const at = share.fresh.indexOf(entry)
    if (at < 0) return
    share.fresh.splice(at, 1)
    share.bytes -= entry.bytes
    if (!share.isWaiting) this.#waiting.delete(share)
  }

  /** Milliseconds that those without allowance share in this turn. */
  turnMs = (): number => (performance.now() - this.#lightAt < PRESENT_MS ? TURN_MS : LONE_TURN_MS)

  /** How long a piece of work that goes on should take: it is finished before anyone else runs. */
  pieceMs = (): number => (this.turnMs() === TURN_MS ? PIECE_MS : LONE_PIECE_MS)

  #begin(share: Share, now: number) {
    this.#running = share
    this.#since = now
  }

  #settle(now: number) {
    this.#running?.charge(now - this.#since, now)
    this.#running = undefined
  }

  #endTurn() {
    if (this.#isEndDue) return
    this.#isEndDue = true
    setImmediate(() => {
      this.#isEndDue = false
      const now = performance.now()
      this.#settle(now)
      if (this.#waiting.isSubsetOf(this.#behind)) return
      const mayWait = this.#givenWay < GIVING_WAY_TURNS || now - this.#servedAt < GIVING_WAY_MS
      const isToWait = this.#isGivingWay && mayWait
      this.#isGivingWay = false
      this.#givenWay = isToWait ? this.#givenWay + 1 : 0
      if (isToWait) return this.#endTurn()
      this.#serve(now + this.turnMs())
    })
  }

  leaveBehind(works: readonly { share: Share }[]): void {
    this.#behind = new Set(works.map(({ share }) => share))
    if (this.#waiting.size > 0) this.#endTurn()
  }

  /** Ends what runs: what follows is charged on its own, or to nobody, like the end of a commit. */
  pause = (): void => this.#settle(performance.now())

  noteConnection = (): void => {
    this.#isGivingWay = true
  }

  /**
   * One piece of work, and all that it does at once. Requests begin until the time is over; work that
   * goes on has done a piece of some milliseconds, and ends the turn.
   */
  #serve(until: number) {
    const share = leastUsed(this.#waiting.difference(this.#behind))
    const isBegun = share.begun.length > 0
    const entry = isBegun ? share.begun.shift()! : share.fresh.shift()!
    share.bytes -= entry.bytes
    if (!share.isWaiting) this.#waiting.delete(share)
    this.#begin(share, performance.now())
    entry.go()
    // Runs when all microtasks that follow from it have run.
    queueMicrotask(() =>
      process.nextTick(() => {
        const now = performance.now()
        this.#servedAt = now
        this.#settle(now)
        if (this.#waiting.isSubsetOf(this.#behind)) return
        if (now < until && !isBegun && !this.#wouldDelay(share)) return this.#serve(until)
        this.#endTurn()
      }),
    )
  }

  /** Whether the commit and the answer of this owner would wait for one who used much more. */
  #wouldDelay(share: Share): boolean {
    const next = leastUsed(this.#waiting.difference(this.#behind))
    this.#isGivingWay ||= usedMuchMore(next, share)
    return this.#isGivingWay
  }

  #sweep() {
    const now = performance.now()
    for (const [owner, share] of this.#shares) {
      share.earn(now)
      if (share.isWhole && !share.isWaiting) this.#shares.delete(owner)
    }
    // If few could be removed, the next sweep waits until the number has doubled.
    this.#sweepAt = Math.max(SWEEP_AT, 2 * this.#shares.size)
  }
}

const loop = new Loop()

/** The share that pays for what runs now. */
export const presentShare = loop.ownShare

/** The place of the first work of the owner who used least. */
function nextAt(works: readonly { share: Share }[]): number {
  const least = leastUsed(works.map(({ share }) => share))
  return works.findIndex(({ share }) => share === least)
}

/** Work of many owners that is done together in one turn, such as what shares a commit. */
export class Together<Work extends { share: Share }> {
  /** Milliseconds that each owner used. */
  readonly #used = new Map<Share, number>()
  readonly #list: Work[]

  /** @param list what waits; what has to wait for another turn stays in it */
  constructor(list: Work[]) {
    this.#list = list
  }

  /** Takes out what may be done now, one after the other, and charges each for its time. */
  *take(): Generator<Work> {
    // A request that began in this turn must not pay for the work of all.
    loop.pause()
    const started = performance.now()
    // What is added meanwhile waits for another turn.
    const arrived = this.#list.splice(0)
    let now = started
    let first: Share | undefined
    try {
      while (arrived.length > 0) {
        const at = nextAt(arrived)
        const { share } = arrived[at]!
        const isLight = share.left > 0
        // The answers to those who used little wait for the work of nobody else.
        if (first && !isLight && usedMuchMore(share, first)) break
        first ??= share
        if (now - started >= (isLight ? MOST_TOGETHER_MS : loop.turnMs())) break
        yield* arrived.splice(at, 1)
        const then = performance.now()
        this.#charge(share, then - now, then)
        now = then
      }
    } finally {
      this.#list.unshift(...arrived)
      loop.leaveBehind(arrived)
    }
  }

  /** Does what all of it needs, such as the commit: each owner pays the part that theirs was. */
  split<T>(work: () => T): T {
    const started = performance.now()
    try {
      return work()
    } finally {
      const now = performance.now()
      const shares = [...this.#used]
      const sum = shares.reduce((total, [, used]) => total + used, 0) || 1
      for (const [share, used] of shares) share.charge(((now - started) * used) / sum, now)
    }
  }

  #charge(share: Share, ms: number, now: number) {
    share.charge(ms, now)
    this.#used.set(share, (this.#used.get(share) ?? 0) + ms)
  }
}

/** Takes all work out of a list, none of which will be done. */
export function takeAll<Work extends { share: Share }>(list: Work[]): Work[] {
  loop.leaveBehind([])
  return list.splice(0)
}

/** Does work whose time on the event loop, now and later, is charged to this owner. */
export const asOwner = <T>(owner: string, work: () => T): T => loop.shareOf(owner).run(work)

/** Milliseconds after which work over much data should await `nextTurn`. */
export const { pieceMs } = loop

/** Notices that a connection was accepted: others may wait to be. */
export const { noteConnection } = loop

/** Requests that wait for their turn, of all owners. */
export const waitingRequests = (): number => loop.waiting

/** Whether so much waits of the present owner that a request with a body of these bytes is too much. */
export function isCrowded(bytes: number): boolean {
  const { fresh, bytes: waiting } = loop.ownShare()
  return fresh.length >= MOST_WAITING || waiting + bytes > MOST_WAITING_BYTES
}

/**
 * Begins a request of the present owner.
 * @param bytes of its body, which is in memory meanwhile
 * @param whenGone called with what to do if its client goes away: the promise then never settles
 * @returns undefined if it goes on at once; else it goes on when its turn has come
 */
export function begin(
  bytes: number,
  whenGone: (leave: () => void) => void,
): Promise<void> | undefined {
  const share = loop.ownShare()
  if (loop.begins(share)) return undefined
  return new Promise((go) => {
    const entry = { bytes, go }
    loop.wait(share, share.fresh, entry)
    whenGone(() => loop.leave(share, entry))
  })
}

/** Lets others run. Work over much data awaits this after `pieceMs`. */
export function nextTurn(): Promise<void> {
  const share = loop.ownShare()
  return new Promise((go) => loop.wait(share, share.begun, { bytes: 0, go }))
}
