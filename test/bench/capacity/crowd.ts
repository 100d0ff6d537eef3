// A simulated crowd: people who are online, wait for events, write, read and type.

import { Connection, expectSuccess, type Request, requestBytes } from '../client.ts'
import { type Member, Team } from '../data.ts'
import { Prose } from '../prose.ts'
import { quantile } from '../table.ts'

/*
 * The busy hour of a working day, as an assumption that anyone can change here: what each person
 * online does in a minute. Everyone of a channel's fifty is online, which is more than real
 * channels have, so each message goes to many.
 */
const PER_MINUTE = { send: 0.5, open: 1, markRead: 1, presence: 1, typing: 1 } as const

type Doing = keyof typeof PER_MINUTE

const CHANNEL_SIZE = 50
const CHANNELS_EACH = 3
const TOPICS = 20

/** Sends that go to one other person, and to everyone. */
const DIRECT_SHARE = 0.2
const EVERYONE_SHARE = 0.005

/** Connections for what is asked; each person has another one that waits for events. */
const ASKING = 64

const EVENT_TYPES = [
  'message',
  'update_message',
  'update_message_flags',
  'reaction',
  'typing',
  'presence',
  'subscription',
  'stream',
  'realm_user',
  'user_topic',
]

/** An organization for a crowd: people and who is in which channel. */
export interface Town {
  members: readonly Member[]
  everyone: number
  channels: readonly { id: number; members: readonly number[] }[]
  /** The channels of each member, by its place in `members`. */
  channelsOf: readonly (readonly number[])[]
}

/** Founds the organization in an empty folder. */
export async function foundTown(folder: string, people: number): Promise<Town> {
  const team = await Team.found(folder)
  team.addMembers(people)
  const count = Math.ceil((people * CHANNELS_EACH) / CHANNEL_SIZE)
  const places: number[][] = Array.from({ length: count }, () => [])
  const channelsOf = team.members.map((_, index) => {
    const own = new Set([index, index * 7 + 1, index * 13 + 2].map((at) => at % count))
    for (const at of own) places[at]!.push(index)
    return [...own]
  })
  const channels = places.map((members, index) => ({
    id: team.addChannel(
      `Channel ${index}`,
      members.map((at) => team.members[at]!),
    ),
    members,
  }))
  const everyone = team.addChannel('Everyone', team.members)
  team.close()
  return { members: team.members, everyone, channels, channelsOf }
}

/** What a crowd met with in some seconds. Times are in milliseconds. */
export interface Findings {
  sent: number
  asked: number
  delivered: number
  answers: { p50: number; p99: number }
  /** From when a message was to be sent to when one of its receivers has it. */
  deliveries: { p50: number; p99: number }
}

/** People who are online. What they do next does not wait for how fast the server answers. */
export class Crowd {
  readonly #url: string
  readonly #town: Town
  readonly #prose = new Prose(11)
  readonly #polls: Connection[] = []
  readonly #asking: Connection[] = []
  readonly #idle: Connection[] = []
  readonly #waiting: { due: number; request: Request; isSend: boolean }[] = []
  #answers: number[] = []
  #deliveries: number[] = []
  #sent = 0
  #newestMessage = 1
  #isOver = false

  private constructor(url: string, town: Town) {
    this.#url = url
    this.#town = town
  }

