// The events that wait in a queue. Clients that sleep mostly wait for the same ones, so queues share
// runs of them: 500 queues of 6,000 events took 25 MB for their lists alone.

/** Events that were published next to each other: what a queue takes of them is a run. */
const RUN = 32

/** Runs that another queue may have too are looked for among so many. */
const MOST_RECENT = 16

type Run = readonly string[]

/** The runs that were finished last, as long as a queue holds them. */
const recent: WeakRef<Run>[] = []

/** An equal run that another queue has, or this one. */
function shared(run: Run): Run {
  for (const reference of recent) {
    const other = reference.deref()
    if (other?.length === run.length && run.every((text, at) => text === other[at])) return other
  }
  if (recent.length >= MOST_RECENT) recent.shift()
  recent.push(new WeakRef(run))
  return run
}

const NO_RUNS: Run[] = []
const NO_TEXTS: string[] = []

/** Texts of events in their order: they are added at the end and dropped at the beginning. */
export class WaitingEvents {
  #length = 0
  /** Finished runs. Of the first, so many events are dropped already. */
  #runs = NO_RUNS
  #dropped = 0
  /** The run that is not finished, and which it is. */
  #last = NO_TEXTS
  #lastRun = 0

  get length() {
    return this.#length
  }

  /** @param number counts what is published, so that queues begin their runs at the same events */
  push(text: string, number: number) {
    const run = Math.floor(number / RUN)
    if (run !== this.#lastRun && this.#last.length > 0) this.#finishRun()
    this.#lastRun = run
    // A push would make room for 17, and most clients take each event before the next one comes.
    if (this.#last.length === 0) this.#last = [text]
    else this.#last.push(text)
    this.#length++
  }

  /** Drops the first events. @returns how many characters they had */
  drop(count: number): number {
    let characters = 0
    for (let left = count; left > 0; left--) {
      const first = this.#runs[0] ?? this.#last
      characters += first[this.#dropped++]!.length
      if (this.#dropped === first.length) this.#dropFirstRun()
    }
    this.#length -= count
    // Runs that others may have are let go as a whole.
    if (this.#runs.length === 0 && this.#dropped > 0) {
      this.#last = this.#last.slice(this.#dropped)
      this.#dropped = 0
    }
    return characters
  }

  [Symbol.iterator](): Iterator<string> {
    // Most queues hold what came since their client asked: a few texts, none of which it has seen.
    const isOne = this.#runs.length === 0 && this.#dropped === 0
    return isOne ? this.#last[Symbol.iterator]() : this.#ofAllRuns()
  }

  *#ofAllRuns(): Generator<string> {
    let skip = this.#dropped
    for (const run of [...this.#runs, this.#last]) {
      for (let at = skip; at < run.length; at++) yield run[at]!
      skip = 0
    }
  }

  #dropFirstRun() {
    this.#dropped = 0
    if (this.#runs.length > 0) this.#runs.shift()
    else this.#last = NO_TEXTS
  }

  #finishRun() {
    if (this.#runs === NO_RUNS) this.#runs = []
    this.#runs.push(shared(this.#last))
    this.#last = NO_TEXTS
  }
}
