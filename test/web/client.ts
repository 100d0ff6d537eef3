// The browser's client without its views, in Node, against a real server through a network that breaks.
import { effect } from '@preact/signals-core'
import type { Environment, TabChannel } from '../../src/web/sync/environment.ts'
import { Session } from '../../src/web/sync/session.ts'
import { MemoryStore } from '../../src/web/sync/store.ts'
import { type Chat, PASSWORD, type Person } from '../chat.ts'

/** What may happen to requests on their way. */
export class Network {
  /** Nothing reaches the server. */
  isDown = false
  /** What reaches the server, and is answered, but the answer does not come back. */
  losesAnswerTo: (method: string, path: string) => boolean = () => false
  /** Method and path of every request, without parameters. */
  readonly requests: string[] = []
  readonly #cookies = new Map<string, string>()

  fetch = async (url: string, options: RequestInit): Promise<Response> => {
    const method = options.method ?? 'GET'
    const path = new URL(url).pathname
    this.requests.push(`${method} ${path}`)
    if (this.isDown) throw new TypeError('network is down')
    const cookie = [...this.#cookies].map((pair) => pair.join('=')).join('; ')
    const response = await fetch(url, {
      ...options,
      headers: { ...(options.headers as Record<string, string>), Cookie: cookie },
    })
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
      this.#cookies.set(name!, value!)
    }
    if (this.isDown || this.losesAnswerTo(method, path)) throw new TypeError('connection broke')
    return response
  }
}

export interface Client extends AsyncDisposable {
  session: Session
  network: Network
  store: MemoryStore
  /** Waits until something holds, watching what it reads of the model. */
  until(holds: () => boolean): Promise<void>
  /** As when the page is shown or hidden. */
  setVisible(isVisible: boolean): void
  /** As when the browser notices that the network is back. */
  online(): void
}

let tabs = 0

export interface ClientOptions {
  network?: Network
  store?: MemoryStore
  channel?: TabChannel
  /** Instead of the clock of the test's server. */
  after?: Environment['after']
}

/** A page of a logged-in user, with its model loaded; closed when the test ends. */
export async function openClient(
  chat: Chat,
  person: Person,
  { network = new Network(), store = new MemoryStore(), channel, after }: ClientOptions = {},
): Promise<Client> {
  const listeners = { visibility: new Set<() => void>(), online: new Set<() => void>() }
  const timers = new Set<NodeJS.Timeout>()
  let isVisible = true
  let isClosed = false
  const session = new Session({
    clock: chat.clock,
    after:
      after ??
      ((ms, work) => {
        if (isClosed) return () => {}
        const timer = setTimeout(() => timers.delete(timer) && work(), ms)
        timers.add(timer)
        return () => {
          clearTimeout(timer)
          timers.delete(timer)
        }
      }),
    random: () => 0,
    origin: chat.url,
    fetch: network.fetch,
    upload: () => Promise.reject(new Error('not in Node')),
    tabId: `tab${++tabs}`,
    isVisible: () => isVisible,
    onVisibility: (listener) => void listeners.visibility.add(listener),
    onLeave: () => {},
    isOnline: () => true,
    onOnline: (listener) => void listeners.online.add(listener),
    onOffline: () => {},
    build: 'test',
    channel,
    store,
  })
  const client: Client = {
    ...{ session, network, store },
    until: (holds) => until(holds),
    setVisible(visible) {
      isVisible = visible
      for (const listener of listeners.visibility) listener()
    },
    online() {
      for (const listener of listeners.online) listener()
    },
    async [Symbol.asyncDispose]() {
      network.isDown = false
      network.losesAnswerTo = () => false
      session.stop()
      isClosed = true
      for (const timer of timers) clearTimeout(timer)
    },
  }
  await session.logIn(person.email, PASSWORD)
  await client.until(() => session.state.value === 'live')
  return client
}

/** Waits until something that reads signals holds. */
export async function until(holds: () => boolean): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const timeout = setTimeout(() => reject(new Error(`not within 20 s: ${holds}`)), 20_000)
  const stop = effect(() => {
    if (holds()) resolve()
  })
  try {
    await promise
  } finally {
    stop()
    clearTimeout(timeout)
  }
}
