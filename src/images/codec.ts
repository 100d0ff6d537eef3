// Decodes images for the server: starts the codec process, queues work for it, and survives its
// crashes.

import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import { isExecutable } from '../base/executable.ts'
import type { Log } from '../base/log.ts'
import { processorTime } from '../base/processor-time.ts'
import { JudgedTurns } from '../base/turns.ts'
import { TOO_BUSY } from '../errors/callers.ts'
import { refuse } from '../errors.ts'
import {
  CODEC_COMMAND,
  type CodecAnswer,
  type CodecRequest,
  type ConversionRefusal,
  type Converted,
  type ImageSource,
  type Rendition,
} from './conversion.ts'

/** `now`: a request waits for the picture. `later`: it can be shown when it is done. */
export type Urgency = 'now' | 'later'

/** How long one image may take in processor time, or an idle process to start. */
const LIMIT_MS: Record<Urgency, number> = { now: 10_000, later: 30_000 }

/** Images that may wait at once, of one person and of all: each may be in memory meanwhile. */
const MAX_WAITING_OF_PERSON = 20
const MAX_WAITING = 100

/** Images that take longer count against their sender. In milliseconds. */
const SLOW_MS = 1000

const RETRY_AFTER_SECONDS = 5

/** How many times its limit an image may take where the processor is busy with other things. */
const PATIENCE = 3

/** How often the work of a process that takes long is looked at. */
const LOOK_MS = 250

/** How long a process stays without work: it needs more memory than all the rest. */
const IDLE_MS = 20_000

/** Thrown when the server stops before the picture is made; the next start may make it. */
export class CodecStopped extends Error {
  override name = 'CodecStopped'
}

/** What the rest of the server needs of a codec. */
export type Images = Pick<ImageCodec, 'convert' | 'stop'>

/**
 * Decodes, scales and encodes images. Urgent ones never wait behind those that can come later.
 * People take turns; people whose images were broken or slow come after the others.
 */
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
   * @param person the ID of the user who sent the image
   * @throws CodecStopped; RequestError RATE_LIMIT_HIT when too many wait already
   */
  async convert(
    person: number,
    source: ImageSource,
    renditions: readonly Rendition[],
    urgency: Urgency,
  ): Promise<Converted | ConversionRefusal> {
    const queue = this.#queues[urgency]
    if (urgency === 'now' && queue.isFullFor(person)) {
      refuse(TOO_BUSY, {
        what: 'Too many images are being processed',
        'retry-after': RETRY_AFTER_SECONDS,
      })
    }
    return queue.convert(person, { source, renditions })
  }

  /** Ends the processes; pending conversions reject with CodecStopped. */
  stop(): void {
    for (const queue of Object.values(this.#queues)) queue.stop()
  }
}

interface Job {
  person: number
  request: CodecRequest
  resolve(result: Converted | ConversionRefusal): void
  reject(reason: Error): void
}

/**
 * A process that decodes one image at a time. A file that makes it crash or hang counts as
 * undecodable, and harms nothing else.
 */
class CodecQueue {
  readonly #log: Log
  readonly #limit: number
  readonly #waiting = new JudgedTurns<number, Job>()
  #current: Job | undefined
  #process: ChildProcess | undefined
  /** Whether the process has decoded nothing yet. */
  #isFresh = true
  #timer: NodeJS.Timeout | undefined
  /** When the process got the current image, in milliseconds. */
  #begunAt = 0
  #isStopped = false

  constructor(log: Log, limit: number) {
    this.#log = log
    this.#limit = limit
  }

  /** The image that is being decoded does not count. */
  isFullFor = (person: number): boolean =>
    this.#waiting.length >= MAX_WAITING || this.#waiting.lengthOf(person) >= MAX_WAITING_OF_PERSON

  convert(person: number, request: CodecRequest): Promise<Converted | ConversionRefusal> {
    return new Promise((resolve, reject) => {
      if (this.#isStopped) return reject(new CodecStopped())
      this.#waiting.push(person, { person, request, resolve, reject })
      this.#next()
    })
  }

  stop() {
    this.#isStopped = true
    this.#end()
    this.#current?.reject(new CodecStopped())
    this.#current = undefined
    for (const job of this.#waiting.takeAll()) job.reject(new CodecStopped())
  }

  #next() {
    if (this.#current) return
    clearTimeout(this.#timer)
    this.#current = this.#waiting.shift()
    if (!this.#current) {
      this.#timer = setTimeout(() => this.#end(), IDLE_MS).unref()
      return
    }
    if (this.#process) this.#begin()
    else this.#start()
  }

  /** Hands the current image to the process. */
  #begin() {
    const child = this.#process!
    const before = processorTime(child.pid!)
    this.#begunAt = performance.now()
    // Other programs may slow the process down, so that what counts is the work it does; a process
    // that does nothing ends all the same.
    const look = () => {
      const passed = performance.now() - this.#begunAt
      const worked = processorTime(child.pid!) - before
      if (passed >= PATIENCE * this.#limit || !(worked < this.#limit))
        return this.#fail('out of time')
      this.#timer = setTimeout(look, Math.max(this.#limit - worked, LOOK_MS)).unref()
    }
    this.#timer = setTimeout(look, this.#limit).unref()
    child.send(this.#current!.request)
  }

  #start() {
    // The decoder gets none of the server's environment, which may hold secrets.
    const child = fork(program(), [], {
      env: {},
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    this.#process = child
    this.#isFresh = true
    this.#timer = setTimeout(() => this.#fail('it did not start'), PATIENCE * this.#limit).unref()
    const isUsed = () => this.#process === child
    child.on('message', (answer: CodecAnswer) => isUsed() && this.#hear(answer))
    child.on('error', (error) => isUsed() && this.#fail(String(error)))
    child.on('exit', (code, signal) => isUsed() && this.#fail(`it ended with ${signal ?? code}`))
  }

  #hear(answer: CodecAnswer) {
    const job = this.#current!
    clearTimeout(this.#timer)
    if (answer === 'ready') return this.#begin()
    this.#current = undefined
    this.#isFresh = false
    const isSlow = performance.now() - this.#begunAt > SLOW_MS
    this.#waiting.judge(job.person, !isSlow && typeof answer !== 'string')
    job.resolve(answer)
    this.#next()
  }

  /** Replaces a broken process. An image that fails in a fresh one cannot be decoded. */
  #fail(reason: string) {
    this.#log.error('image-process-failed', { reason })
    this.#end()
    const job = this.#current
    this.#current = undefined
    if (job) {
      this.#waiting.judge(job.person, false)
      if (this.#isFresh) job.resolve('undecodable')
      else this.#waiting.putBack(job.person, job)
    }
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
