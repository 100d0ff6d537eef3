// Limits and versions that clients are told.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { endpoints } from '../../src/api/index.ts'
import { read } from '../channels.ts'
import { expectSuccess, type Person, startChat } from '../chat.ts'

// Sections 8 and 9: numbers that are told or kept, both roots, levels, and the interface's document.

test('limits that clients keep are told when they register', async () => {
  await using chat = await startChat()
  const told = await chat.olga.post('/register', { fetch_event_types: ['realm'] })
  for (const name of [
    'max_topic_length',
    'max_channel_folder_name_length',
    'max_channel_folder_description_length',
  ])
    assert.ok(told[name] > 0, name)
  assert.ok(told.idle_queue_timeout_secs > 0)
})

test('two fields at most stand in the summary of a profile, and none of people', async () => {
  await using chat = await startChat()
  const create = (name: string, field_type = 1) =>
    chat.olga.post('/realm/profile_fields', { name, field_type, display_in_profile_summary: true })

  assert.is((await create('Friends', 6)).code, 'BAD_REQUEST')
  expectSuccess(await create('City'))
  expectSuccess(await create('Team'))
  assert.is((await create('Ship')).code, 'BAD_REQUEST')
})

test('a text of 60 code points is a status, one of 61 is not, whatever they are', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const say = (status_text: string) => chat.olga.post(`/users/${ben.id}/status`, { status_text })

  for (const letter of ['x', '⛵', '🚢']) {
    expectSuccess(await say(letter.repeat(60)))
    assert.is((await say(letter.repeat(61))).code, 'BAD_REQUEST')
  }
})

test('a name for the topic nobody named is read as no name, and shown to clients that need one', async () => {
  await using chat = await startChat()
  const { realm_empty_topic_display_name: name } = await chat.olga.post('/register', {
    fetch_event_types: ['realm'],
  })
  const id = await chat.olga.say('general', name, 'one')
  expectSuccess(await chat.olga.patch(`/messages/${id}`, { topic: 'Boats' }))
  const shown = async (allow_empty_topic_name: boolean) =>
    (await read(chat.olga, id, { allow_empty_topic_name })).edit_history[0].prev_topic

  assert.is(await shown(false), name)
  assert.is(await shown(true), '')
})

test('parameters that mean nothing are named beside a success, sorted, and below both roots', async () => {
  await using chat = await startChat()
  const answer = await chat.olga.get('/users/me', { zebra: 1, apple: 2 })
  assert.equal(answer.ignored_parameters_unsupported, ['apple', 'zebra'])
  assert.not.ok('ignored_parameters_unsupported' in (await chat.olga.get('/users/me')))
  const open = await fetch(`${chat.url}/json/server_settings?zebra=1`)
  assert.equal((await open.json()).ignored_parameters_unsupported, ['zebra'])
})

test('the feature level is high enough for what the interface says of levels', async () => {
  await using chat = await startChat()
  const { service_feature_level } = await chat.olga.get('/server_settings')
  assert.ok(service_feature_level >= 482)
})

test('what a name of the vendor stands for is there under the name of the interface', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const id = await olga.say('general', 'x', 'one')
  const answers = [
    await olga.get('/server_settings'),
    await olga.post('/register'),
    await olga.get('/users/me'),
    await olga.get('/streams'),
  ]
  for (const answer of answers) {
    for (const alias of Object.keys(answer).filter((key) => key.includes('zulip'))) {
      const name = alias.replace('zulip', 'service')
      assert.equal(answer[name], answer[alias], alias)
    }
  }

  const react = (emoji: object, by: Person) => by.post(`/messages/${id}/reactions`, { ...emoji })
  expectSuccess(await react({ emoji_name: 'zulip', reaction_type: 'service_extra_emoji' }, olga))
  const typeFor = async (userAgent: string) => {
    olga.userAgent = userAgent
    return (await read(olga, id)).reactions[0].reaction_type
  }
  assert.is(await typeFor('hearth-tests/1.0'), 'service_extra_emoji')
  assert.is(await typeFor('ZulipFlutter/30.0 (Android 14)'), 'zulip_extra_emoji')
})

type Schema = { properties: Record<string, unknown>; required?: string[] }

test('the document of the interface holds every endpoint with its parameters and fields', async () => {
  await using chat = await startChat()
  const document = await (await fetch(`${chat.url}/api/v1/openapi.json`)).json()

  assert.match(document.openapi, /^3\.1\./)
  const shapes = Object.keys(document.paths).map((path) => path.replace(/\{\w+\}/g, '{}'))
  assert.is(new Set(shapes).size, shapes.length, 'no two paths are the same but for names')
  const ids = new Set<string>()
  for (const { method, path, params, returns } of endpoints) {
    const shape = path.replace(/:\w+\*?/g, '{}')
    const template = Object.keys(document.paths)[shapes.indexOf(shape)]!
    const operation = document.paths[template][method.toLowerCase()]
    const route = `${method} ${path}`
    ids.add(operation.operationId)

    const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name)
    const described = operation.parameters.map(({ name }: { name: string }) => name)
    const form = operation.requestBody?.content['application/x-www-form-urlencoded'].schema
    const named = new Set([...described, ...Object.keys(form?.properties ?? {})])
    for (const name of Object.keys(params))
      assert.ok(named.has(name) || inPath.includes(name), `${route} ${name}`)
    for (const parameter of operation.parameters) {
      assert.ok(Boolean(parameter.schema) !== Boolean(parameter.content), `${route} has one type`)
      if (parameter.in === 'path') assert.ok(template.includes(`{${parameter.name}}`), route)
    }
    const pathNames = [...template.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    for (const name of pathNames) assert.ok(described.includes(name), `${route} ${name}`)

    const success: Schema = operation.responses[200].content['application/json'].schema
    for (const name of ['result', 'msg', 'ignored_parameters_unsupported', ...Object.keys(returns)])
      assert.ok(name in success.properties, `${route} answers ${name}`)
    assert.ok(operation.responses[400], `${route} may be refused`)
  }
  const operations = Object.values<object>(document.paths).flatMap((path) => Object.keys(path))
  assert.is(ids.size, operations.length, 'every operation has an ID of its own')
})

test.run()
