// A view of messages: fetches what a window needs, around the first unread message or where one was.

import { batch, computed, effect, type ReadonlySignal, signal } from '@preact/signals-core'
import type { MessageList } from '../model/lists.ts'
import type { Fetch, Model } from '../model/model.ts'
import { conversationIn, type Narrow, toWire } from '../model/narrow.ts'
import { type Row, rowsOf } from '../model/rows.ts'
import { weigher } from '../model/weight.ts'
import { MessageWindow, type ViewPlace } from '../model/windows.ts'
import type { WireMessage } from '../model/wire.ts'
import type { Answer, Refusal } from './answer.ts'
import type { Http } from './http.ts'
import type { Places } from './places.ts'

/** Messages before and after the one a view opens at, and in each batch after that. */
const BEFORE = 60
const AFTER = 40
const BATCH = 100

/** More are fetched when fewer than these are known beyond the window. */
const AHEAD = 200

/** An anchor above all IDs stands for the newest message. */
const NEWEST = 10_000_000_000_000_000

interface Page extends Record<string, unknown> {
  messages: WireMessage[]
  anchor: number
  found_oldest: boolean
  found_newest: boolean
}

type Side = 'older' | 'newer'

type FetchedPage = Page & { fetch: Fetch }

export interface ViewStatus {
  /** Nothing can be shown yet. */
  isLoading: boolean
  atOldest: boolean
  atNewest: boolean
  /** Why the last fetch brought nothing. */
  problem?: Refusal | undefined
}

/** What one sees of a narrow. */
export class MessageView {
  readonly narrow: Narrow
  readonly rows: ReadonlySignal<readonly Row[]>
  readonly status: ReadonlySignal<ViewStatus>
  /** The message to bring into sight, with a new object each time; the newest for Infinity. */
  readonly target: ReadonlySignal<{ id: number } | undefined>
  readonly #target = signal<{ id: number } | undefined>(undefined)
  readonly #fetching = signal(0)
  /** The newest message was fetched, of a channel whose events do not come. */
  readonly #endReached = signal(false)
  readonly #problem = signal<Refusal | undefined>(undefined)
  /** The first unread message on opening. */
  readonly #unreadFrom = signal<number | undefined>(undefined)
  /** What is drawn of the list. */
  readonly window: MessageWindow
  readonly #model: Model
  readonly #http: Http
  readonly #places: Places
  readonly #beyond: Partial<Record<Side, Promise<void> | undefined>> = {}
  #stopConfirming: (() => void) | undefined
  isOpen = false
  onClosed: () => void = () => {}

  constructor(model: Model, http: Http, list: MessageList, places: Places) {
    this.#model = model
    this.#http = http
    this.#places = places
    this.narrow = list.narrow
    this.target = this.#target
    const showsRecipients = conversationIn(list.narrow) === undefined
    this.window = new MessageWindow(list, weigher(model.messages, showsRecipients))
    this.window.place = places.get(list.key)
    let before: readonly Row[] = []
    this.rows = computed(() => {
      const options = {
        message: (id: number) => model.messages.get(id),
        showsRecipients,
        unreadFrom: this.#unreadFrom.value,
      }
      before = rowsOf(this.window.ids.value, options, before)
      return before
    })
    this.status = computed(() => ({
      isLoading: this.#fetching.value > 0 && this.window.ids.value.length === 0,
      atOldest: this.window.atOldest.value,
      atNewest: this.window.atNewest.value || this.#endReached.value,
      problem: this.#problem.value,
    }))
  }

  get list(): MessageList {
    return this.window.list
  }

  /** Where one is: written by the view as it scrolls, read when it is opened again. */
  get place(): ViewPlace | undefined {
    return this.window.place
  }

  set place(place: ViewPlace | undefined) {
    this.window.place = place
    if (place) this.#places.note(this.list.key, place)
  }

