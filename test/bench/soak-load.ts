// The people of the soak benchmark: each waits for events all the time, and does what people do.

import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { type Answer, Connection, type Request, requestBytes, type Success } from './client.ts'
import type { Member } from './data.ts'
import { Prose } from './prose.ts'

const TOPICS = 40

/** Of so many messages people still remember the IDs, to react to them and edit them. */
const REMEMBERED = 200

/** One kind of request, and how often it is made beside the others. */
type Habit = [weight: number, act: (person: Person) => Promise<unknown>]

/** What all people of one run share. */
export class Crowd {
  readonly prose = new Prose(3)
  readonly members: readonly Member[]
  readonly channel: number
  readonly url: string
  /** The newest messages: their IDs and who sent them. */
  readonly recent: { id: number; sender: Person }[] = []
  /** Milliseconds that each request took since this was last emptied. */
  latencies: number[] = []
  isOver = false

  constructor(url: string, members: readonly Member[], channel: number) {
    this.url = url
    this.members = members
    this.channel = channel
  }
}

/** A member with two connections: one waits for events, the other makes requests one by one. */
export class Person {
  readonly crowd: Crowd
  readonly member: Member
  readonly #requests: Connection
  readonly #events: Connection
  #last: Promise<unknown> = Promise.resolve()

  private constructor(crowd: Crowd, member: Member, requests: Connection, events: Connection) {
    this.crowd = crowd
    this.member = member
    this.#requests = requests
    this.#events = events
  }

  static async join(crowd: Crowd, member: Member): Promise<Person> {
    const [requests, events] = await Promise.all([
      Connection.open(crowd.url),
      Connection.open(crowd.url),
    ])
    return new Person(crowd, member, requests, events)
  }

  /** Does the next thing, once what this person began before is done. */
  act(): Promise<unknown> {
    this.#last = this.#last.then(() => choose(this.crowd.prose)(this))
    return this.#last
  }

  /** Waits for events until the run is over. */
  async follow(): Promise<void> {
    const register = {
      apply_markdown: true,
      client_capabilities: { notification_settings_null: true },
    }
    const opened = await this.#events.ask(this.#bytes('POST', '/register', register))
    const { queue_id, last_event_id } = JSON.parse(opened.body.toString())
    let last = last_event_id
    while (!this.crowd.isOver) {
      const poll = this.#bytes('GET', '/events', { queue_id, last_event_id: last })
      const { status, body } = await this.#events.ask(poll)
      if (status !== 200) throw new Error(`GET /events: ${status} ${body}`)
      last = JSON.parse(body.toString()).events.at(-1)?.id ?? last
    }
  }

  /** @throws Error where the server refuses, unless with one of these codes */
  async ask(
    method: string,
    path: string,
    parameters: Request['parameters'] = {},
    expected: readonly string[] = [],
  ): Promise<Success> {
    const answer = await this.#timed(this.#bytes(method, path, parameters))
    const body = JSON.parse(answer.body.toString()) as Success
    if (answer.status === 200 || expected.includes(body.code)) return body
    throw new Error(`${method} ${path}: ${answer.status} ${body.msg}`)
  }

