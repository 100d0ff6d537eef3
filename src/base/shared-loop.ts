// Who runs next on the event loop, and for how long.

import { onceATurn } from './once-a-turn.ts'
import { current, leastUsed, Share, usedMuchMore, type WaitingWork } from './share.ts'

/**
 * What owners without allowance share in one turn, in milliseconds: little while others are there who
 * would wait for the end of the turn, more while nobody is, because more work then shares a commit.
 */
const TURN_MS = 2
const LONE_TURN_MS = 20

/** What owners with allowance may begin in one turn, all together. */
const MOST_AT_ONCE_MS = 8

/** What brief work is charged where its time is not taken. */
const BRIEF_MS = 0.1

/** Pieces of work that goes on, in milliseconds: shorter ones cost more in all. */
const PIECE_MS = 2
const LONE_PIECE_MS = 8

/** Others are there for so long after their last request. */
const PRESENT_MS = 1000

/**
 * For so long the work of those without allowance waits for others: for connections that arrive, of
 * which the loop accepts one in each turn, and that of a person with a short question may be the last
 * of hundreds; and for the commit and the answer of what began at once.
 */
const GIVING_WAY_MS = 20
const GIVING_WAY_TURNS = 4

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
  #heldBack: ReadonlySet<Share> = new Set()
  #running: Share | undefined
  #since = 0
  /** Counts the turns in which something began. */
  #turn = 0
  #sweepAt = SWEEP_AT
  /** Whether what began last is still doing what it does at once, and what came meanwhile. */
  #isBeginning = false
  readonly #next: { share: Share; decide(isBegun: boolean): void }[] = []
  /** What those with allowance used in this turn. */
  #atOnceMs = 0
  /** Whether in this turn a connection arrived, an owner with allowance began something, or a commit took long. */
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

  /**
   * Begins something of the share, unless it has to wait. Requests whose bodies ended together all come
   * here before any of them does its work. So the next is decided when the one before has done what it
   * does at once, in the same turn. Brief ones do not wait for that: with thousands, waiting took more
   * time and memory than their work.
   * @returns whether it was begun
   */
  tryBegin(share: Share, isBrief: boolean): boolean | Promise<boolean> {
    if (isBrief) return this.#tryBeginBrief(share)
    if (this.#isBeginning) return new Promise((decide) => void this.#next.push({ share, decide }))
    const now = performance.now()
    this.#settle(now)
    if (share.isWaiting || !this.#mayBegin(share, now)) return false
    this.#beginAtOnce(share, now)
    return true
  }

  #tryBeginBrief(share: Share): boolean {
    const now = performance.now()
    // While another begins, the clock runs for that one.
    if (!this.#isBeginning) this.#settle(now)
    if (share.isWaiting || !this.#hasAllowance(share, now)) return false
    this.#lightAt = now
    if (this.#isBeginning) share.charge(BRIEF_MS, now)
    else this.#begin(share, now)
    this.#endTurn()
    return true
  }

  #mayBegin(share: Share, now: number): boolean {
    return this.#atOnceMs < MOST_AT_ONCE_MS && this.#hasAllowance(share, now)
  }

  #hasAllowance(share: Share, now: number): boolean {
    share.earn(now)
    if (share.left <= 0 || this.#heldBack.has(share)) return false
    // What one owner sends at once is begun in several turns, whatever is allowed them.
    return share.turn !== this.#turn || share.usedInTurn < this.turnMs()
  }

  #beginAtOnce(share: Share, now: number) {
    this.#lightAt = now
    this.#isGivingWay = true
    this.#begin(share, now)
    this.#isBeginning = true
    afterMicrotasks(() => {
      const then = performance.now()
      this.#settle(then)
      this.#atOnceMs += then - now
      this.#isBeginning = false
      this.#beginNext(then)
      if (!this.#isBeginning) this.#beginWaiting(then)
    })
    this.#endTurn()
  }

  /** Begins the first that may of those that came meanwhile; the others before it wait for a turn. */
  #beginNext(now: number) {
    for (let next = this.#next.shift(); next; next = this.#next.shift()) {
      const { share, decide } = next
      const isBegun = !share.isWaiting && this.#mayBegin(share, now)
      if (isBegun) this.#beginAtOnce(share, now)
      decide(isBegun)
      if (isBegun) return
    }
  }

  /** Begins something of the first owner who only had to wait because the last turn was used up. */
  #beginWaiting(now: number) {
    if (this.#atOnceMs >= MOST_AT_ONCE_MS) return
    for (const share of this.#waiting) {
      if (share.begun.length > 0 || !this.#mayBegin(share, now)) continue
      const entry = this.#take(share, share.fresh)
      this.#beginAtOnce(share, now)
      return entry.go()
    }
  }

  /** Takes work out of one of an owner's lists; with more, the owner comes after the others who wait. */
  #take(share: Share, list: WaitingWork[]): WaitingWork {
    const entry = list.shift()!
    share.bytes -= entry.bytes
    this.#waiting.delete(share)
    if (share.isWaiting) this.#waiting.add(share)
    return entry
  }

  /** Of those who wait for the loop longest, the one who used least. */
  #nextWaiting(): Share {
    return leastUsed(this.#waiting.values().filter((share) => !this.#heldBack.has(share)))
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

  /** When the present piece of work of the present share began, which it may share with others of its owner. */
  workingSince = (): number => (this.#running === this.ownShare() ? this.#since : performance.now())

  #begin(share: Share, now: number) {
    this.#running = share
    this.#since = now
  }

  #settle(now: number) {
    const share = this.#running
    if (share === undefined) return
    this.#running = undefined
    const ms = now - this.#since
    share.charge(ms, now)
    share.usedInTurn = (share.turn === this.#turn ? share.usedInTurn : 0) + ms
    share.turn = this.#turn
  }

  readonly #endTurn = onceATurn(() => {
    const now = performance.now()
    this.#settle(now)
    this.#turn++
    this.#atOnceMs = 0
    if (this.#waiting.isSubsetOf(this.#heldBack)) return
    const mayWait = this.#givenWay < GIVING_WAY_TURNS || now - this.#servedAt < GIVING_WAY_MS
    const isToWait = this.#isGivingWay && mayWait
    this.#isGivingWay = false
    this.#givenWay = isToWait ? this.#givenWay + 1 : 0
    if (!isToWait) return this.#serve(this.#nextWaiting(), now + this.turnMs())
    this.#beginWaiting(now)
    this.#endTurn()
  })

  holdBack(works: readonly { share: Share }[]): void {
    this.#heldBack = new Set(works.map(({ share }) => share))
    if (this.#waiting.size > 0) this.#endTurn()
  }

  /** Ends what runs: what follows is charged on its own, or to nobody, like the end of a commit. */
  pause = (): void => this.#settle(performance.now())

  /** Leaves the work of those without allowance for another turn. */
  giveWay = (): void => {
    this.#isGivingWay = true
  }

  /**
   * One piece of work, and all that it does at once. Requests begin until the time is over; work that
   * goes on has done a piece of some milliseconds, and ends the turn.
   */
  #serve(share: Share, until: number) {
    const isBegun = share.begun.length > 0
    const entry = this.#take(share, isBegun ? share.begun : share.fresh)
    this.#begin(share, performance.now())
    entry.go()
    afterMicrotasks(() => {
      const now = performance.now()
      this.#servedAt = now
      this.#settle(now)
      if (this.#waiting.isSubsetOf(this.#heldBack)) return
      if (now >= until || isBegun || this.#isGivingWay) return this.#endTurn()
      const next = this.#nextWaiting()
      // The commit and the answer of this owner would wait for one who used much more.
      if (!usedMuchMore(next, share)) return this.#serve(next, until)
      this.#isGivingWay = true
      this.#endTurn()
    })
  }

  #sweep() {
    const now = performance.now()
    for (const [owner, share] of this.#shares) {
      share.earn(now)
      if (share.isFull && !share.isWaiting) this.#shares.delete(owner)
    }
    // If few could be removed, the next sweep waits until the number has doubled.
    this.#sweepAt = Math.max(SWEEP_AT, 2 * this.#shares.size)
  }
}

/** Runs work when all microtasks that follow from the present one have run. */
const afterMicrotasks = (work: () => void) => queueMicrotask(() => process.nextTick(work))

/** The event loop of this process. */
export const loop = new Loop()
