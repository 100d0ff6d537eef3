// No input leads to a server error.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import * as z from 'zod'
import { endpoints } from '../../src/api/index.ts'
import { type Person, startChat } from '../chat.ts'

/** What no endpoint expects, and what many do. */
const VALUES = [
  '',
  '0',
  '-1',
  '2',
  '1e308',
  '9007199254740991',
  'null',
  'true',
  '"text"',
  'a\0b',
  '\ud800🙂',
  'x'.repeat(20_000),
  '[]',
  '{}',
  '[[1,null]]',
  '[-1,0,9007199254740991]',
  '["text","text"]',
  '[["text",""]]',
  '{"__proto__":{"x":1},"constructor":1}',
  '{"new":null,"old":[]}',
  '{"direct_members":[1,-1],"direct_subgroups":[99999]}',
  '[{"operator":"near","operand":"x"},{"operator":"id","operand":-1}]',
  "'; DROP TABLE message; --",
  '../../%00%ff',
]

/** A few of them, for each parameter on its own. */
const FEW = VALUES.filter((_, index) => index % 6 === 5)

/** All but those after which nothing more can be asked. */
const ASKED = endpoints.filter(({ path }) => !/deactivate|regenerate|session$|events$/.test(path))

test('whatever an endpoint is sent, it answers or refuses, and never fails', async () => {
  await using chat = await startChat()
  await chat.olga.say('general', 'tea', 'kettle')
  const failures: string[] = []
  for (const value of VALUES) {
    for (const { method, path, params } of ASKED) {
      const sent = Object.fromEntries(Object.keys(params).map((name) => [name, value]))
      const status = await ask(chat.olga, method, path, sent)
      if (status >= 500) failures.push(`${method} ${path} with ${JSON.stringify(value)}: ${status}`)
    }
  }
  assert.equal(failures, [])
  assert.is((await chat.olga.get('/users/me')).status, 200)
})

test('nor does it when one parameter is wrong and the others could be right', async () => {
  await using chat = await startChat()
  await chat.join('Ben')
  await chat.olga.say('general', 'tea', 'kettle')
  const failures: string[] = []
  for (const { method, path, params } of ASKED) {
    const plausible = Object.fromEntries(
      Object.entries(params).map(([name, schema]) => [name, plausibleFor(name, schema)]),
    )
    for (const name of Object.keys(params)) {
      for (const value of FEW) {
        const status = await ask(chat.olga, method, path, { ...plausible, [name]: value })
        if (status < 500) continue
        failures.push(`${method} ${path} with ${name}=${JSON.stringify(value)}: ${status}`)
      }
    }
  }
  assert.equal(failures, [])
  assert.is((await chat.olga.get('/users/me')).status, 200)
})

/** Text as it could be sent for a parameter of this type. */
function plausibleFor(name: string, schema: z.ZodType): string {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  const value = valueFor(name, json)
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function valueFor(name: string, schema: z.core.JSONSchema._JSONSchema): unknown {
  if (typeof schema === 'boolean') return 1
  const { type, anyOf, enum: values, const: only } = schema
  if (only !== undefined) return only
  if (values) return values[0]
  if (anyOf) return valueFor(name, anyOf[0]!)
  switch (type) {
    case 'integer':
    case 'number':
      return 1
    case 'boolean':
      return true
    case 'array':
      return Array.isArray(schema.prefixItems)
        ? schema.prefixItems.map((item) => valueFor(name, item))
        : [valueFor(name, (schema.items as z.core.JSONSchema._JSONSchema) ?? true)]
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([key, of]) => [key, valueFor(key, of)]),
      )
    default:
      return /email/.test(name) ? 'ben@harbour.test' : 'general'
  }
}

async function ask(
  person: Person,
  method: string,
  path: string,
  sent: Record<string, string>,
): Promise<number> {
  const { ...rest } = sent
  const filled = path.replace(/:(\w+)\*?/g, (_, name: string) => {
    const value = sent[name] ?? ''
    delete rest[name]
    if (name.endsWith('_id')) return value.replace(/\D/g, '').slice(0, 15) || '1'
    return encodeURIComponent(value.toWellFormed().slice(0, 500) || 'x')
  })
  const form = new URLSearchParams(rest)
  const query = method === 'GET' && form.size > 0 ? `?${String(form).slice(0, 8000)}` : ''
  const response = await fetch(`${person.url}/api/v1${filled}${query}`, {
    method,
    headers: { Authorization: person.authorization },
    ...(method !== 'GET' && { body: form }),
  })
  await response.arrayBuffer()
  return response.status
}

test.run()