  /** Uploads a file that does not compress, and fetches it. */
  async passFile(): Promise<void> {
    const boundary = 'soak-boundary'
    const file = randomBytes(20_000 + this.crowd.prose.below(80_000))
    const body = Buffer.concat([
      Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="chart.bin"\r\n` +
          'Content-Type: application/octet-stream\r\n\r\n',
      ),
      file,
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ])
    const { authorization } = this.member
    const request = { method: 'POST', path: '/api/v1/user_uploads', authorization }
    const type = `multipart/form-data; boundary=${boundary}`
    const answer = await this.#timed(requestBytes(request, body, type))
    const { url } = JSON.parse(answer.body.toString())
    await this.#timed(requestBytes({ method: 'GET', path: url, authorization }))
  }

  close() {
    this.#requests.close()
    this.#events.close()
  }

  async #timed(bytes: Buffer): Promise<Answer> {
    const started = performance.now()
    const answer = await this.#requests.ask(bytes)
    this.crowd.latencies.push(performance.now() - started)
    return answer
  }

  #bytes(method: string, path: string, parameters: Request['parameters']): Buffer {
    const { authorization } = this.member
    return requestBytes({ method, path: `/api/v1${path}`, authorization, parameters })
  }
}

async function send(person: Person, content: string) {
  const { channel, prose, recent } = person.crowd
  const to = { type: 'channel', to: channel, topic: `Topic ${prose.below(TOPICS)}` }
  const { id } = await person.ask('POST', '/messages', { ...to, content })
  recent.push({ id, sender: person })
  if (recent.length > REMEMBERED) recent.shift()
}

const richMessage = (prose: Prose) =>
  `${prose.message()}\n\n* **${prose.word()}** and \`${prose.word()}\`\n* https://example.org/${prose.word()}\n\n` +
  `\`\`\`js\nconst ${prose.word()} = ${prose.below(1000)}\n\`\`\`\n\n$$x_{${prose.below(9)}}^2$$ :tada:`

const sendDirectly = (person: Person) => {
  const { prose, members } = person.crowd
  const to = [members[prose.below(members.length)]!.id]
  return person.ask('POST', '/messages', { type: 'direct', to, content: prose.message() })
}

const fetchPage = (person: Person, anchor: string | number, narrow: object[]) =>
  person.ask('GET', '/messages', { anchor, num_before: 50, num_after: 0, narrow })

const fetchTopic = (person: Person) => {
  const { prose, channel } = person.crowd
  return fetchPage(person, 'newest', [
    { operator: 'channel', operand: channel },
    { operator: 'topic', operand: `Topic ${prose.below(TOPICS)}` },
  ])
}

const search = (person: Person) =>
  fetchPage(person, 'newest', [{ operator: 'search', operand: person.crowd.prose.word() }])

async function react(person: Person) {
  const message = anyOf(person.crowd)
  if (!message) return
  const emoji = { emoji_name: ['tada', 'heart', 'smile'][person.crowd.prose.below(3)]! }
  const path = `/messages/${message.id}/reactions`
  const known = ['REACTION_ALREADY_EXISTS', 'BAD_REQUEST']
  const { result } = await person.ask('POST', path, emoji, known)
  if (result !== 'success') await person.ask('DELETE', path, emoji, known)
}

async function edit(person: Person) {
  const { prose, recent } = person.crowd
  const message = recent.findLast(({ sender }) => sender === person)
  if (message) await person.ask('PATCH', `/messages/${message.id}`, { content: prose.message() })
}

const markAsRead = async (person: Person) => {
  const messages = person.crowd.recent.slice(-20).map(({ id }) => id)
  await person.ask('POST', '/messages/flags', { messages, op: 'add', flag: 'read' })
}

/** Without it the unread messages would grow all the hour, and with them what the server holds. */
const markAllAsRead = (person: Person) =>
  person.ask('POST', '/messages/flags/narrow', {
    anchor: 'newest',
    num_before: 5000,
    num_after: 0,
    narrow: [],
    op: 'add',
    flag: 'read',
  })

/** What a client does that was just opened and is closed again. */
async function lookAtAll(person: Person) {
  const { queue_id } = await person.ask('POST', '/register', { apply_markdown: true })
  await person.ask('DELETE', '/events', { queue_id })
}

const type = (person: Person) => {
  const { channel, prose } = person.crowd
  const topic = `Topic ${prose.below(TOPICS)}`
  return person.ask('POST', '/typing', { type: 'channel', op: 'start', stream_id: channel, topic })
}

const anyOf = ({ recent, prose }: Crowd) => recent[prose.below(recent.length)]

const HABITS: Habit[] = [
  [30, (person) => send(person, person.crowd.prose.message())],
  [3, (person) => send(person, richMessage(person.crowd.prose))],
  [5, sendDirectly],
  [10, (person) => fetchPage(person, 'newest', [])],
  [8, fetchTopic],
  [4, search],
  [6, react],
  [4, edit],
  [7, markAsRead],
  [1, markAllAsRead],
  [2, lookAtAll],
  [1, (person) => person.passFile()],
  [
    3,
    (person) =>
      person.ask('POST', '/messages/render', { content: richMessage(person.crowd.prose) }),
  ],
  [4, (person) => person.ask('POST', '/users/me/presence', { status: 'active' })],
  [4, type],
  [2, (person) => person.ask('GET', `/users/me/${person.crowd.channel}/topics`)],
]

const WEIGHTS = HABITS.reduce((sum, [weight]) => sum + weight, 0)

function choose(prose: Prose): Habit[1] {
  let rest = prose.random() * WEIGHTS
  for (const [weight, act] of HABITS) {
    rest -= weight
    if (rest < 0) return act
  }
  return HABITS[0]![1]
}

/** Keeps the crowd busy at an even pace. @param rate requests a second */
export async function keepPace(
  people: readonly Person[],
  rate: number,
  ms: number,
): Promise<number> {
  const started = performance.now()
  const all: Promise<unknown>[] = []
  const { prose } = people[0]!.crowd
  while (performance.now() < started + ms) {
    all.push(people[prose.below(people.length)]!.act())
    const due = started + (all.length * 1000) / rate
    await wait(Math.max(0, due - performance.now()))
  }
  await Promise.all(all)
  return all.length
}