  /** Shows the view: at a message, else where one was, else at the first unread message. */
  async open(near?: number) {
    if (!this.isOpen) this.list.open++
    this.isOpen = true
    const unread = this.#firstUnread()
    this.#unreadFrom.value = unread
    const focus = near ?? unread ?? (this.place?.atEnd === false ? this.place.anchor : undefined)
    const isKnown = this.window.knows(focus ?? Number.POSITIVE_INFINITY)
    if (isKnown) this.#show(focus ?? Number.POSITIVE_INFINITY)
    if (!isKnown || this.window.isStale || !this.#isLive())
      await this.#load(focus ?? 'first_unread', !isKnown)
    this.#confirmWhenStale()
  }

  /** The view is not shown any more. */
  close() {
    if (!this.isOpen) return
    this.isOpen = false
    this.list.open--
    this.#stopConfirming?.()
    this.onClosed()
  }

  /** Goes to a message of the narrow. */
  async jumpTo(id: number) {
    if (this.window.knows(id)) this.#show(id)
    else await this.#load(id, true)
  }

  async toEnd() {
    if (this.window.knows(Number.POSITIVE_INFINITY)) this.#show(Number.POSITIVE_INFINITY)
    else await this.#load('newest', true)
  }

  async toOldest() {
    if (this.window.knows(0)) this.#show(0)
    else await this.#load('oldest', true)
  }

  /** Draws 100 older messages, and fetches more where few are left. */
  async showOlder() {
    const { older } = this.window.leftOver()
    const more = older < AHEAD ? this.#fetchBeyond('older') : undefined
    if (older === 0) await more
    this.window.shiftOlder()
  }

  async showNewer() {
    const { newer } = this.window.leftOver()
    const more = newer < AHEAD ? this.#fetchBeyond('newer') : undefined
    if (newer === 0) await more
    this.window.shiftNewer()
  }

  /** Fetches what is drawn anew. @returns what takes it in, or undefined without an answer */
  async refetch(): Promise<(() => void) | undefined> {
    const drawn = this.rows.peek().flatMap((row) => (row.kind === 'message' ? [row.id] : []))
    const anchor = this.place?.anchor ?? drawn[drawn.length >> 1]
    const before = drawn.filter((id) => anchor === undefined || id < anchor).length
    const page = await this.#ask({
      anchor: this.place?.atEnd || anchor === undefined ? 'newest' : anchor,
      num_before: Math.max(BEFORE, this.place?.atEnd ? drawn.length : before),
      num_after: Math.max(AFTER, drawn.length - before),
    })
    if (!page.ok) return undefined
    return () => {
      this.#take(page)
      const isPlaced = this.place?.atEnd === false && anchor !== undefined
      const end = this.#isLive() ? Number.POSITIVE_INFINITY : (page.messages.at(-1)?.id ?? 0)
      this.window.centre(isPlaced ? anchor : end)
    }
  }

  #show(focus: number) {
    batch(() => {
      this.window.centre(focus)
      this.#target.value = { id: focus }
    })
  }

  async #load(anchor: number | 'first_unread' | 'newest' | 'oldest', moves: boolean) {
    const done = this.#begin()
    const page = await this.#ask({ anchor, num_before: BEFORE, num_after: AFTER })
    batch(() => {
      if (page.ok) this.#arrive(page, moves)
      done(page)
    })
  }

  /** Takes the page that a view opens with, and goes to its anchor or stays where one was. */
  #arrive(page: FetchedPage, moves: boolean) {
    this.#take(page)
    const focus = page.anchor >= NEWEST ? Number.POSITIVE_INFINITY : page.anchor
    const at = this.window.knows(focus) ? focus : (page.messages.at(-1)?.id ?? focus)
    if (moves) this.#show(at)
    else this.window.centre(this.place?.atEnd === false ? this.place.anchor : at)
  }

  /** Fetches on one side once at a time: the end of what is known is the same until it is there. */
  #fetchBeyond(side: Side): Promise<void> {
    this.#beyond[side] ??= this.#fetchSide(side).finally(() => {
      this.#beyond[side] = undefined
    })
    return this.#beyond[side]
  }

  async #fetchSide(side: Side) {
    const ends = this.window.ends()
    const anchor = side === 'older' ? ends?.from : ends?.to
    if (!ends || anchor === 0 || anchor === undefined || anchor === Infinity) return
    const done = this.#begin()
    const [num_before, num_after] = side === 'older' ? [BATCH, 0] : [0, BATCH]
    const page = await this.#ask({ anchor, num_before, num_after, include_anchor: false })
    batch(() => {
      // The anchor itself is known: what was fetched touches what there was.
      if (page.ok) this.#take(page, side === 'older' ? { to: anchor - 1 } : { from: anchor + 1 })
      done(page)
    })
  }

  async #ask(params: Record<string, unknown>): Promise<Answer<FetchedPage>> {
    const fetch = this.#model.beginFetch()
    const narrow = toWire(this.narrow)
    const page = await this.#http.call<Page>('GET', '/messages', {
      ...{ narrow, allow_empty_topic_name: true, client_gravatar: false },
      ...params,
    })
    if (!page.ok) {
      this.#model.dropFetch(fetch)
      return page
    }
    return { ...page, fetch }
  }

  #take(page: FetchedPage, known: { from?: number; to?: number } = {}) {
    const { messages, found_oldest, found_newest } = page
    const first = messages[0]?.id ?? known.to
    const last = messages.at(-1)?.id ?? known.from
    const from = found_oldest ? 0 : (known.from ?? first ?? 0)
    const to = known.to ?? (found_newest && this.#isLive() ? Infinity : (last ?? Infinity))
    this.#endReached.value = found_newest && !this.#isLive()
    const list = this.list
    this.#model.endFetch(page.fetch, messages, { list, from, to })
  }

  #begin() {
    this.#fetching.value++
    return (answer: Answer<Page>) => {
      this.#fetching.value--
      this.#problem.value = answer.ok ? undefined : answer
    }
  }

  #isLive(): boolean {
    return this.#model.receivesAllOf(this.narrow)
  }

  #firstUnread(): number | undefined {
    const { unreads } = this.#model
    const conversation = conversationIn(this.narrow)
    if (conversation !== undefined) return unreads.idsIn(conversation)[0]
    return this.list.segments
      .peek()
      .at(-1)
      ?.ids.find((id) => unreads.has(id))
  }

  /** What is drawn may be wrong from some event on: the server is asked again. */
  #confirmWhenStale() {
    this.#stopConfirming?.()
    let isAsking = false
    this.#stopConfirming = effect(() => {
      this.list.segments.value
      if (!this.isOpen || isAsking || !this.window.isStale) return
      isAsking = true
      void this.refetch().then((take) => {
        isAsking = false
        take?.()
      })
    })
  }
}
