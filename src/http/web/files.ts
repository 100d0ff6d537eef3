// The built web client: the executable carries it, from source it is built when first asked for.

import { readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { carried, isExecutable } from '../../base/executable.ts'
import type { BuiltFiles, buildWeb, watchWeb } from '../../web/build.ts'
import type { KeptFile } from '../kept-file.ts'

export interface WebFiles {
  /** Names this build. */
  version: string
  page: KeptFile
  serviceWorker: KeptFile
  /** By their hashed names. */
  files: ReadonlyMap<string, KeptFile>
  /** The hashed names of `icons/icon-192.png` and other files that the server speaks of. */
  named: Readonly<Record<string, string>>
  /** Of the page's inline scripts, for its Content-Security-Policy. */
  scriptHashes: readonly string[]
}

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
}

/** Of these the build keeps smaller forms; pictures and fonts are compressed by themselves. */
const COMPRESSED = /\.(html|js|css|json|svg)$/

/** `npm run dev` sets it: what changes is built anew, and pages load themselves again. */
const RELOADS = process.env.WEB_RELOAD === '1'

/** The current build of the client; in development it changes with the sources. */
export class WebClient {
  #opened: Promise<WebFiles> | undefined
  readonly #listeners = new Set<() => void>()

  /** Asked for the first time from source, this takes as long as the build. */
  open(): Promise<WebFiles> {
    this.#opened ??= isExecutable ? Promise.resolve(read(carried, 'web')) : this.#build()
    return this.#opened
  }

  /** In development, tells when there is a new client. Undefined elsewhere. */
  get onChange(): ((listener: () => void) => () => void) | undefined {
    if (!RELOADS || isExecutable) return undefined
    return (listener) => {
      this.#listeners.add(listener)
      return () => void this.#listeners.delete(listener)
    }
  }

  async #build(): Promise<WebFiles> {
    // Not named where the bundler sees it: the executable has no compiler inside.
    const builder = join(import.meta.dirname, '..', '..', 'web', 'build.ts')
    const build: { buildWeb: typeof buildWeb; watchWeb: typeof watchWeb } = await import(builder)
    if (RELOADS) build.watchWeb((folder) => this.#replace(folder))
    return readFolder(await build.buildWeb({ release: false, reloads: RELOADS }))
  }

  #replace(folder: string) {
    this.#opened = Promise.resolve(readFolder(folder))
    for (const tell of this.#listeners) tell()
  }
}

const readFolder = (folder: string) => read((path) => readFileSync(join(folder, path)), '')

function read(readBytes: (path: string) => Buffer, folder: string): WebFiles {
  const at = (path: string) => (folder ? `${folder}/${path}` : path)
  const open = (path: string): KeptFile => {
    const plain = readBytes(at(path))
    const smaller = (ending: string) => {
      if (!COMPRESSED.test(path)) return undefined
      const bytes = readBytes(at(path + ending))
      return bytes.length < plain.length * 0.95 ? bytes : undefined
    }
    const type = TYPES[extname(path)] ?? 'application/octet-stream'
    return { type, plain, br: smaller('.br'), gzip: smaller('.gz') }
  }
  const built: BuiltFiles = JSON.parse(readBytes(at('files.json')).toString('utf8'))
  return {
    version: built.version,
    page: open('index.html'),
    serviceWorker: open('sw.js'),
    files: new Map(built.files.map((name) => [name, open(`web/${name}`)])),
    named: built.named,
    scriptHashes: built.scriptHashes,
  }
}
