// How tests talk to a server: startChat, Person, Inbox.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Log, silentLog } from '../src/base/log.ts'
import { KeyRing } from '../src/base/tokens.ts'
import type { Config } from '../src/config.ts'
import { startHearth } from '../src/main.ts'
import { TestClock } from './clocks.ts'
import { holdAgainstOpenApi } from './contract.ts'

export const PASSWORD = 'correct horse battery'

/** A JSON answer with its status; `result`, `msg` and `code` as the envelope has them. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
export type Answer = { status: number; headers: Headers } & Record<string, any>

type Parameters = Record<string, unknown>

/** A person with an account, who talks to the server over HTTP as a client would. */
export class Person {
  readonly url: string
  readonly id: number
  readonly email: string
  readonly name: string
  readonly key: string
  /** What the client calls itself. */
  userAgent = 'hearth-tests/1.0'

  constructor(url: string, account: { id: number; email: string; name: string; key: string }) {
    this.url = url
    this.id = account.id
    this.email = account.email
    this.name = account.name
    this.key = account.key
  }

  get = (path: string, parameters: Parameters = {}) => this.request('GET', path, parameters)
  post = (path: string, parameters: Parameters = {}) => this.request('POST', path, parameters)
  patch = (path: string, parameters: Parameters = {}) => this.request('PATCH', path, parameters)
  put = (path: string, parameters: Parameters = {}) => this.request('PUT', path, parameters)
  delete = (path: string, parameters: Parameters = {}) => this.request('DELETE', path, parameters)

  /** Strings are sent as they are, everything else as JSON; `undefined` is not sent. */
  async request(method: string, path: string, parameters: Parameters = {}): Promise<Answer> {
    const form = new URLSearchParams()
    for (const [name, value] of Object.entries(parameters)) {
      if (value !== undefined)
        form.set(name, typeof value === 'string' ? value : JSON.stringify(value))
    }
    const inQuery = method === 'GET' && form.size > 0
    const response = await fetch(`${this.url}/api/v1${path}${inQuery ? `?${form}` : ''}`, {
      method,
      headers: { Authorization: this.authorization, 'User-Agent': this.userAgent },
      ...(method !== 'GET' && { body: form }),
    })
    const body = await response.json()
    holdAgainstOpenApi(method, path, response.status, body)
    return { status: response.status, headers: response.headers, ...body }
  }

  /** Uploads one file as a multipart form. */
  async upload(path: string, file: File, parameters: Record<string, string> = {}): Promise<Answer> {
    const form = new FormData()
    form.set('file', file)
    for (const [name, value] of Object.entries(parameters)) form.set(name, value)
    const response = await fetch(`${this.url}/api/v1${path}`, {
      method: 'POST',
      headers: { Authorization: this.authorization, 'User-Agent': this.userAgent },
      body: form,
    })
    const body = await response.json()
    return { status: response.status, headers: response.headers, ...body }
  }

  get authorization() {
    return `Basic ${Buffer.from(`${this.email}:${this.key}`).toString('base64')}`
  }

  /** Writes to a channel. @returns the message's ID */
  async say(channel: string, topic: string, content: string): Promise<number> {
    return expectSuccess(
      await this.post('/messages', { type: 'channel', to: channel, topic, content }),
    ).id
  }

  /** Writes to people directly. @returns the message's ID */
  async tell(people: readonly Person[], content: string): Promise<number> {
    const to = people.map((person) => person.id)
    return expectSuccess(await this.post('/messages', { type: 'direct', to, content })).id
  }

  subscribe = async (channel: string, more: Parameters = {}) =>
    expectSuccess(
      await this.post('/users/me/subscriptions', { subscriptions: [{ name: channel }], ...more }),
    )

  /** Registers a queue and reads it when asked to. */
  async listen(parameters: Parameters = {}): Promise<Inbox> {
    const registered = expectSuccess(
      await this.post('/register', { fetch_event_types: [], ...parameters }),
    )
    return new Inbox(this, registered.queue_id, registered.last_event_id)
  }
}

// biome-ignore lint/suspicious/noExplicitAny: events have many shapes
export type ReceivedEvent = { id: number; type: string } & Record<string, any>

/** A client's event queue. */
export class Inbox {
  readonly person: Person
  readonly queueId: string
  #last: number

  constructor(person: Person, queueId: string, last: number) {
    this.person = person
    this.queueId = queueId
    this.#last = last
  }

  /** What has come since the last time, without waiting; without IDs. */
  async read(): Promise<ReceivedEvent[]> {
    return this.#take({ dont_block: true })
  }

  /** Waits until something comes. */
  async wait(): Promise<ReceivedEvent[]> {
    return this.#take({})
  }

  async #take(parameters: Parameters): Promise<ReceivedEvent[]> {
    const answer = expectSuccess(
      await this.person.get('/events', {
        queue_id: this.queueId,
        last_event_id: this.#last,
        ...parameters,
      }),
    )
    this.#last = answer.events.at(-1)?.id ?? this.#last
    return answer.events.map(({ id, ...event }: ReceivedEvent) => event)
  }
}

