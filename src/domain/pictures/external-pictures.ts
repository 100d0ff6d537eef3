// Pictures of other sites in messages: readers get them from this server, so that nobody learns
// from a picture who reads it and when.

import { stat } from 'node:fs/promises'
import { seconds } from '../../base/clock.ts'
import { FileStore } from '../../base/files.ts'
import type { KeyRing } from '../../base/tokens.ts'
import { equalsSecret, sha256 } from '../../base/tokens.ts'
import { type ImageType, imageType } from '../../images/image-type.ts'
import { CallFailed } from '../../outgoing-http/call-failed.ts'
import type { Caller } from '../../outgoing-http/caller.ts'
import type { Context } from '../kernel/context.ts'

const PREFIX = '/external_content'

/** Bytes of one picture; larger ones are not fetched. */
const MAX_PICTURE_BYTES = 8 * 1024 * 1024

/** Bytes of all pictures that are kept; beyond it, those requested longest ago are removed. */
const MAX_KEPT_BYTES = 256 * 1024 * 1024

const FRESH_SECONDS = 7 * 86_400

/** How long an address that had no picture is not requested again. */
const FAILURE_SECONDS = 300
const MAX_FAILURES = 1000

/** What browsers show without running anything in it; no SVG, which may hold scripts. */
const ENDINGS: Partial<Record<ImageType, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/avif': 'avif',
}
const TYPES = new Map(Object.entries(ENDINGS).map(([type, ending]) => [ending, type]))

export interface ExternalPicture {
  bytes: Buffer
  type: string
}

const signature = (keys: KeyRing, url: string) => keys.sign('external_content', url)

/**
 * The address on this server of a picture of another site. It is signed, so that the server fetches
 * nothing but what a message showed.
 */
export const externalPictureUrl = ({ keys }: Pick<Context, 'keys'>, url: string): string =>
  `${PREFIX}/${signature(keys, url)}/${Buffer.from(url).toString('hex')}`

/** @param path of such an address, below its prefix. @returns undefined where we did not sign it */
export function urlInPath({ keys }: Pick<Context, 'keys'>, path: string): string | undefined {
  const [, mark = '', hex = ''] = /^\/(\w{32})\/((?:[0-9a-f]{2})+)$/.exec(path) ?? []
  const url = Buffer.from(hex, 'hex').toString('utf8')
  return url !== '' && equalsSecret(mark, signature(keys, url)) ? url : undefined
}

interface Kept {
  bytes: number
  writtenAt: number
}

/** Fetches pictures of other sites, and keeps them for a while in a folder of bounded size. */
export class ExternalPictures {
  readonly #ctx: Pick<Context, 'clock' | 'log'>
  readonly #caller: Caller
  readonly #files: FileStore
  /** By file name, the longest unused first; read from the folder when first needed. */
  #kept: Promise<Map<string, Kept>> | undefined
  #keptBytes = 0
  readonly #fetching = new Map<string, Promise<ExternalPicture | undefined>>()
  /** When pictures that could not be had are tried again, by their addresses. */
  readonly #failures = new Map<string, number>()

  constructor(ctx: Pick<Context, 'clock' | 'log'>, caller: Caller, folder: string) {
    this.#ctx = ctx
    this.#caller = caller
    this.#files = new FileStore(folder)
  }

  /** @returns undefined where there is no such picture, or it is too large or of another type */
  async find(url: string): Promise<ExternalPicture | undefined> {
    const known = await this.#readKept(nameOf(url))
    if (known) return known
    if ((this.#failures.get(url) ?? 0) > this.#now) return undefined
    // However many ask at the same time, the site is asked once.
    const running = this.#fetching.get(url)
    if (running) return running
    const started = this.#fetch(url).finally(() => this.#fetching.delete(url))
    this.#fetching.set(url, started)
    return started
  }

  /** Ends what is being fetched. */
  stop() {
    this.#caller.stop()
  }

  get #now() {
    return seconds(this.#ctx.clock)
  }

  async #fetch(url: string): Promise<ExternalPicture | undefined> {
    const bytes = await this.#download(url)
    const type = bytes && imageType(bytes, '')
    const ending = type && ENDINGS[type]
    if (!bytes || !type || !ending) return this.#noteFailure(url)
    await this.#keep(`${nameOf(url)}.${ending}`, bytes)
    return { bytes, type }
  }

  async #download(url: string): Promise<Buffer | undefined> {
    try {
      const { status, body } = await this.#caller.call({
        method: 'GET',
        url,
        headers: { Accept: 'image/avif,image/webp,image/png,image/jpeg,image/gif' },
        redirects: 3,
        type: /^image\//i,
        maxBytes: MAX_PICTURE_BYTES,
        longer: 'refuse',
      })
      return status === 200 ? body : undefined
    } catch (error) {
      if (error instanceof CallFailed) return undefined
      throw error
    }
  }

  #noteFailure(url: string): undefined {
    for (const oldest of this.#failures.keys()) {
      if (this.#failures.size < MAX_FAILURES) break
      this.#failures.delete(oldest)
    }
    this.#failures.set(url, this.#now + FAILURE_SECONDS)
    return undefined
  }

  async #readKept(name: string): Promise<ExternalPicture | undefined> {
    const kept = await this.#index()
    for (const [ending, type] of TYPES) {
      const file = `${name}.${ending}`
      const entry = kept.get(file)
      if (!entry || this.#now - entry.writtenAt > FRESH_SECONDS) continue
      const bytes = await this.#files.read(file)
      if (!bytes) continue
      // The one that was asked for last stands last.
      kept.delete(file)
      kept.set(file, entry)
      return { bytes, type }
    }
    return undefined
  }

  /** A picture that cannot be kept is shown all the same. */
  async #keep(file: string, bytes: Buffer) {
    const kept = await this.#index()
    try {
      await this.#files.save(file, [bytes])
    } catch (error) {
      this.#ctx.log.error('picture-not-kept', { error: String(error) })
      return
    }
    this.#keptBytes += bytes.length - (kept.get(file)?.bytes ?? 0)
    kept.delete(file)
    kept.set(file, { bytes: bytes.length, writtenAt: this.#now })
    for (const [oldest, entry] of kept) {
      if (this.#keptBytes <= MAX_KEPT_BYTES) break
      kept.delete(oldest)
      this.#keptBytes -= entry.bytes
      await this.#files.remove(oldest)
    }
  }

  #index(): Promise<Map<string, Kept>> {
    this.#kept ??= this.#readFolder()
    return this.#kept
  }

  async #readFolder(): Promise<Map<string, Kept>> {
    const found: [file: string, entry: Kept][] = []
    for (const file of await this.#files.list('.')) {
      const { size, mtimeMs } = await stat(this.#files.locate(file))
      found.push([file, { bytes: size, writtenAt: Math.floor(mtimeMs / 1000) }])
      this.#keptBytes += size
    }
    return new Map(found.sort(([, a], [, b]) => a.writtenAt - b.writtenAt))
  }
}

const nameOf = (url: string) => sha256(url).toString('hex').slice(0, 40)
