// Uploads files, two at a time, with progress; each may be given up or tried again.

import { type ReadonlySignal, type Signal, signal } from '@preact/signals-core'
import type { Answer, Refusal } from './answer.ts'
import type { Environment } from './environment.ts'
import type { Http } from './http.ts'

export type UploadState =
  | { kind: 'waiting' }
  /** From 0 to 1. */
  | { kind: 'uploading'; part: number }
  | { kind: 'done'; url: string; filename: string }
  | { kind: 'failed'; problem: Refusal }
  | { kind: 'cancelled' }

export interface Upload {
  readonly file: Blob & { name: string }
  readonly state: ReadonlySignal<UploadState>
  /** Settles when the upload is done, has failed or was given up. */
  readonly finished: Promise<UploadState>
  cancel(): void
  retry(): void
}

const AT_ONCE = 2

interface Job extends Upload {
  readonly state: Signal<UploadState>
  readonly settle: (state: UploadState) => void
  abort: AbortController
}

export class Uploads {
  readonly #env: Environment
  readonly #http: Http
  readonly #waiting: Job[] = []
  #running = 0

  constructor(env: Environment, http: Http) {
    this.#env = env
    this.#http = http
  }

  add(file: Blob & { name: string }): Upload {
    const { promise, resolve } = Promise.withResolvers<UploadState>()
    const job: Job = {
      ...{ file, state: signal<UploadState>({ kind: 'waiting' }) },
      ...{ finished: promise, settle: resolve, abort: new AbortController() },
      cancel: () => {
        if (job.state.peek().kind !== 'done') this.#end(job, { kind: 'cancelled' })
        job.abort.abort()
      },
      retry: () => {
        const { kind } = job.state.peek()
        if (kind !== 'failed' && kind !== 'cancelled') return
        job.abort = new AbortController()
        this.#queue(job)
      },
    }
    this.#queue(job)
    return job
  }

  /** Uploads one's own picture. */
  async setPicture(file: Blob & { name: string }): Promise<Answer> {
    const { signal } = new AbortController()
    const how = { headers: this.#http.headers, signal, onProgress: () => {} }
    return this.#http.heard(await this.#env.upload('/users/me/avatar', file, how))
  }

  #queue(job: Job) {
    job.state.value = { kind: 'waiting' }
    this.#waiting.push(job)
    this.#next()
  }

  #next() {
    while (this.#running < AT_ONCE && this.#waiting.length > 0) {
      const job = this.#waiting.shift()!
      if (job.state.peek().kind !== 'waiting') continue
      this.#running++
      void this.#run(job).finally(() => {
        this.#running--
        this.#next()
      })
    }
  }

  async #run(job: Job) {
    const { signal } = job.abort
    job.state.value = { kind: 'uploading', part: 0 }
    const answer = await this.#env.upload('/user_uploads', job.file, {
      headers: this.#http.headers,
      signal,
      onProgress: (part) => {
        if (!signal.aborted) job.state.value = { kind: 'uploading', part }
      },
    })
    if (signal.aborted) return
    this.#http.heard(answer)
    if (!answer.ok) return this.#end(job, { kind: 'failed', problem: answer })
    const { url, filename } = answer as unknown as { url: string; filename: string }
    this.#end(job, { kind: 'done', url, filename })
  }

  #end(job: Job, state: UploadState) {
    job.state.value = state
    // A promise settles once: an upload that is tried again after a failure leaves it as it is.
    job.settle(state)
  }
}
