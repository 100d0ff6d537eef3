// Runs the Python client in a process of its own.

import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { test } from 'uvu'
import {
  type Answer,
  type Chat,
  expectSuccess,
  Person,
  type ReceivedEvent,
  startChat,
} from '../chat.ts'
import { clientFolder, hasClient } from './clients.ts'

/** Declares a test that needs the Python client. */
export const withPython = hasClient('python', 'python3') ? test : test.skip

/** The Python client in a process of its own, logged in as one person. */
export interface PythonClient extends AsyncDisposable {
  /** Names of all public methods of its Client class. */
  methods: string[]
  call(method: string, ...args: unknown[]): Promise<Answer>
  /** With named arguments. */
  callWith(method: string, kwargs: Record<string, unknown>): Promise<Answer>
  /** call_on_each_event in a thread of its own; resolves when it listens. */
  listen(options: Record<string, unknown>): Promise<PythonInbox>
}

export interface PythonInbox {
  /** Resolves when it has registered for the second time. */
  registeredAgain: Promise<void>
  /** The next event that matches; earlier ones are skipped. */
  next(matches: (event: ReceivedEvent) => boolean): Promise<ReceivedEvent>
}

/** The methods called so far, of all clients in this process. */
export const called = new Set<string>()

interface Line {
  id: number
  answer?: unknown
  raised?: string
  event?: ReceivedEvent
}

/** Runs one of the scripts here with the packages of the Python client. */
export const spawnPython = (script: string, args: string[], env: Record<string, string> = {}) =>
  spawn('python3', [join(import.meta.dirname, script), ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: {
      ...process.env,
      PYTHONPATH: clientFolder('python'),
      PYTHONDONTWRITEBYTECODE: '1',
      ...env,
    },
  })

export async function pythonClient(person: Person): Promise<PythonClient> {
  const child = spawnPython('bridge.py', [], {
    ZULIP_EMAIL: person.email,
    ZULIP_API_KEY: person.key,
    ZULIP_SITE: person.url,
  })
  const waiting = new Map<number, { resolve(line: Line): void; reject(error: Error): void }>()
  const inboxes = new Map<number, (event: ReceivedEvent) => void>()
  const answerTo = (id: number) =>
    new Promise<Line>((resolve, reject) => waiting.set(id, { resolve, reject }))
  createInterface(child.stdout).on('line', (text) => {
    const line: Line = JSON.parse(text)
    if (line.event) inboxes.get(line.id)?.(line.event)
    else waiting.get(line.id)?.resolve(line)
  })
  const ended = new Promise<void>((resolve) => {
    child.on('close', () => {
      for (const { reject } of waiting.values()) reject(new Error('the Python client ended'))
      resolve()
    })
  })
  let last = 0
  const tell = (line: object) => {
    const id = ++last
    child.stdin.write(`${JSON.stringify({ id, ...line })}\n`)
    return { id, answer: answerTo(id) }
  }
  const invoke = async (method: string, args: unknown[], kwargs: Record<string, unknown>) => {
    called.add(method)
    const { answer, raised } = await tell({ method, args, kwargs }).answer
    if (raised !== undefined) throw new Error(`${method} raised ${raised}`)
    return answer as Answer
  }
  const { answer: methods } = await answerTo(0)
  return {
    methods: methods as string[],
    call: (method, ...args) => invoke(method, args, {}),
    callWith: (method, kwargs) => invoke(method, [], kwargs),
    async listen(options) {
      const events: ReceivedEvent[] = []
      let look = () => {}
      const { id, answer } = tell({ listen: options })
      const registeredAgain = answer.then(() => answerTo(id)).then(() => {})
      // Not every test waits for it.
      registeredAgain.catch(() => {})
      inboxes.set(id, (event) => {
        events.push(event)
        look()
      })
      await answer
      return {
        registeredAgain,
        next: (matches) =>
          new Promise((resolve) => {
            look = () => {
              const at = events.findIndex(matches)
              if (at < 0) return
              look = () => {}
              resolve(events.splice(0, at + 1).at(-1)!)
            }
            look()
          }),
      }
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** A generic bot, with its key. */
export async function makeBot(owner: Person, name: string): Promise<Person> {
  const { user_id: id, api_key: key } = expectSuccess(
    await owner.post('/bots', { full_name: name, short_name: name, bot_type: 1 }),
  )
  const { email } = expectSuccess(await owner.get(`/users/${id}`)).user
  return new Person(owner.url, { id, email, name, key })
}

/** An organization of Olga and Ben, and Olga's Python client. */
export interface Scene extends AsyncDisposable {
  chat: Chat
  olga: Person
  ben: Person
  /** Olga's. */
  python: PythonClient
  ok(method: string, ...args: unknown[]): Promise<Answer>
  okWith(method: string, kwargs: Record<string, unknown>): Promise<Answer>
}

export async function startScene(): Promise<Scene> {
  const chat = await startChat()
  const ben = await chat.join('Ben')
  const python = await pythonClient(chat.olga)
  return {
    chat,
    olga: chat.olga,
    ben,
    python,
    ok: (method, ...args) => python.call(method, ...args).then(said(method)),
    okWith: (method, kwargs) => python.callWith(method, kwargs).then(said(method)),
    async [Symbol.asyncDispose]() {
      await python[Symbol.asyncDispose]()
      await chat[Symbol.asyncDispose]()
    },
  }
}

const said = (method: string) => (answer: Answer) => {
  if (answer.result === 'success') return answer
  throw new Error(`${method} was refused with ${answer.code}: ${answer.msg}`)
}
