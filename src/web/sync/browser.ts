// The browser as the environment of sync: its network, clock, tabs and storage.

import { type Answer, refusal } from './answer.ts'
import type { Environment, TabChannel, UploadOptions } from './environment.ts'
import { openStore } from './indexed-db.ts'
import { type Area, MemoryStore, type Store } from './store.ts'

/** Whether one wants to be remembered on this device; asked when logging in. */
const REMEMBER = 'hearth-remember'

export const isRemembered = () => localStorage.getItem(REMEMBER) !== 'no'

/** Stores the choice. Without it, everything that this device has kept is erased. */
export async function setRemembered(remembers: boolean, environment: Environment) {
  localStorage.setItem(REMEMBER, remembers ? 'yes' : 'no')
  if (!remembers) await environment.store.erase()
}

export async function browserEnvironment(): Promise<Environment> {
  return {
    clock: { now: () => Date.now() },
    after(ms, work) {
      const timer = setTimeout(work, ms)
      return () => clearTimeout(timer)
    },
    random: () => Math.random(),
    origin: '',
    fetch: (url, options) => fetch(url, options),
    upload,
    tabId: randomId(),
    isVisible: () => document.visibilityState === 'visible',
    onVisibility(listener) {
      document.addEventListener('visibilitychange', listener)
      addEventListener('focus', listener)
    },
    onLeave(listener) {
      addEventListener('pagehide', listener)
      document.addEventListener('visibilitychange', () => document.hidden && listener())
    },
    isOnline: () => navigator.onLine,
    onOnline: (listener) => addEventListener('online', listener),
    onOffline: (listener) => addEventListener('offline', listener),
    build: ownBuild(),
    forgetPictures: async () => globalThis.caches?.delete('pictures'),
    channel:
      'BroadcastChannel' in globalThis ? (new BroadcastChannel('hearth') as TabChannel) : undefined,
    store: new ChosenStore(await openStore()),
    tabStorage: tabStorage(),
  }
}

/** The script and the style sheet that the page came with: their names are made of what they hold. */
function ownBuild(): string {
  const script = document.querySelector('script[type=module]')?.getAttribute('src')
  const styles = document.querySelector('link[rel=stylesheet]')?.getAttribute('href')
  return `${script} ${styles}`
}

/** Keeps things in the browser's database, or only as long as the page, as was chosen. */
class ChosenStore implements Store {
  readonly #database: Store | undefined
  readonly #memory = new MemoryStore()

  constructor(database: Store | undefined) {
    this.#database = database
  }

  get lasts() {
    return this.#now.lasts
  }

  get #now(): Store {
    return isRemembered() && this.#database ? this.#database : this.#memory
  }

  get = (area: Area, key: string) => this.#now.get(area, key)
  put = (area: Area, key: string, value: unknown) => this.#now.put(area, key, value)
  delete = (area: Area, key: string) => this.#now.delete(area, key)
  keys = (area: Area) => this.#now.keys(area)
  all = (area: Area) => this.#now.all(area)

  async erase() {
    await this.#memory.erase()
    await this.#database?.erase()
  }
}

/** Reading the property throws where the browser keeps nothing for this site. */
function tabStorage(): Storage | undefined {
  try {
    return sessionStorage
  } catch {
    return undefined
  }
}

/** Plain http has no crypto.randomUUID, but random bytes. */
function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(9))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
}

/** Only XMLHttpRequest tells how much of a file has left. */
function upload(
  path: string,
  file: Blob & { name: string },
  { headers, signal, onProgress }: UploadOptions,
): Promise<Answer> {
  const { promise, resolve } = Promise.withResolvers<Answer>()
  const request = new XMLHttpRequest()
  const form = new FormData()
  form.set('file', file, file.name)
  request.open('POST', `/json${path}`)
  for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
  request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
  request.onload = () => resolve(answerIn(request))
  request.onerror = () => resolve(refusal('NETWORK'))
  request.onabort = () => resolve(refusal('ABORTED'))
  signal.addEventListener('abort', () => request.abort())
  request.send(form)
  return promise
}

function answerIn({ status, responseText }: XMLHttpRequest): Answer {
  try {
    const body = JSON.parse(responseText) as Record<string, unknown>
    if (status < 300) return { ...body, ok: true }
    const { code = 'BAD_REQUEST', msg = '' } = body
    return { ...body, ok: false, code: String(code), msg: String(msg), status }
  } catch {
    return refusal('NETWORK', status)
  }
}
