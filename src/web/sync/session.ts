// The client as a whole: who is logged in, the model, and all that keeps it in step with the server.

import { type ReadonlySignal, signal } from '@preact/signals-core'
import { Model } from '../model/model.ts'
import type { Snapshot } from '../model/wire.ts'
import { Actions } from './actions.ts'
import type { Answer } from './answer.ts'
import { DraftKeeper } from './drafts.ts'
import type { Environment } from './environment.ts'
import { type Connection, Feed } from './feed.ts'
import { Http } from './http.ts'
import { Places } from './places.ts'
import { PresencePings } from './presence.ts'
import { Reader } from './reader.ts'
import { Sender } from './sender.ts'
import { Tabs } from './tabs.ts'
import { TypingNotices } from './typing.ts'
import { Uploads } from './uploads.ts'
import { Views } from './views.ts'

/** live: the model is loaded, whether or not the connection is up at the moment. */
export type SessionState = 'starting' | 'loggedOut' | 'live'

export class Session {
  readonly state: ReadonlySignal<SessionState>
  readonly connection: ReadonlySignal<Connection>
  readonly model: Model
  readonly http: Http
  readonly views: Views
  readonly reader: Reader
  readonly sender: Sender
  readonly drafts: DraftKeeper
  readonly typing: TypingNotices
  readonly presence: PresencePings
  readonly uploads: Uploads
  readonly actions: Actions
  readonly tabs: Tabs
  readonly #state = signal<SessionState>('starting')
  readonly #env: Environment
  readonly #places: Places
  readonly #feed: Feed

  constructor(env: Environment) {
    this.#env = env
    this.state = this.#state
    this.model = new Model({ clock: env.clock, onUnknownEvent: console.warn })
    this.http = new Http(env)
    this.tabs = new Tabs(env)
    this.#places = new Places(env)
    this.views = new Views(this.model, this.http, this.#places)
    this.reader = new Reader(env, this.model, this.http)
    this.sender = new Sender(env, this.model, this.http)
    this.drafts = new DraftKeeper(env, this.model, this.http)
    this.typing = new TypingNotices(env, this.model, this.http)
    this.presence = new PresencePings(env, this.model, this.http)
    this.uploads = new Uploads(env, this.http)
    this.actions = new Actions(this.model, this.http)
    this.#feed = new Feed(env, this.http, {
      registered: (snapshot) => this.#registered(snapshot),
      received: (events) => this.model.applyAll(events),
    })
    this.connection = this.#feed.connection
    this.#feed.mayHold = () => this.tabs.mayHold
    this.sender.queueId = () => this.#feed.queueId
    this.presence.speaks = () => this.tabs.isFirst
    this.http.onLoggedOut = () => this.#loggedOut()
    env.onOnline(() => this.reconnect())
    // Whatever could not go out goes out when events come again.
    this.connection.subscribe(({ kind }) => kind === 'online' && this.#resume())
  }

  /** Finds out whether a user is logged in, and follows events if so. */
  async start() {
    const answer = await this.http.call<LoggedIn>('GET', '/web/session')
    if (answer.ok) await this.#follow(answer)
    else if (answer.status === 401) this.#loggedOut()
    else this.#env.after(1000, () => void this.start())
  }

  /** @returns the server's answer; a refusal says why not */
  async logIn(username: string, password: string): Promise<Answer> {
    const answer = await this.http.call<LoggedIn>('POST', '/web/session', { username, password })
    if (answer.ok) await this.#follow(answer)
    return answer
  }

  /** Ends the session, and forgets everything that this device has kept. */
  async logOut(): Promise<Answer> {
    const answer = await this.http.call('DELETE', '/web/session')
    if (!answer.ok && answer.status !== 401) return answer
    await this.#env.store.erase()
    this.#loggedOut()
    this.#places.forget()
    this.model.forget()
    return answer
  }

  /** Tries to connect at once. */
  reconnect() {
    this.#feed.poke()
    this.#resume()
  }

  /** The page is closed. */
  stop() {
    this.#feed.stop()
    this.presence.stop()
    this.tabs.leave()
  }

  async #follow({ csrf_token, user_id }: LoggedIn) {
    this.http.csrfToken = csrf_token
    this.#places.restore(user_id)
    await this.#eraseOthers(user_id)
    await this.drafts.restore()
    this.#feed.start()
  }

  /** Removes what an earlier user left on this device. */
  async #eraseOthers(userId: number) {
    const { store } = this.#env
    const before = await store.get('meta', 'user')
    if (before !== undefined && before !== userId) await store.erase()
    const { isLoaded, users } = this.model
    if (isLoaded.peek() && users.ownId.peek() !== userId) this.model.forget()
    await store.put('meta', 'user', userId)
  }

  async #registered(snapshot: Snapshot) {
    const isFirst = !this.model.isLoaded.peek()
    if (isFirst) this.model.load(snapshot)
    else await this.views.reload(snapshot)
    this.drafts.merge()
    this.presence.start(snapshot.presence_last_update_id)
    if (isFirst) await this.sender.restore()
    this.#state.value = 'live'
    this.#resume()
  }

  #resume() {
    if (this.#state.peek() !== 'live') return
    this.sender.resume()
    this.reader.resume()
  }

  #loggedOut() {
    this.#feed.stop()
    this.presence.stop()
    this.#state.value = 'loggedOut'
  }
}

interface LoggedIn extends Record<string, unknown> {
  user_id: number
  csrf_token: string
}
