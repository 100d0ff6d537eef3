// How long a group of jobs waits for more, which then share its commit.

/**
 * Clients that were answered together ask again together, but not all in the same turn. So a group
 * smaller than the last one waits for a few more turns of the event loop: they take microseconds, an
 * fsync a millisecond. A job that is alone never waits, nor does one whose turn took longer already.
 */
const MOST_TURNS = 4
const LONGEST_WAIT_MS = 1

export class Gathering {
  /** How many jobs the last group had. */
  #lastJobs = 0
  /** How many turns this one was put off, and since when its first job waits. */
  #turns = 0
  #firstAt = 0

  /** Notices that the first job of a group waits. */
  begin() {
    this.#firstAt = performance.now()
  }

  /** Whether a group of so many jobs is put off for a turn, because more are likely to come with it. */
  mayGrow(jobs: number): boolean {
    const isPutOff =
      jobs > 1 &&
      jobs < this.#lastJobs &&
      this.#turns < MOST_TURNS &&
      performance.now() - this.#firstAt < LONGEST_WAIT_MS
    this.#turns = isPutOff ? this.#turns + 1 : 0
    return isPutOff
  }

  /** Notices that so many jobs were done together. */
  end(jobs: number) {
    this.#lastJobs = jobs
  }
}
