// Every parameter of every endpoint, missing, of the wrong type or out of bounds.

import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import * as z from 'zod'
import { type Endpoint, endpoints } from '../src/api/index.ts'
import { openDatabase } from '../src/store/db.ts'
import { type Answer, type Chat, Person, startChat } from './chat.ts'

// What no declaration can leave out: for every parameter of every endpoint, what is missing, of
// the wrong type or out of bounds is refused by name and changes nothing. (That no input at all is
// answered with a server error is for http/garbage.test.ts.)

type Parameters = Record<string, unknown>

/** JSON of every kind, and of the kinds that slip through careless checks. */
const VALUES: unknown[] = [
  ...[null, true, false, 0, 1, -1, 1.5, 1e16, 2 ** 53, '', ' ', 'x', '1', 'true', 'null'],
  ...[[], [null], [1], [1.5], ['x'], [[]], {}, { x: 1 }, JSON.parse('{"__proto__":{"x":1}}')],
]

/** Text that programs stumble over. */
const TEXTS = [
  '',
  ' ',
  '\0',
  '\ud800',
  '🌳'.repeat(70),
  'x'.repeat(5000),
  "'; DROP TABLE user; --",
  '%',
  '../..',
]

/** A value of the declared type, whatever it may mean. */
function plausible(schema: z.ZodType): unknown {
  const candidates = [undefined, 1, true, 'x', 'c0ffee', 'x@x.example', [], {}, [1], 400, 100, 0]
  const words = JSON.stringify(
    z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }),
  ).match(/"enum":(\[[^\]]*\])/)
  const all = [...candidates, ...(words ? JSON.parse(words[1]!) : [])]
  return all.find((value) => schema.safeParse(value).success)
}

function plausibleCall({ path, params }: Endpoint): { path: string; parameters: Parameters } {
  const parameters: Parameters = {}
  let filled = path
  for (const [name, schema] of Object.entries(params)) {
    const value = plausible(schema)
    if (new RegExp(`:${name}\\b`).test(path)) {
      filled = filled.replace(new RegExp(`:${name}\\*?`), encodeURIComponent(String(value ?? 1)))
    } else if (value !== undefined) parameters[name] = value
  }
  return { path: filled, parameters }
}

const isText = (schema: z.ZodType) => {
  const described = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as {
    type?: string
  }
  return described.type === 'string' && schema.meta()?.wire === undefined
}

/** Whether the declaration takes what the client sends: text raw, everything else as JSON. */
function isTaken(schema: z.ZodType, value: unknown): boolean {
  const raw = typeof value === 'string' ? value : JSON.stringify(value)
  if (isText(schema)) return schema.safeParse(raw).success
  // Values that may be text or JSON are told apart by what they look like.
  const read = [parsed(raw), raw].filter((one) => one !== undefined)
  return read.some((one) => schema.safeParse(one).success)
}

function parsed(raw: string): unknown {
  try {
    return JSON.parse(raw)
  } catch {
    return undefined
  }
}

const wrongValues = (schema: z.ZodType) =>
  (isText(schema) ? TEXTS : VALUES).filter((value) => !isTaken(schema, value))

const parametersOf = (endpoint: Endpoint) =>
  Object.entries(endpoint.params).filter(([name]) => !new RegExp(`:${name}\\b`).test(endpoint.path))

const names = (answer: Answer, name: string, schema: z.ZodType) =>
  [name, String(schema.meta()?.alias ?? name)].some((known) => answer.msg.includes(known))

/** Calls `check` and tells whether anything was written meanwhile. */
async function changes(
  watch: ReturnType<typeof openDatabase>,
  check: () => Promise<void>,
): Promise<boolean> {
  const before = watch.pragma('data_version', { simple: true })
  await check()
  return watch.pragma('data_version', { simple: true }) !== before
}

