// What sync needs of the world: handed in, so that the same code runs in browsers and in Node.

import type { Clock } from '../model/clock.ts'
import type { Answer } from './answer.ts'
import type { Store } from './store.ts'

export interface Environment {
  clock: Clock
  /** Calls once after some milliseconds. @returns what prevents it */
  after(ms: number, work: () => void): () => void
  /** From 0 up to 1. */
  random(): number
  /** Of the page, without a slash at its end; '' for addresses relative to the page. */
  origin: string
  fetch(url: string, options: RequestInit): Promise<Response>
  /** Uploads a file to an address below /json, telling how much has left. */
  upload(path: string, file: Blob & { name: string }, how: UploadOptions): Promise<Answer>
  /** Unique among all pages that were ever open. */
  tabId: string
  isVisible(): boolean
  /** Calls back when the page is shown or hidden. */
  onVisibility(listener: () => void): void
  /** Calls back when the page may be gone for good: hidden, reloaded or closed. */
  onLeave(listener: () => void): void
  /** Whether the browser says that there is a network; the server may still be on this machine. */
  isOnline(): boolean
  /** Calls back when the network is there again. */
  onOnline(listener: () => void): void
  /** Calls back when the network is gone. */
  onOffline(listener: () => void): void
  /** The build of the client that this page runs: paths of its files, with blanks between them. */
  build: string
  /** Forgets pictures of people that were stored for showing them again; undefined without any. */
  forgetPictures?: () => Promise<unknown>
  /** What the tabs of this browser say to each other; undefined where that does not exist. */
  channel?: TabChannel | undefined
  /** What is kept for the next time; only in memory where nothing may be kept. */
  store: Store
  /** What lives as long as the tab, over reloads; undefined where the browser refuses it. */
  tabStorage?: TabStorage | undefined
}

/** The part of sessionStorage that is used. */
export type TabStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

export interface UploadOptions {
  headers: Record<string, string>
  signal: AbortSignal
  /** @param part from 0 to 1 */
  onProgress(part: number): void
}

/** A BroadcastChannel. */
export interface TabChannel {
  postMessage(message: unknown): void
  onmessage: ((event: { data: unknown }) => void) | null
}
