// Parameters for any endpoint, made from its declaration: what is required, and of the right type.

import * as z from 'zod'
import type { Endpoint } from '../../src/api/index.ts'

export type Sample = Record<string, unknown>

/** Values that mean something, by the name of the parameter. */
const MEANT: Sample = {
  type: 'channel',
  to: 'general',
  topic: 'tea',
  topic_name: 'tea',
  content: 'hello',
  op: 'add',
  flag: 'starred',
  emoji_name: 'tada',
  anchor: 'newest',
  num_before: 1,
  num_after: 0,
  narrow: [],
  messages: [],
  msg_ids: [],
  report_type: 'spam',
  msg_type: 'widget',
  property: 'color',
  value: '#123456',
  visibility_policy: 1,
  status_text: 'away',
  deliver_at: 4_000_000_000,
  scheduled_delivery_timestamp: 4_000_000_000,
  subscriptions: [],
  members: [],
  name: 'a name',
  add: [],
}

/** Parameters of a call; `given` wins over what would be made up. */
export function sampleOf(endpoint: Endpoint, given: Sample = {}): Sample {
  const sample: Sample = {}
  for (const [name, schema] of Object.entries(endpoint.params)) {
    if (Object.hasOwn(given, name)) sample[name] = given[name]
    else if (Object.hasOwn(MEANT, name)) sample[name] = MEANT[name]
    else if (!schema.safeParse(undefined).success) sample[name] = madeUp(schema)
  }
  return sample
}

/** The path with its parameters, and the others. */
export function callOf({ path }: Endpoint, sample: Sample): { path: string; parameters: Sample } {
  const parameters = { ...sample }
  const filled = path.replace(/:(\w+)\*?/g, (_, name: string) => {
    const value = parameters[name] ?? 1
    delete parameters[name]
    return String(value)
  })
  return { path: filled, parameters }
}

function madeUp(schema: z.ZodType): unknown {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as {
    type?: string
    enum?: unknown[]
    const?: unknown
    anyOf?: { type?: string; const?: unknown }[]
  }
  if (json.enum) return json.enum[0]
  if (json.const !== undefined) return json.const
  const first = json.anyOf?.[0]
  if (first?.const !== undefined) return first.const
  switch (json.type ?? first?.type) {
    case 'integer':
    case 'number':
      return 1
    case 'boolean':
      return true
    case 'array':
      return []
    case 'object':
      return {}
    default:
      return 'x'
  }
}
