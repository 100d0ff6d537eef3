// Fair shares of the event loop. The work of each owner (a person, or the address of a stranger) is
// charged to them. Work of owners who used little lately runs at once; that of the others shares a
// few milliseconds of each turn of the loop, and the one who used least comes first.

import { leastUsed, type Share, usedMuchMore } from './share.ts'
import { loop } from './shared-loop.ts'

export type { Share } from './share.ts'

/**
 * Work that shares one turn and cannot be interrupted, such as a commit, lasts no longer with more. In this time a
 * hundred messages are stored; larger commits brought no more of them.
 */
const MOST_TOGETHER_MS = 10

/** What may wait of one owner. Default allowances of requests and polls stay below it. */
const MOST_WAITING = 1200
const MOST_WAITING_BYTES = 16 * 1024 * 1024

/** The share that pays for what runs now. */
export const presentShare = loop.ownShare

/** Work for which an owner pays. */
interface Owned {
  share: Share
  /** A portion of work over much data. At most one is done in a turn: with two, the commit takes twice as long, too. */
  isPortion?: boolean
}

/** Work of many owners that is done together in one turn, such as what shares a commit. */
export class Together<Work extends Owned> {
  /** Milliseconds that each owner used. */
  readonly #used = new Map<Share, number>()
  readonly #list: Work[]
  #portions: 0 | 1
  #started = 0

  /**
   * @param list what waits; what has to wait for another turn stays in it
   * @param portions of work over much data that may be done
   */
  constructor(list: Work[], portions: 0 | 1 = 1) {
    this.#list = list
    this.#portions = portions
  }

  /**
   * Takes out what may be done now, one after the other, and charges each for its time.
   * @param isFull asked after each piece of work: whether what has been done is enough for one turn
   */
  *take(isFull: () => boolean = () => false): Generator<Work> {
    // A request that began in this turn must not pay for the work of all.
    loop.pause()
    this.#started = performance.now()
    // What is added meanwhile waits for another turn.
    const arrived = this.#list.splice(0)
    const worksOf = Map.groupBy(arrived, ({ share }) => share)
    const taken = new Set<Work>()
    let now = this.#started
    let first: Share | undefined
    try {
      // In rounds: a single piece of work does not wait for all that another owner sent at once.
      let round = new Set<Share>()
      while (worksOf.size > 0) {
        if (round.size === 0) round = new Set(worksOf.keys())
        const share = leastUsed(round)
        round.delete(share)
        if (first && isFull()) break
        if (this.#isEnough(share, first, now - this.#started)) break
        const works = worksOf.get(share)!
        const work: Work | undefined = this.#takeNext(works)
        if (works.length === 0 || work === undefined) worksOf.delete(share)
        if (work === undefined) continue
        first ??= share
        taken.add(work)
        yield work
        const then = performance.now()
        this.#charge(share, then - now, then)
        now = then
      }
    } finally {
      const left = arrived.filter((work) => !taken.has(work))
      this.#list.unshift(...left)
      loop.holdBack(left)
    }
  }

  /** Takes out the first work that may be done now; undefined if only portions are left, and none may. */
  #takeNext(works: Work[]): Work | undefined {
    const at = this.#portions > 0 ? 0 : works.findIndex(({ isPortion }) => !isPortion)
    if (at < 0) return undefined
    const [work] = works.splice(at, 1)
    if (work!.isPortion) this.#portions = 0
    return work
  }

  /** Whether the work of an owner is left for another turn. @param first whose work came first */
  #isEnough(share: Share, first: Share | undefined, ms: number): boolean {
    const isLight = share.left > 0
    // The answers to those who used little wait for the work of nobody else.
    if (first && !isLight && usedMuchMore(share, first)) return true
    // What others send meanwhile does not wait for all that one owner sent at once.
    if ((this.#used.get(share) ?? 0) >= loop.turnMs()) return true
    return ms >= (isLight ? MOST_TOGETHER_MS : loop.turnMs())
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
      // What came meanwhile is read before the same turn goes on with the work of those who used much.
      if (now - this.#started >= loop.turnMs()) loop.giveWay()
    }
  }

  #charge(share: Share, ms: number, now: number) {
    share.charge(ms, now)
    this.#used.set(share, (this.#used.get(share) ?? 0) + ms)
  }
}

/** Takes all work out of a list, none of which will be done. */
export function takeAll<Work extends { share: Share }>(list: Work[]): Work[] {
  loop.holdBack([])
  return list.splice(0)
}

/** Does work whose time on the event loop, now and later, is charged to this owner. */
export const asOwner = <T>(owner: string, work: () => T): T => loop.shareOf(owner).run(work)

/** Milliseconds after which work over much data should await `nextTurn`. */
export const { pieceMs } = loop

/** When the present piece of work began, in milliseconds of `performance.now`. */
export const { workingSince } = loop

/** Notices that a connection was accepted: others may wait to be. */
export const noteConnection = loop.giveWay

/** Requests that wait for their turn, of all owners. */
export const waitingRequests = (): number => loop.waiting

/** Whether so much waits of the present owner that a request with a body of these bytes is too much. */
export function isCrowded(bytes: number): boolean {
  const { fresh, bytes: waiting } = loop.ownShare()
  return fresh.length >= MOST_WAITING || waiting + bytes > MOST_WAITING_BYTES
}

/** A request that is to begin. */
export interface Beginning {
  /** Bytes of its body, which is in memory meanwhile. */
  bytes: number
  /** It takes less time than it takes to order it. */
  isBrief: boolean
}

/**
 * Begins a request of the present owner.
 * @param whenGone called with what to do if its client goes away: the promise then never settles
 * @returns undefined if it goes on at once; else it goes on when its turn has come, and hears whether
 * that was another turn of the loop
 */
export function begin(
  { bytes, isBrief }: Beginning,
  whenGone: (leave: () => void) => void,
): Promise<boolean> | undefined {
  const share = loop.ownShare()
  const wait = () =>
    new Promise<true>((decide) => {
      const entry = { bytes, go: () => decide(true) }
      loop.wait(share, share.fresh, entry)
      whenGone(() => loop.leave(share, entry))
    })
  const isBegun = loop.tryBegin(share, isBrief)
  if (isBegun instanceof Promise) return isBegun.then((isNow) => (isNow ? false : wait()))
  return isBegun ? undefined : wait()
}

/** Lets others run. Work over much data awaits this after `pieceMs`. */
export function nextTurn(): Promise<void> {
  const share = loop.ownShare()
  return new Promise((go) => loop.wait(share, share.begun, { bytes: 0, go }))
}
