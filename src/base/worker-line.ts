// A thread for work that would hold the event loop: one piece at a time, with a deadline for each.

import type { Worker } from 'node:worker_threads'
import type { Log } from './log.ts'
import { Turns } from './turns.ts'

/** The work took too long, broke its thread, or the server stops. */
export class WorkFailed extends Error {
  override name = 'WorkFailed'
}

/** Too much of what one person asked for waits already. */
export class WorkRefused extends Error {
  override name = 'WorkRefused'
}

export interface WorkLimits {
  /** Pieces one owner may have waiting, and all together. */
  mostOfOwner: number
  most: number
  /** Without work the thread ends and its memory comes back. */
  idleMs: number
}

/** Deadline for the start of a thread, which takes long on a busy machine. */
const START_MS = 15_000

const LIMITS: WorkLimits = { mostOfOwner: 20, most: 500, idleMs: 120_000 }

/** A piece of work as the thread receives it; WorkAnswer is what the thread sends back. */
export interface WorkRequest {
  task: string
  input: unknown
}
export type WorkAnswer = 'ready' | { done: true; output: unknown } | { done: false; reason: string }

interface Job extends WorkRequest {
  owner: string
  deadlineMs: number
  given: readonly ArrayBuffer[]
  resolve(output: unknown): void
  reject(reason: Error): void
}

/**
 * Does work on a thread. Owners take turns, so that one with much to do keeps nobody else waiting
 * longer than for one piece. A thread whose piece takes too long is ended, and the next piece gets a
 * new one.
 */
export class WorkerLine {
  readonly #start: () => Worker
  readonly #log: Log
  readonly #limits: WorkLimits
  readonly #waiting = new Turns<string, Job>()
  #current: Job | undefined
  #worker: Worker | undefined
  #timer: NodeJS.Timeout | undefined
  /** Resolves when no ended thread runs any more. */
  #ended = Promise.resolve()
  #isStopped = false

  constructor(start: () => Worker, log: Log, limits = LIMITS) {
    this.#start = start
    this.#log = log
    this.#limits = limits
  }

  /**
   * @param owner whose work it is
   * @param given buffers of the input that the thread gets instead of a copy
   * @throws WorkRefused at once; WorkFailed later
   */
  run<Output>(
    owner: string,
    task: string,
    input: unknown,
    deadlineMs: number,
    given: readonly ArrayBuffer[] = [],
  ): Promise<Output> {
    const { length } = this.#waiting
    if (this.#waiting.lengthOf(owner) >= this.#limits.mostOfOwner || length >= this.#limits.most) {
      throw new WorkRefused(`${length} pieces of work wait`)
    }
    return new Promise<Output>((resolve, reject) => {
      if (this.#isStopped) return reject(new WorkFailed('the server stops'))
      const answer = { resolve: resolve as Job['resolve'], reject }
      this.#waiting.push(owner, { owner, task, input, deadlineMs, given, ...answer })
      this.#next()
    })
  }

  /** @returns a promise that resolves when the thread runs no more, so that what it had open is closed */
  async stop(): Promise<void> {
    this.#isStopped = true
    const jobs = [this.#current, ...this.#waiting.takeAll()]
    this.#current = undefined
    this.#end()
    for (const job of jobs) job?.reject(new WorkFailed('the server stops'))
    await this.#ended
  }

  #next() {
    if (this.#current) return
    clearTimeout(this.#timer)
    this.#current = this.#waiting.shift()
    if (!this.#current) {
      this.#timer = setTimeout(() => this.#end(), this.#limits.idleMs).unref()
      return
    }
    if (this.#worker) return this.#send(this.#worker, this.#current)
    this.#worker = this.#open()
    this.#timer = setTimeout(() => this.#fail('it did not start in time'), START_MS).unref()
  }

  #send(worker: Worker, { task, input, deadlineMs, given }: Job) {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#fail('out of time'), deadlineMs).unref()
    worker.postMessage({ task, input } satisfies WorkRequest, given)
  }

  #open(): Worker {
    const worker = this.#start()
    // The listening socket keeps the process alive; a thread must not.
    worker.unref()
    const isUsed = () => this.#worker === worker
    worker.on('message', (answer: WorkAnswer) => isUsed() && this.#hear(worker, answer))
    worker.on('error', (error) => isUsed() && this.#fail(String(error)))
    worker.on('exit', (code) => isUsed() && this.#fail(`it ended with ${code}`))
    return worker
  }

  #hear(worker: Worker, answer: WorkAnswer) {
    const job = this.#current
    if (answer === 'ready') {
      if (job) this.#send(worker, job)
      return
    }
    this.#current = undefined
    if (answer.done) job?.resolve(answer.output)
    else job?.reject(new WorkFailed(answer.reason))
    this.#next()
  }

  #fail(reason: string) {
    this.#log.info('work-failed', { task: this.#current?.task, reason })
    this.#end()
    const job = this.#current
    this.#current = undefined
    job?.reject(new WorkFailed(reason))
    this.#next()
  }

  #end() {
    clearTimeout(this.#timer)
    const [worker, ended] = [this.#worker, this.#ended]
    this.#worker = undefined
    if (worker) this.#ended = worker.terminate().then(() => ended)
  }
}
