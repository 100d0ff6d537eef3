// The largest inputs that the declaration of an endpoint admits, for measuring how long they hold
// the event loop.

import { z } from 'zod'
import type { Endpoint } from '../../src/api/index.ts'
import { callOf, type Sample, sampleOf } from '../attack/samples.ts'
import { heavyCalls } from './heavy-calls.ts'
import type { LargeOrganization } from './holds-data.ts'

/** A call to measure. */
export interface LargeCall {
  path: string
  parameters: Sample
  /** Who calls; the owner unless said otherwise. */
  as?: 'bot' | 'leaver'
  /** Bytes of a file to upload. */
  file?: number
}

/** Bytes of JSON in one parameter of a form, and in the query of a GET. */
const FORM_BYTES = 2 * 1024 * 1024
const QUERY_BYTES = 60_000

/** Characters of a text without a limit of its own. */
const TEXT_LENGTH = 200_000

/** How a schema reads as JSON Schema. */
interface Shape {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Shape[]
  items?: Shape | false
  prefixItems?: Shape[]
  properties?: Record<string, Shape>
  additionalProperties?: Shape | boolean
  maxItems?: number
  maxLength?: number
  maximum?: number
}

/**
 * The calls of one endpoint: all parameters as a client would send them, each parameter in turn at
 * its largest, and the heavy calls of this endpoint.
 * @param room characters of JSON in one parameter
 */
export function largestCalls(
  endpoint: Endpoint,
  large: LargeOrganization,
  room = endpoint.method === 'GET' ? QUERY_BYTES : FORM_BYTES,
): LargeCall[] {
  const given = meant(large)
  const call = (sample: Sample): LargeCall => callOf(endpoint, sample)
  const heavy = heavyCalls(large)[`${endpoint.method} ${endpoint.path}`] ?? []
  // What ends the caller's account or key is called by someone else alone.
  const isLast = heavy.length > 0 && heavy.every(({ as }) => as === 'leaver')
  const calls = isLast ? [] : [call(sampleOf(endpoint, given))]
  for (const [name, schema] of Object.entries(endpoint.params)) {
    if (endpoint.path.includes(`:${name}`)) continue
    const shape = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape
    for (const value of largest(name, shape, room, large))
      calls.push(call(sampleOf(endpoint, { ...given, [name]: value })))
  }
  for (const { as, file, ...parameters } of heavy) {
    const named = call({ ...sampleOf(endpoint, given), ...parameters })
    calls.push({ ...named, ...(as && { as }), ...(file && { file }) })
  }
  return calls
}

/** Values that exist, by the name of a parameter. */
const meant = (large: LargeOrganization): Sample => ({
  stream_id: large.few,
  to: large.few,
  topic: 'Topic 1',
  topic_name: 'Topic 1',
  stream: large.channelNames[1],
  message_id: large.newest.at(-1),
  user_id: large.users[5],
  email: large.emails[3],
  anchor: 'newest',
  num_before: 5000,
  num_after: 0,
  op: 'add',
  group_id: 1,
})

/** @returns values of different forms; none for what has no size, such as numbers */
function largest(name: string, shape: Shape, room: number, large: LargeOrganization): unknown[] {
  if (shape.anyOf) return shape.anyOf.flatMap((one) => largest(name, one, room, large))
  switch (Array.isArray(shape.type) ? shape.type.at(-1) : shape.type) {
    case 'string':
      return shape.enum
        ? []
        : ['so '.repeat(Math.max(1, Math.min(shape.maxLength ?? TEXT_LENGTH, room) / 3))]
    case 'array':
      return [listOf(name, shape, room, large)]
    case 'object':
      return [dictionaryOf(name, shape, room, large)]
    default:
      return []
  }
}

/** A value of a part of a list or a dictionary. */
const partOf = (name: string, shape: Shape, room: number, large: LargeOrganization): unknown =>
  largest(name, shape, room, large)[0] ?? shape.enum?.at(-1) ?? shape.const ?? 1

function listOf(
  name: string,
  { items, prefixItems, maxItems }: Shape,
  room: number,
  large: LargeOrganization,
) {
  if (prefixItems) return prefixItems.map((item) => partOf(name, item, 100, large))
  const item = (at: number) => {
    if (!items) return at
    const isText = [items.type].flat().includes('string')
    if (isText)
      return /email|invite/.test(name) ? cycle(large.emails, at) : cycle(large.channelNames, at)
    if (items.type === 'integer')
      return cycle(/messages|msg_ids|message_ids/.test(name) ? large.newest : large.users, at)
    return partOf(name, items, 100, large)
  }
  const list: unknown[] = []
  for (let length = 2; length < room && list.length < (maxItems ?? room); ) {
    const value = item(list.length)
    length += JSON.stringify(value)!.length + 1
    list.push(value)
  }
  return list
}

const cycle = <T>(values: readonly T[], at: number) => values[at % values.length]!

function dictionaryOf(
  name: string,
  { properties, additionalProperties }: Shape,
  room: number,
  large: LargeOrganization,
) {
  if (!properties) {
    const value =
      typeof additionalProperties === 'object' ? partOf(name, additionalProperties, 20, large) : 'x'
    const length = JSON.stringify(value ?? 1)!.length + 14
    return Object.fromEntries(
      Array.from({ length: room / length }, (_, at) => [`key ${at}`, value ?? 1]),
    )
  }
  const share = room / Object.keys(properties).length
  return Object.fromEntries(
    Object.entries(properties).map(([key, shape]) => [key, partOf(key, shape, share, large)]),
  )
}
