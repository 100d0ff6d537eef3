// Every endpoint, called by people of every kind for what is not theirs, and with inputs beyond measure.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type Endpoint, endpoints } from '../../src/api/index.ts'
import { idOf } from '../channels.ts'
import { type Chat, expectSuccess, Person, startChat } from '../chat.ts'
import { callOf, type Sample, sampleOf } from './samples.ts'

/** Stands in every text that nobody but its readers may see. */
const SECRET = 'marzipan-under-the-stairs'

/** These end what the other calls need: the caller's own account, key or session. */
const ENDS = /^(DELETE \/users\/me|POST \/users\/me\/api_key\/regenerate|POST \/realm\/deactivate)$/

/** Held until something happens. */
const WAITS = /^GET \/events$/

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`

const tried = endpoints.filter(
  (endpoint) => !ENDS.test(nameOf(endpoint)) && !WAITS.test(nameOf(endpoint)),
)

test('nobody is answered with what is private to others, by any endpoint', async () => {
  await using chat = await startChat()
  const { named, callers } = await privateThings(chat)
  for (const caller of callers) {
    for (const endpoint of tried) {
      const { path, parameters } = callOf(endpoint, sampleOf(endpoint, named))
      const text = await asked(caller, endpoint.method, path, parameters)
      assert.not(
        text.body.includes(SECRET),
        `${caller.name} reads a secret by ${nameOf(endpoint)}: ${text.body.slice(0, 300)}`,
      )
      assert.ok(text.status < 500, `${nameOf(endpoint)} answers ${caller.name} ${text.status}`)
    }
  }
})

test('text beyond measure is refused by every endpoint, soon', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const huge = 'x'.repeat(900_000)
  for (const endpoint of tried.filter(({ method }) => method !== 'GET')) {
    for (const name of Object.keys(endpoint.params)) {
      if (endpoint.path.includes(`:${name}`)) continue
      const { path, parameters } = callOf(endpoint, sampleOf(endpoint, { [name]: huge }))
      const before = process.threadCpuUsage()
      const { status } = await asked(ben, endpoint.method, path, parameters)
      const { user, system } = process.threadCpuUsage(before)
      assert.ok(status < 500, `${nameOf(endpoint)} with a long ${name}: ${status}`)
      assert.ok(user + system < 500_000, `${nameOf(endpoint)}, ${name}: ${user + system} µs`)
    }
  }
})

/** A private channel, a direct message and their people; and who has nothing to do with them. */
async function privateThings(chat: Chat) {
  const { olga } = chat
  const mia = await chat.join('Mia')
  await olga.subscribe(`vault ${SECRET}`.slice(0, 60), { invite_only: true })
  const channel = await idOf(olga, `vault ${SECRET}`.slice(0, 60))
  const message = expectSuccess(
    await olga.post('/messages', { type: 'channel', to: channel, topic: SECRET, content: SECRET }),
  ).id as number
  await olga.tell([mia], SECRET)
  const named: Sample = {
    stream_id: channel,
    message_id: message,
    messages: [message],
    message_ids: [message],
    msg_ids: [message],
    user_id: mia.id,
    narrow: [{ operator: 'search', operand: SECRET.split('-')[0] }],
  }
  const stranger = new Person(chat.url, { id: 0, email: 'x@x.test', name: 'a stranger', key: 'x' })
  const callers = [
    await chat.join('Ben'),
    await chat.join('Mo', 300),
    await chat.join('Gus', 600),
    await chat.joinBot('Robot'),
    stranger,
  ]
  return { named, callers }
}

async function asked(person: Person, method: string, path: string, parameters: Sample) {
  const form = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters))
    form.set(name, typeof value === 'string' ? value : JSON.stringify(value))
  const isGet = method === 'GET'
  const response = await fetch(`${person.url}/api/v1${path}${isGet ? `?${form}` : ''}`, {
    method,
    headers: person.id === 0 ? {} : { Authorization: person.authorization },
    ...(!isGet && { body: form }),
  })
  return { status: response.status, body: await response.text() }
}

test.run()