for (const endpoint of endpoints) {
  const route = `${endpoint.method} ${endpoint.path}`
  const parameters = parametersOf(endpoint)
  if (parameters.length === 0) continue

  test(`${route} refuses each wrong parameter by name and changes nothing`, async () => {
    await using chat = await sharedChat()
    for (const [name, schema] of parameters) {
      const call = plausibleCall(endpoint)
      const send = (value: unknown) =>
        chat.olga.request(endpoint.method, call.path, { ...call.parameters, [name]: value })
      const changed = await changes(chat.watch, async () => {
        if (!schema.safeParse(undefined).success) {
          const { status, code, var_name } = await send(undefined)
          assert.equal(
            { status, code, var_name },
            { status: 400, code: 'REQUEST_VARIABLE_MISSING', var_name: name },
            `without ${name}`,
          )
        }
        for (const value of wrongValues(schema)) {
          const answer = await send(value)
          const shown = JSON.stringify(value)?.slice(0, 40)
          assert.is(
            answer.status,
            400,
            `${name} = ${shown} was answered with ${answer.status} ${answer.msg}`,
          )
          assert.is(answer.result, 'error')
          assert.ok(
            names(answer, name, schema),
            `${name} = ${shown}: "${answer.msg}" does not name it`,
          )
        }
      })
      assert.not.ok(changed, `${name}: something was written`)
    }
  })
}

test('an ID of nothing is refused like any other mistake', async () => {
  let chat = await sharedChat()
  for (const endpoint of endpoints.filter(({ path }) => /:\w+_id\b/.test(path))) {
    const { path, parameters } = plausibleCall(endpoint)
    const unknown = path.replace(/(?<=\/)1(?=\/|$)/g, '987654321')
    const answer = await chat.olga.request(endpoint.method, unknown, parameters)
    assert.ok([400, 404].includes(answer.status), `${endpoint.method} ${unknown}: ${answer.status}`)
    assert.is(answer.result, 'error')
    // Where users are also found by address, a word is an address nobody has, and fewer methods
    // take one.
    const notANumber = path.replace(/(?<=\/)1(?=\/|$)/g, 'one')
    const refused = await chat.olga.request(endpoint.method, notANumber, parameters)
    const expected = endpoint.path.startsWith('/users/') ? [400, 404, 405] : [404]
    assert.ok(expected.includes(refused.status), `${endpoint.method} ${notANumber}`)
    chat = await stillUsable(chat)
  }
})

test('nobody without credentials gets past an endpoint that needs them', async () => {
  const chat = await sharedChat()
  const stranger = new Person(chat.url, {
    id: 0,
    email: 'x@y.example',
    name: '',
    key: 'x'.repeat(32),
  })
  for (const endpoint of endpoints.filter(({ tier }) => tier !== 'anyone')) {
    const { path, parameters } = plausibleCall(endpoint)
    const changed = await changes(chat.watch, async () => {
      const answer = await stranger.request(endpoint.method, path, parameters)
      assert.is(answer.status, 401, `${endpoint.method} ${path}`)
      assert.is(answer.code, 'INVALID_API_KEY')
    })
    assert.not.ok(changed, `${endpoint.method} ${path} wrote something`)
  }
})

type WatchedChat = Chat & { watch: ReturnType<typeof openDatabase> }

let shared: WatchedChat | undefined

/** One server for all endpoints: what is refused leaves no trace, so they do not meet. */
async function sharedChat(): Promise<WatchedChat> {
  shared ??= await startWatched()
  // Disposing it after each test would start a hundred servers; the last test stops it.
  return { ...shared, [Symbol.asyncDispose]: async () => {} }
}

async function startWatched(): Promise<WatchedChat> {
  const chat = await startChat()
  const watch = openDatabase(join(chat.folder, 'hearth.db'), { readonly: true })
  return Object.assign(chat, { watch })
}

/** Another server where a call has deactivated the caller or the organization. */
async function stillUsable(chat: WatchedChat): Promise<WatchedChat> {
  if ((await chat.olga.get('/users/me')).status === 200) return chat
  await stopShared()
  return sharedChat()
}

async function stopShared() {
  const stopping = shared
  shared = undefined
  stopping?.watch.close()
  await stopping?.[Symbol.asyncDispose]()
}

test.after(stopShared)
test.run()