  /** Opens an event queue for each person, and lets all of them wait. */
  static async gather(url: string, town: Town): Promise<Crowd> {
    const crowd = new Crowd(url, town)
    for (let index = 0; index < ASKING; index++) crowd.#asking.push(await Connection.open(url))
    crowd.#idle.push(...crowd.#asking)
    for (let first = 0; first < town.members.length; first += ASKING) {
      await Promise.all(town.members.slice(first, first + ASKING).map((one) => crowd.#join(one)))
    }
    return crowd
  }

  /** Lets everyone do what people do, for so long. */
  async live(ms: number): Promise<Findings> {
    this.#answers = []
    this.#deliveries = []
    this.#sent = 0
    const started = performance.now()
    const doings = Object.entries(PER_MINUTE) as [Doing, number][]
    const total = doings.reduce((sum, [, rate]) => sum + rate, 0)
    const gap = 60_000 / (total * this.#town.members.length)
    let due = started
    while (due < started + ms) {
      due += -Math.log(1 - this.#prose.random()) * gap
      const early = due - performance.now()
      if (early > 1) await new Promise((resolve) => setTimeout(resolve, early))
      this.#ask(due, this.#choose(doings, total))
    }
    const { p50, p99 } = spread(this.#answers)
    return {
      sent: this.#sent,
      asked: this.#answers.length,
      delivered: this.#deliveries.length,
      answers: { p50, p99 },
      deliveries: spread(this.#deliveries),
    }
  }

  leave() {
    this.#isOver = true
    for (const connection of [...this.#polls, ...this.#asking]) connection.close()
  }

  async #join({ authorization }: Member) {
    const { queue_id } = await expectSuccess(this.#url, {
      method: 'POST',
      path: '/api/v1/register',
      authorization,
      parameters: { event_types: EVENT_TYPES, fetch_event_types: [], apply_markdown: true },
    })
    const connection = await Connection.open(this.#url, 8192)
    this.#polls.push(connection)
    void this.#poll(connection, authorization, queue_id).catch((error) => {
      if (!this.#isOver) throw error
    })
  }

  async #poll(connection: Connection, authorization: string, queue: string) {
    for (let last = -1; ; ) {
      const parameters = { queue_id: queue, last_event_id: last }
      const { body } = await connection.ask(
        requestBytes({ method: 'GET', path: '/api/v1/events', authorization, parameters }),
      )
      const { events } = JSON.parse(body.toString()) as { events: Event[] }
      const now = performance.now()
      for (const { type, message } of events) {
        if (type !== 'message') continue
        this.#newestMessage = message!.id
        this.#deliveries.push(now - Number(/due (\d+)/.exec(message!.content)?.[1]))
      }
      last = events.at(-1)!.id
    }
  }

  #choose(doings: readonly [Doing, number][], total: number): Doing {
    let place = this.#prose.random() * total
    for (const [doing, rate] of doings) {
      place -= rate
      if (place < 0) return doing
    }
    return 'presence'
  }

  #ask(due: number, doing: Doing) {
    this.#waiting.push({ due, request: this.#request(due, doing), isSend: doing === 'send' })
    const connection = this.#idle.pop()
    if (connection) void this.#work(connection)
  }

  /** Asks what waits, one after the other, until nothing does. */
  async #work(connection: Connection) {
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) {
      const { status, body } = await connection.ask(requestBytes(next.request))
      if (status !== 200) throw new Error(`${next.request.path}: ${status} ${body}`)
      this.#answers.push(performance.now() - next.due)
      if (next.isSend) this.#sent++
    }
    this.#idle.push(connection)
  }

  #request(due: number, doing: Doing): Request {
    const { members, channels, channelsOf } = this.#town
    const at = this.#prose.below(members.length)
    const { authorization } = members[at]!
    const own = channelsOf[at]!
    const { id: channel } = channels[own[this.#prose.below(own.length)]!]!
    const topic = `Topic ${this.#prose.below(TOPICS)}`
    const post = (path: string, parameters: Record<string, unknown>): Request => ({
      method: 'POST',
      path: `/api/v1/${path}`,
      authorization,
      parameters,
    })
    switch (doing) {
      case 'send':
        return post('messages', this.#message(due, channel, topic))
      case 'open': {
        const narrow = [
          { operator: 'channel', operand: channel },
          { operator: 'topic', operand: topic },
        ]
        const parameters = { anchor: 'newest', num_before: 50, num_after: 0, narrow }
        return { method: 'GET', path: '/api/v1/messages', authorization, parameters }
      }
      case 'markRead': {
        const messages = Array.from({ length: 10 }, (_, back) => this.#newestMessage - back)
        return post('messages/flags', {
          messages: messages.filter((id) => id > 0),
          op: 'add',
          flag: 'read',
        })
      }
      case 'presence':
        return post('users/me/presence', {
          status: 'active',
          ping_only: false,
          new_user_input: true,
        })
      case 'typing':
        return post('typing', { type: 'stream', op: 'start', stream_id: channel, topic })
    }
  }

  #message(due: number, channel: number, topic: string) {
    const { members, everyone } = this.#town
    const content = `${this.#prose.message()} due ${Math.round(due)}`
    const place = this.#prose.random()
    if (place < DIRECT_SHARE) {
      return { type: 'direct', to: [members[this.#prose.below(members.length)]!.id], content }
    }
    const to = place < DIRECT_SHARE + EVERYONE_SHARE ? everyone : channel
    return { type: 'channel', to, topic, content }
  }
}

interface Event {
  id: number
  type: string
  message?: { id: number; content: string }
}

const spread = (times: readonly number[]) => ({
  p50: quantile(times, 0.5),
  p99: quantile(times, 0.99),
})
