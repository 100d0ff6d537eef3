import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import { isExecutable } from '../base/assets.ts'
import type { Log } from '../base/log.ts'
import { refuse } from '../errors.ts'
import {
  type Answer,
  CODEC_COMMAND,
  type Converted,
  type ImageSource,
  type Refusal,
  type Rendition,
  type Request,
} from './conversion.ts'

/** Whether somebody waits for the picture, or may see it later. */
export type Urgency = 'now' | 'later'

/** How long one image may take, the start of the process included. */
const LIMIT_MS: Record<Urgency, number> = { now: 10_000, later: 30_000 }

/** Images people may wait for at once: while they do, what they sent is held in memory. */
const MAX_WAITING = 30

const RETRY_AFTER_SECONDS = 5

/** How long a process stays without work: it needs more memory than all the rest. */
const IDLE_MS = 20_000

/** The server ends before the picture is made; it may be made after the next start. */
export class CodecStopped extends Error {
  override name = 'CodecStopped'
}

/** Decodes, scales and encodes images, whoever waits for theirs never behind those who do not. */
export class ImageCodec {
  readonly #queues: Record<Urgency, CodecQueue>

  /** @param limits how long one image may take, in milliseconds */
  constructor(log: Log, limits: Record<Urgency, number> = LIMIT_MS) {
    this.#queues = {
      now: new CodecQueue(log, limits.now),
      later: new CodecQueue(log, limits.later),
    }
  }

  /**
   * Makes pictures of an image; with no renditions, only reads what it is.
   * @throws CodecStopped; RequestError RATE_LIMIT_HIT where too many wait already
   */
  async convert(
    source: ImageSource,
    renditions: readonly Rendition[],
    urgency: Urgency,
  ): Promise<Converted | Refusal> {
    const queue = this.#queues[urgency]
    if (urgency === 'now' && queue.length >= MAX_WAITING) {
      refuse('RATE_LIMIT_HIT', 'Too many images are being processed; try again in a moment.', {
        'retry-after': RETRY_AFTER_SECONDS,
      })
    }
    return queue.convert({ source, renditions })
  }

  /** Ends the processes; what they were asked for is not made. */
  stop(): void {
    for (const queue of Object.values(this.#queues)) queue.stop()
  }
}

interface Job {
  request: Request
  resolve(result: Converted | Refusal): void
  reject(reason: Error): void
}

/**
 * A process of its own for one image at a time. A file that lets it crash or hang is one that
 * cannot be decoded, and nothing else comes of it.
 */
class CodecQueue {
  readonly #log: Log
  readonly #limit: number
  readonly #waiting: Job[] = []
  #current: Job | undefined
  #process: ChildProcess | undefined
  /** Whether the process has decoded nothing yet. */
  #isFresh = true
  #timer: NodeJS.Timeout | undefined
  #isStopped = false

  constructor(log: Log, limit: number) {
    this.#log = log
    this.#limit = limit
  }

  /** Of those that wait for the one that is being decoded. */
  get length() {
    return this.#waiting.length
  }

  convert(request: Request): Promise<Converted | Refusal> {
    return new Promise((resolve, reject) => {
      if (this.#isStopped) return reject(new CodecStopped())
      this.#waiting.push({ request, resolve, reject })
      this.#next()
    })
  }

  stop() {
    this.#isStopped = true
    this.#end()
    for (const job of [this.#current, ...this.#waiting.splice(0)]) job?.reject(new CodecStopped())
    this.#current = undefined
  }

  #next() {
    if (this.#current) return
    clearTimeout(this.#timer)
    this.#current = this.#waiting.shift()
    if (!this.#current) {
      this.#timer = setTimeout(() => this.#end(), IDLE_MS).unref()
      return
    }
    this.#timer = setTimeout(() => this.#fail('out of time'), this.#limit).unref()
    if (this.#process) this.#process.send(this.#current.request)
    else this.#start()
  }

  #start() {
    // Nothing of what the server was told, secrets for example, is the business of a decoder.
    const child = fork(program(), [], {
      env: {},
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    this.#process = child
    this.#isFresh = true
    const isUsed = () => this.#process === child
    child.on('message', (answer: Answer) => isUsed() && this.#hear(answer))
    child.on('error', (error) => isUsed() && this.#fail(String(error)))
    child.on('exit', (code, signal) => isUsed() && this.#fail(`it ended with ${signal ?? code}`))
  }

  #hear(answer: Answer) {
    const job = this.#current!
    if (answer === 'ready') return void this.#process!.send(job.request)
    this.#current = undefined
    this.#isFresh = false
    job.resolve(answer)
    this.#next()
  }

  /** The process is of no more use. What fails in a fresh one is what cannot be decoded. */
  #fail(reason: string) {
    this.#log.error('image-process-failed', { reason })
    this.#end()
    const job = this.#current
    this.#current = undefined
    if (job && !this.#isFresh) this.#waiting.unshift(job)
    else job?.resolve('undecodable')
    this.#next()
  }

  #end() {
    clearTimeout(this.#timer)
    const child = this.#process
    this.#process = undefined
    child?.kill('SIGKILL')
  }
}

/** The executable can run no program but its own, which takes this for a command. */
const program = () => (isExecutable ? CODEC_COMMAND : join(import.meta.dirname, 'codec-process.ts'))
