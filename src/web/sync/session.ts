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
import { Keeper } from './keeping.ts'
import { Places } from './places.ts'
import { PresencePings } from './presence.ts'
import { Reader } from './reader.ts'
import { Sender } from './sender.ts'
import { GatedStore } from './store.ts'
import { type SessionNews, Tabs } from './tabs.ts'
import { TypingNotices } from './typing.ts'
import { Uploads } from './uploads.ts'
import { Views } from './views.ts'

/** live: the model is loaded, whether or not the connection is up at the moment. */
export type SessionState = 'starting' | 'loggedOut' | 'live'

/** Milliseconds without an answer after which what this device has kept is shown. */
const PATIENCE = 2000

/** Milliseconds between attempts to find the session: the first, and the longest. */
const FIRST_WAIT = 1000
const LONGEST_WAIT = 10_000

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
  readonly #store: GatedStore
  readonly #keeper: Keeper
  /** Settles when what this device has kept is shown, if there is any. */
  #showing: Promise<void> | undefined
  /** Counts logins and logouts: what began before one of them does not go on after it. */
  #era = 0
  /** Stops waiting for the next attempt to find the session. */
  #startNow = () => {}

  constructor(given: Environment) {
    this.#store = new GatedStore(given.store)
    const env = { ...given, store: this.#store }
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
    this.#keeper = new Keeper(env, this.model, this.views)
    this.#feed = new Feed(env, this.http, {
      registered: (snapshot) => this.#registered(snapshot),
      received: (events) => {
        this.model.applyAll(events)
        this.#keeper.received(events)
      },
    })
    this.#keeper.renew = () => this.#feed.renew()
    this.connection = this.#feed.connection
    this.#feed.mayHold = () => this.tabs.mayHold
    this.sender.queueId = () => this.#feed.queueId
    this.presence.speaks = () => this.tabs.isFirst
    this.http.onLoggedOut = () => this.#ended()
    this.tabs.onSession = (news) => void this.#heardOfSession(news)
    env.onOnline(() => this.reconnect())
    // Whatever could not go out goes out when events come again.
    this.connection.subscribe(({ kind }) => kind === 'online' && this.#resume())
  }

  /** Finds out whether a user is logged in, and follows events if so. */
  async start() {
    for (let wait = FIRST_WAIT; ; wait = Math.min(wait * 2, LONGEST_WAIT)) {
      const era = this.#era
      const patience = this.#env.after(PATIENCE, () => void this.#showKept())
      const answer = await this.http.call<LoggedIn>('GET', '/web/session')
      patience()
      if (era !== this.#era) return
      if (answer.ok) return this.#follow(answer)
      if (answer.status === 401) return this.#ended()
      await this.#showKept()
      this.#feed.lost(true)
      await new Promise<void>((resolve) => {
        const cancel = this.#env.after(wait, resolve)
        this.#startNow = () => {
          cancel()
          resolve()
        }
      })
    }
  }

  /** @returns the server's answer; a refusal says why not */
  async logIn(username: string, password: string): Promise<Answer> {
    const answer = await this.http.call<LoggedIn>('POST', '/web/session', { username, password })
    if (answer.ok) {
      this.tabs.tell({ kind: 'loggedIn', userId: answer.user_id })
      await this.#follow(answer)
    }
    return answer
  }

  /** Ends the session, and forgets everything that this device has kept. */
  async logOut(): Promise<Answer> {
    const answer = await this.http.call('DELETE', '/web/session')
    if (!answer.ok && answer.status !== 401) return answer
    this.tabs.tell({ kind: 'loggedOut' })
    await this.#leave()
    return answer
  }

  /** Tries to connect at once. */
  reconnect() {
    this.#startNow()
    this.#feed.poke()
    this.#resume()
  }

  /** Whether the server has another build of the client than this page runs. */
  async isOutdated(): Promise<boolean> {
    const page = await this.http.page()
    const files = this.#env.build.split(' ')
    return page !== undefined && files.some((path) => !page.includes(`"${path}"`))
  }

  /** The page is closed. */
  stop() {
    this.#feed.stop()
    this.presence.stop()
    this.tabs.leave()
  }

  async #follow({ csrf_token, user_id }: LoggedIn) {
    const era = ++this.#era
    await this.#eraseOthers(user_id)
    if (era !== this.#era) return
    this.#store.open()
    await this.#store.put('meta', 'user', user_id)
    this.http.csrfToken = csrf_token
    this.#places.restore(user_id)
    if (!this.model.isLoaded.peek()) await this.drafts.restore()
    if (era === this.#era) this.#feed.start()
  }

  /** Shows what this device has kept, where the server does not answer. */
  #showKept(): Promise<void> {
    this.#showing ??= this.#restore()
    return this.#showing
  }

  async #restore() {
    const era = this.#era
    const userId = await this.#keeper.restore()
    if (userId === undefined || era !== this.#era) return
    // What is written now is kept, for the session is most likely still there.
    this.#store.open()
    this.#places.restore(userId)
    await this.drafts.restore()
    await this.sender.restore()
    if (era === this.#era) this.#state.value = 'live'
  }

  /** Another tab has logged in or out: this one shares its session. */
  async #heardOfSession(news: SessionNews) {
    if (this.#state.peek() === 'starting') return this.reconnect()
    const isSame = news.kind === 'loggedIn' && news.userId === this.model.users.ownId.peek()
    if (isSame && this.#state.peek() === 'live') return
    if (this.#state.peek() !== 'loggedOut' || this.model.isLoaded.peek()) await this.#leave()
    if (news.kind === 'loggedIn') await this.start()
  }

  /** The user has logged out: everything stops before what is kept is erased. */
  async #leave() {
    this.#era++
    this.#loggedOut()
    this.drafts.stop()
    this.reader.stop()
    this.#keeper.stop()
    this.#places.forget()
    this.model.forget()
    await this.#store.erase()
    await this.#env.forgetPictures?.()
  }

  /** Removes what an earlier user left on this device. */
  async #eraseOthers(userId: number) {
    const before = await this.#store.get('meta', 'user')
    if (before !== undefined && before !== userId) await this.#store.erase()
    const { isLoaded, users } = this.model
    if (isLoaded.peek() && users.ownId.peek() !== userId) {
      this.drafts.stop()
      this.reader.stop()
      this.model.forget()
    }
  }

  async #registered(snapshot: Snapshot) {
    const era = this.#era
    const isFirst = !this.model.isLoaded.peek()
    if (isFirst) this.model.load(snapshot)
    else await this.views.reload(snapshot)
    if (era !== this.#era) return
    this.#keeper.registered(snapshot)
    this.drafts.merge()
    this.presence.start(snapshot.presence_last_update_id)
    if (isFirst) await this.sender.restore()
    if (era !== this.#era) return
    this.#state.value = 'live'
    this.#resume()
  }

  #resume() {
    if (this.#state.peek() !== 'live') return
    this.sender.resume()
    this.reader.resume()
  }

  /** The server knows no session: what was written here stays for the next one. */
  #ended() {
    this.#loggedOut()
    void this.#keeper.erase()
  }

  #loggedOut() {
    this.#feed.stop()
    this.presence.stop()
    this.http.csrfToken = ''
    this.#state.value = 'loggedOut'
  }
}

interface LoggedIn extends Record<string, unknown> {
  user_id: number
  csrf_token: string
}
