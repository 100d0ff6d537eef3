// The largest inputs that the declaration of an endpoint admits, for measuring how long they hold
// the event loop.

import * as z from 'zod'
import { MAX_VALUES, mostValuesOf } from '../../src/api/core/value-count.ts'
import type { Endpoint } from '../../src/api/index.ts'
import { callOf, type Sample, sampleOf } from '../attack/samples.ts'
import type { Caller, HeavyCalls } from './heavy-call.ts'
import { heavyCalls } from './heavy-calls.ts'
import type { Ground } from './holds-fixtures.ts'
import { meant, ONLY_REFUSED, SAMPLES } from './holds-samples.ts'

/** A call to measure. */
export interface LargeCall {
  path: string
  parameters: Sample
  /** Whether it must succeed or be refused; undefined: the largest input may be either. */
  succeeds: boolean | undefined
  /** Who calls; the owner unless said otherwise. */
  as?: Caller | undefined
  /** A file to upload. */
  file?: Buffer | undefined
  /** Whether work goes on for seconds after the answer. */
  settles?: boolean | undefined
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
 * The calls of one endpoint: one that succeeds, the same with each parameter in turn at its largest, and
 * the heavy calls of this endpoint.
 * @param room characters of JSON in one parameter
 */
export function largestCalls(
  endpoint: Endpoint,
  ground: Ground,
  room = endpoint.method === 'GET' ? QUERY_BYTES : FORM_BYTES,
): LargeCall[] {
  const name = `${endpoint.method} ${endpoint.path}`
  const calls: LargeCall[] = []
  const call = (given: Sample, more: Omit<LargeCall, 'path' | 'parameters'>) => {
    const samples = { ...meant(ground), ...SAMPLES[name]?.(ground, calls.length) }
    calls.push({ ...callOf(endpoint, { ...sampleOf(endpoint, samples), ...given }), ...more })
  }
  const heavy = heavyCalls(ground)[name] ?? []
  const isAlone = heavy.some(({ alone }) => alone)
  const by: Caller = endpoint.path === '/bot_storage' ? 'bot' : 'owner'
  if (!isAlone)
    call({}, { as: by, succeeds: !Object.hasOwn(ONLY_REFUSED, name) && !needsFile(heavy) })
  for (const [parameter, schema] of Object.entries(endpoint.params)) {
    if (isAlone || endpoint.path.includes(`:${parameter}`)) continue
    const shape = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape
    for (const value of largest(parameter, withMost(mostValuesOf(schema), shape), room, ground))
      call({ [parameter]: value }, { as: by, succeeds: undefined })
  }
  for (const { as = by, alone: _, file, succeeds = true, settles = false, ...given } of heavy)
    call(given, { as, file, succeeds, settles })
  return calls
}

const needsFile = (heavy: HeavyCalls[string]) => heavy.some(({ file }) => file !== undefined)

/** The same shape, whose lists are as long as its parameter may be at most. */
const withMost = (most: number, shape: Shape): Shape => ({
  ...shape,
  ...(shape.type === 'array' && { maxItems: Math.min(shape.maxItems ?? most, most) }),
  ...(shape.anyOf && { anyOf: shape.anyOf.map((one) => withMost(most, one)) }),
})

/** @returns values of different forms; none for what has no size, such as numbers */
function largest(name: string, shape: Shape, room: number, ground: Ground): unknown[] {
  if (shape.anyOf) return shape.anyOf.flatMap((one) => largest(name, one, room, ground))
  switch (Array.isArray(shape.type) ? shape.type.at(-1) : shape.type) {
    case 'string':
      return shape.enum
        ? []
        : ['so '.repeat(Math.max(1, Math.min(shape.maxLength ?? TEXT_LENGTH, room) / 3))]
    case 'array':
      return [listOf(name, shape, room, ground)]
    case 'object':
      return [dictionaryOf(name, shape, room, ground)]
    default:
      return []
  }
}

/** A value of a part of a list or a dictionary. */
const partOf = (name: string, shape: Shape, room: number, ground: Ground): unknown =>
  largest(name, shape, room, ground)[0] ?? shape.enum?.at(-1) ?? shape.const ?? 1

function listOf(
  name: string,
  { items, prefixItems, maxItems }: Shape,
  room: number,
  ground: Ground,
) {
  if (prefixItems) return prefixItems.map((item) => partOf(name, item, 100, ground))
  const item = (at: number) => {
    if (!items) return at
    const isText = [items.type].flat().includes('string')
    if (isText)
      return /email|invite/.test(name) ? cycle(ground.emails, at) : cycle(ground.channelNames, at)
    if (items.type === 'integer') return cycle(idsFor(name, ground), at)
    return partOf(name, items, 100, ground)
  }
  const list: unknown[] = []
  let length = 2
  for (;;) {
    const value = item(list.length)
    length += JSON.stringify(value)!.length + 1
    if (length > room || list.length === (maxItems ?? MAX_VALUES)) return list
    list.push(value)
  }
}

function idsFor(name: string, { fixtures, ...ground }: Ground): readonly number[] {
  if (/messages|msg_ids|message_ids/.test(name)) return ground.newest
  if (/stream_ids/.test(name)) return ground.channels
  if (/subgroups|group_ids/.test(name)) return [fixtures.subgroup]
  return ground.users
}

const cycle = <T>(values: readonly T[], at: number) => values[at % values.length]!

function dictionaryOf(
  name: string,
  { properties, additionalProperties }: Shape,
  room: number,
  ground: Ground,
) {
  if (!properties) {
    const value =
      typeof additionalProperties === 'object'
        ? partOf(name, additionalProperties, 20, ground)
        : 'x'
    const length = JSON.stringify(value ?? 1)!.length + 14
    return Object.fromEntries(
      Array.from({ length: room / length }, (_, at) => [`key ${at}`, value ?? 1]),
    )
  }
  const share = room / Object.keys(properties).length
  return Object.fromEntries(
    Object.entries(properties).map(([key, shape]) => [key, partOf(key, shape, share, ground)]),
  )
}
