// The browser as the environment of sync: its network, clock, tabs and storage.

import { type Answer, refusal } from './answer.ts'
import type { Environment, TabChannel, UploadOptions } from './environment.ts'
import { openStore } from './indexed-db.ts'
import { MemoryStore } from './store.ts'

/** Whether one wants to be remembered on this device; asked when logging in. */
const REMEMBER = 'hearth-remember'

export const isRemembered = () => localStorage.getItem(REMEMBER) !== 'no'

/** Takes effect with the next page, and at once for what is kept: it is erased. */
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
    onOnline: (listener) => addEventListener('online', listener),
    channel:
      'BroadcastChannel' in globalThis ? (new BroadcastChannel('hearth') as TabChannel) : undefined,
    store: isRemembered() ? ((await openStore()) ?? new MemoryStore()) : new MemoryStore(),
    tabStorage: tabStorage(),
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
