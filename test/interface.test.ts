// The interface describes itself: summaries, parameters and refusals in /api/v1/openapi.json.

import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { ERROR_KINDS } from '../src/api/core/error-codes.ts'
import { openApi } from '../src/api/core/openapi.ts'
import { endpoints } from '../src/api/index.ts'
import { CATALOGUE } from '../src/errors/catalogue.ts'
import { startChat } from './chat.ts'

const root = join(import.meta.dirname, '..')

interface Described {
  name: string
  in: string
  schema?: { description?: string }
  content?: { 'application/json': { schema: { description?: string } } }
}

// biome-ignore lint/suspicious/noExplicitAny: a document of many shapes
type Operation = Record<string, any>

const document = await openApi({ url: 'http://chat.test', version: '1' }, endpoints)
const operations = Object.entries(document.paths as Record<string, Record<string, Operation>>)
  .flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      route: `${method.toUpperCase()} ${path}`,
      operation,
    })),
  )
  .sort((a, b) => a.route.localeCompare(b.route))

test('every endpoint says in one sentence what it does', () => {
  assert.ok(operations.length > 150)
  for (const { route, operation } of operations) {
    assert.match(operation.summary, /^[A-Z][a-z]+s .+\.$/, route)
    assert.not.match(operation.summary, /\. [A-Z]/, `${route} needs two sentences`)
    assert.match(operation.description, /^For .+\.$/, route)
  }
})

test('every parameter is described, but for IDs of the thing that the path or the channel names', () => {
  for (const { route, operation } of operations) {
    for (const { name, description, isInPath } of parametersOf(operation)) {
      const isEvident = (isInPath && name.endsWith('_id')) || name === 'stream_id'
      if (!isEvident) assert.ok(description, `${route} does not describe ${name}`)
      if (description) assert.match(description, /\.$/, `${route} ${name}`)
    }
  }
})

test('every code is a refusal of some endpoint or of the server as a whole', () => {
  const declared = new Set(endpoints.flatMap(({ errors }) => errors()))
  const ofServer = ['METHOD_NOT_ALLOWED']
  for (const code of Object.keys(ERROR_KINDS))
    assert.ok(declared.has(code as never) || ofServer.includes(code), code)
})

test('every refusal of the catalogue is used, and says its words once', () => {
  const sources = sourceTexts()
  const names = Object.values(CATALOGUE).flatMap((entries) => Object.keys(entries))
  assert.ok(names.length > 80)
  for (const name of names) {
    const users = sources.filter(([, text]) => new RegExp(`\\b${name}\\b`).test(text))
    assert.ok(users.length > 0, `${name} is refused by nobody`)
  }
  const entries = Object.values(CATALOGUE).flatMap((concept) => Object.values(concept))
  for (const { code, text: words } of entries) {
    const repeated = sources.filter(([, text]) => text.includes(`refuse('${code}', '${words}'`))
    assert.equal(
      repeated.map(([file]) => file),
      [],
      `"${words}" stands in the catalogue`,
    )
  }
})

test('the document lists the refusals of an endpoint by status, in words and as codes', async () => {
  await using chat = await startChat()

  const served = await (await fetch(`${chat.url}/api/v1/openapi.json`)).json()

  const { responses } = served.paths['/events'].get
  for (const status of [200, 400, 401, 429, 500]) assert.ok(responses[status], String(status))
  assert.not(409 in responses)
  assert.match(responses[400].description, 'register a new one')
  const [refusal, codes] = responses[400].content['application/json'].schema.allOf
  assert.is(refusal.$ref, '#/components/schemas/refusal')
  assert.equal(served.components.schemas.refusal.required, ['result', 'msg', 'code'])
  assert.ok(codes.properties.code.enum.includes('BAD_EVENT_QUEUE_ID'))
  assert.not(codes.properties.code.enum.includes('BAD_NARROW'))
})

/** The files of the server but the catalogue, with their text. */
const sourceTexts = () =>
  globSync('src/**/*.ts', { cwd: root, exclude: ['src/errors/**', 'src/web/**'] }).map(
    (file) => [file, readFileSync(join(root, file), 'utf8')] as const,
  )

function parametersOf({ parameters, requestBody }: Operation) {
  const form = requestBody?.content['application/x-www-form-urlencoded'].schema.properties ?? {}
  return [
    ...(parameters as Described[]).map(({ name, in: place, schema, content }) => ({
      name,
      description: (schema ?? content!['application/json'].schema).description,
      isInPath: place === 'path',
    })),
    ...Object.entries(form as Record<string, { description?: string }>).map(
      ([name, { description }]) => ({ name, description, isInPath: false }),
    ),
  ]
}

test.run()
