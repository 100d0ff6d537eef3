// Whether the server can do its work: probes that each name one thing that may be wrong.

/** Something that keeps the server from its work. */
export interface Problem {
  /** The probe that found it: disk, database, event_loop, backups. */
  what: string
  /** A sentence for the person who operates the server. */
  message: string
}

/** @returns a sentence that says what is wrong; undefined: nothing is */
export type Probe = () => Promise<string | undefined> | string | undefined

/** Strangers may ask as often as they like, so an answer is good for a while. */
const GOOD_FOR_MS = 1000

/** The probes of one server. */
export class Health {
  readonly #elapsed: () => number
  readonly #probes = new Map<string, Probe>()
  #answer: Promise<Problem[]> = Promise.resolve([])
  #answeredAt = Number.NEGATIVE_INFINITY

  /** @param elapsed milliseconds of a clock that never goes back */
  constructor(elapsed: () => number) {
    this.#elapsed = elapsed
  }

  watch(what: string, probe: Probe) {
    this.#probes.set(what, probe)
  }

  /** What is wrong now; empty for a server that is well. */
  problems(): Promise<Problem[]> {
    const now = this.#elapsed()
    if (now - this.#answeredAt >= GOOD_FOR_MS) {
      this.#answeredAt = now
      this.#answer = this.#ask()
    }
    return this.#answer
  }

  async #ask(): Promise<Problem[]> {
    const answers = await Promise.all(
      [...this.#probes].map(async ([what, probe]) => ({ what, message: await attempt(probe) })),
    )
    return answers.filter((answer): answer is Problem => answer.message !== undefined)
  }
}

/** A probe that fails has found something. */
async function attempt(probe: Probe): Promise<string | undefined> {
  try {
    return await probe()
  } catch (error) {
    return `It cannot be looked at: ${(error as Error).message}.`
  }
}