export function expectSuccess(answer: Answer): Answer {
  if (answer.result !== 'success') {
    throw new Error(`refused with ${answer.status} ${answer.code}: ${answer.msg}`)
  }
  return answer
}

export interface Chat extends AsyncDisposable {
  url: string
  /** Where mail is received, with the option smtpPort. */
  mailPort: number | undefined
  folder: string
  clock: TestClock
  /** The owner who founded the organization. */
  olga: Person
  /** Makes an account; everyone is subscribed to the default channel "general". */
  join(name: string, role?: number): Promise<Person>
  /** Makes a generic bot of the owner's. */
  joinBot(name: string): Promise<Person>
  /** A person who has an account already, with the key of a fresh login. */
  logIn(email: string): Promise<Person>
  /** Stops and starts the server on the same data folder, on the same port. */
  restart(): Promise<void>
  stop(): Promise<void>
}

export const CONFIG: Config = {
  data: '',
  host: '127.0.0.1',
  port: 0,
  url: undefined,
  tls: undefined,
  redirectHttp: undefined,
  rateLimit: false,
  trustedProxies: [],
  smtpPort: undefined,
  mailDomain: undefined,
  smtpUrl: undefined,
  mailFrom: undefined,
  outgoingAllow: [],
  fullExports: false,
  jitsiUrl: 'https://meet.jit.si',
  bigbluebuttonUrl: undefined,
  bigbluebuttonSecret: undefined,
  dev: false,
  jwtSecret: undefined,
  jwtPublicKey: undefined,
  jwtAlgorithms: [],
  jwtStrict: true,
  startAnew: false,
  supervise: false,
  log: undefined,
  logLevel: undefined,
  metricsToken: undefined,
  backupDir: undefined,
  backupEvery: 86_400,
  backupKeep: 7,
  ack: 'local',
}

/** A server of the test's own with an organization and its owner, gone when the test ends. */
export async function startChat(
  options: Partial<Config> = {},
  clock = new TestClock(),
  log: Log = silentLog,
): Promise<Chat> {
  const folder = mkdtempSync(join(tmpdir(), 'hearth-test-'))
  let hearth = await startHearth({ ...CONFIG, data: folder, ...options }, { clock, log })
  const { setupUrl } = hearth
  const url = options.tls ? hearth.localUrl : hearth.address
  await post(url, '/account/bootstrap', {
    setup_token: setupUrl!.split('/').at(-1)!,
    realm_name: 'Harbour',
    email: 'olga@harbour.test',
    full_name: 'Olga',
    password: PASSWORD,
  })
  const logIn = async (email: string): Promise<Person> => {
    const { user_id, api_key } = await post(url, '/fetch_api_key', {
      username: email,
      password: PASSWORD,
    })
    return new Person(url, { id: user_id, email, name: '', key: api_key })
  }
  const olga = await logIn('olga@harbour.test')
  const chat: Chat = {
    url,
    mailPort: hearth.mailPort,
    folder,
    clock,
    olga,
    logIn,
    async joinBot(name) {
      const short_name = name.toLowerCase()
      const made = expectSuccess(
        await olga.post('/bots', { full_name: name, short_name, bot_type: 1 }),
      )
      const { email } = expectSuccess(await olga.get(`/users/${made.user_id}`)).user
      return new Person(url, { id: made.user_id, email, name, key: made.api_key })
    },
    async join(name, role) {
      const email = `${name.toLowerCase().replace(/\W+/g, '-')}@harbour.test`
      const made = expectSuccess(
        await olga.post('/users', { email, full_name: name, password: PASSWORD }),
      )
      if (role !== undefined) expectSuccess(await olga.patch(`/users/${made.user_id}`, { role }))
      // The key follows from the secret; asking for it would hash the password once more.
      const keys = new KeyRing(readFileSync(join(folder, 'secret.key')))
      return new Person(url, { id: made.user_id, email, name, key: keys.apiKey(made.user_id, 1) })
    },
    async restart() {
      await hearth.stop()
      // Both ends live in this process: the client's has to notice that its connections are gone.
      await new Promise((noticed) => setImmediate(noticed))
      const port = Number(new URL(url).port)
      hearth = await startHearth({ ...CONFIG, data: folder, ...options, port }, { clock, log })
    },
    stop: () => hearth.stop(),
    async [Symbol.asyncDispose]() {
      await hearth.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  return chat
}

async function post(
  url: string,
  path: string,
  parameters: Record<string, string>,
): Promise<Answer> {
  const response = await fetch(`${url}/api/v1${path}`, {
    method: 'POST',
    body: new URLSearchParams(parameters),
  })
  return expectSuccess({
    ...(await response.json()),
    status: response.status,
    headers: response.headers,
  })
}
