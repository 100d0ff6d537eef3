// The service worker, on secure addresses only: the client starts from what was stored, and without
// a network. It is one file without imports.

export {}

/** Names of all files of this build; the build writes them in. */
declare const __HEARTH_FILES__: readonly string[]

interface LastingEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}

interface RequestEvent extends LastingEvent {
  readonly request: Request
  respondWith(answer: Promise<Response>): void
}

interface PushedEvent extends Event {
  readonly data: { json(): unknown } | null
}

interface ClickedEvent extends Event {
  readonly notification: Notification
}

interface WindowOfChat {
  readonly url: string
  readonly focused: boolean
  focus(): Promise<unknown>
  postMessage(message: unknown): void
}

interface WorkerScope extends EventTarget {
  skipWaiting(): Promise<void>
  readonly registration: ServiceWorkerRegistration
  readonly clients: {
    claim(): Promise<void>
    matchAll(of: { type: 'window'; includeUncontrolled: true }): Promise<readonly WindowOfChat[]>
    openWindow(url: string): Promise<unknown>
  }
}

/** What the server pushes; `PushPayload` of the server is the same. */
type Pushed =
  | { kind: 'message'; id: number; title: string; body: string; path: string; tag: string }
  | { kind: 'removal'; ids: readonly number[] }
  | { kind: 'test'; title: string; body: string }

const worker = self as unknown as WorkerScope

/** Of this build; another build has other files, and so another name. */
const SHELL = `shell ${__HEARTH_FILES__.join(' ')}`
const PICTURES = 'pictures'

/** Shown beside notifications. */
const ICON = `/web/${__HEARTH_FILES__.find((name) => /icon-192/.test(name)) ?? ''}`

/** Then the oldest go. */
const MAX_PICTURES = 500

const isOfClient = (name: string) => /\.(js|css|svg)$/.test(name) && !/^server-pages/.test(name)

worker.addEventListener('install', (event) => {
  const lasting = event as LastingEvent
  lasting.waitUntil(storeShell().then(() => worker.skipWaiting()))
})

worker.addEventListener('activate', (event) => {
  const lasting = event as LastingEvent
  lasting.waitUntil(forgetOtherBuilds().then(() => worker.clients.claim()))
})

worker.addEventListener('fetch', (event) => {
  const { request } = event as RequestEvent
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (request.mode === 'navigate' && pathname === '/') answer(event as RequestEvent, page)
  else if (pathname.startsWith('/web/')) answer(event as RequestEvent, file)
  else if (/^\/(user_avatars|static)\//.test(pathname)) answer(event as RequestEvent, picture)
})
worker.addEventListener('push', (event) => {
  const { data } = event as PushedEvent
  const lasting = event as LastingEvent
  if (data) lasting.waitUntil(pushed(data.json() as Pushed))
})

worker.addEventListener('notificationclick', (event) => {
  const { notification } = event as ClickedEvent
  notification.close()
  const lasting = event as LastingEvent
  lasting.waitUntil(openChat(String(notification.data?.path ?? '/')))
})

async function pushed(push: Pushed) {
  if (push.kind === 'removal') return closeAll(({ data }) => push.ids.includes(data?.id))
  const { title, body } = push
  if (push.kind === 'test') return worker.registration.showNotification(title, { body, icon: ICON })
  const windows = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  // A person who looks at the chat sees the message there.
  if (windows.some(({ focused }) => focused)) return
  const { id, path, tag } = push
  const before = await worker.registration.getNotifications({ tag })
  // The page has shown it already, or a newer one of the same conversation.
  if (before.some(({ data }) => data?.id >= id)) return
  const options = { body, tag, renotify: true, icon: ICON, data: { id, path } }
  await worker.registration.showNotification(title, options)
}

async function closeAll(isGone: (notification: Notification) => boolean) {
  for (const one of await worker.registration.getNotifications()) if (isGone(one)) one.close()
}

/** Shows a path of the chat in a window that is open, or in a new one. */
async function openChat(path: string) {
  const windows = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const open = windows.find(({ url }) => new URL(url).pathname === '/')
  if (!open) return worker.clients.openWindow(path)
  open.postMessage({ kind: 'open', path })
  return open.focus()
}

function answer(event: RequestEvent, find: (event: RequestEvent) => Promise<Response>) {
  event.respondWith(find(event))
}

async function storeShell() {
  const cache = await caches.open(SHELL)
  const files = __HEARTH_FILES__.filter(isOfClient).map((name) => `/web/${name}`)
  await cache.addAll(['/', ...files])
}

async function forgetOtherBuilds() {
  const names = await caches.keys()
  const others = names.filter((name) => name.startsWith('shell ') && name !== SHELL)
  await Promise.all(others.map((name) => caches.delete(name)))
}

/** The stored page at once; the network's, for the next time, meanwhile. */
async function page(event: RequestEvent): Promise<Response> {
  const cache = await caches.open(SHELL)
  const stored = await cache.match('/')
  const fresh = fetch(event.request).then(async (response) => {
    // Before there is an owner, and for a server that is down, the address shows something else.
    if (response.ok && !response.redirected) await cache.put('/', response.clone())
    return response
  })
  if (!stored) return fresh
  event.waitUntil(fresh.catch(() => undefined))
  return stored
}

async function file({ request }: RequestEvent): Promise<Response> {
  return (await caches.match(request)) ?? fetch(request)
}

async function picture(event: RequestEvent): Promise<Response> {
  const { request } = event
  const cache = await caches.open(PICTURES)
  const stored = await cache.match(request)
  if (stored) return stored
  const response = await fetch(request)
  if (response.ok) event.waitUntil(keepPicture(cache, request, response.clone()))
  return response
}

async function keepPicture(cache: Cache, request: Request, response: Response) {
  await cache.put(request, response)
  const kept = await cache.keys()
  const surplus = kept.slice(0, Math.max(0, kept.length - MAX_PICTURES))
  await Promise.all(surplus.map((oldest) => cache.delete(oldest)))
}
