// Writes the OpenAPI document from the declarations of all endpoints.

import * as z from 'zod'
import { makePause } from '../../base/jobs.ts'
import { CATALOGUE } from '../../errors/catalogue.ts'
import type { ErrorCode } from '../../errors/codes.ts'
import type { Tier } from './callers.ts'
import { type Endpoint, pathNames } from './endpoint.ts'
import { ERROR_KINDS, statusOf, wireCode } from './error-codes.ts'
import { type Fields, isRequired } from './params.ts'

/** An endpoint with the part of the interface it belongs to. */
export type Listed = Endpoint & { area: string }

/** The schema of a value: the part of JSON Schema that this interface uses. */
export interface Schema {
  type?: string | string[]
  description?: string
  default?: unknown
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  items?: Schema
  prefixItems?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  minimum?: number
  maximum?: number
  [key: string]: unknown
}

interface Content {
  [type: string]: { schema: Schema; encoding?: object }
}

export interface OpenApiOperation {
  operationId: string
  summary: string
  description: string
  tags: string[]
  parameters: {
    name: string
    in: string
    required: boolean
    schema?: Schema
    content?: Content
  }[]
  requestBody?: { required: boolean; content: Content }
  responses: Record<string, { description: string; content: Content }>
  /** Codes of refusals that other endpoints of the same kind do not have, as in `ErrorCode`. */
  'x-refusals': readonly ErrorCode[]
}

export interface OpenApiDocument {
  paths: Record<string, Record<string, OpenApiOperation>>
  [key: string]: unknown
}

/** The OpenAPI 3.1 document of all endpoints. Describing them takes longer than others should wait. */
export async function openApi(
  site: { url: string; version: string },
  endpoints: readonly Listed[],
): Promise<OpenApiDocument> {
  const paths: OpenApiDocument['paths'] = {}
  const pause = makePause()
  for (const { path, operations } of pathsOf(endpoints)) {
    await pause()
    paths[path] = Object.fromEntries(
      operations.map(({ method, alike }) => [method.toLowerCase(), operation(path, alike)]),
    )
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Hearth', version: site.version },
    servers: [{ url: `${site.url}/api/v1` }],
    components: {
      securitySchemes: { apiKey: { type: 'http', scheme: 'basic' } },
      schemas: { refusal: REFUSAL },
      'x-refusals': sharedRefusals(),
    },
    security: [{ apiKey: [] }],
    tags: [...new Set(endpoints.map(({ area }) => area))].sort().map((name) => ({ name })),
    paths,
  }
}

/** What every refusal looks like; some codes come with more fields. */
const REFUSAL = {
  type: 'object',
  properties: {
    result: { type: 'string', const: 'error' },
    msg: { type: 'string', description: 'For people, in English.' },
    code: { type: 'string', description: 'For programs.' },
  },
  required: ['result', 'msg', 'code'],
}

/** The words that several endpoints refuse with, or that clients act on, by concept. */
export const sharedRefusals = () =>
  Object.entries(CATALOGUE).flatMap(([concept, entries]) =>
    Object.values(entries).map(({ code, text, fields }) => ({
      concept,
      status: statusOf(code),
      code: wireCode(code),
      msg: text,
      fields,
    })),
  )

/** Who the tiers admit, for people. */
export const ADMITTED: Record<Tier, string> = {
  anyone: 'anyone, without credentials',
  spectator: 'users and bots, and visitors without an account where the organization admits them',
  user: 'users and bots',
  human: 'users; no bots',
  member: 'members, so neither guests nor bots',
  'non-guest': 'members and bots, no guests',
  administrator: 'administrators and owners',
  owner: 'owners',
}

interface Operation {
  method: string
  alike: Listed[]
}

/**
 * Endpoints by path and method. Paths that differ only in the names of parameters, such as users by
 * ID and by address, are one path in OpenAPI, under the name of the ID.
 */
function pathsOf(all: readonly Listed[]) {
  const paths = new Map<string, { path: string; operations: Operation[] }>()
  for (const endpoint of [...all].sort((a, b) => textsIn(a.path) - textsIn(b.path))) {
    const template = endpoint.path.replace(/:(\w+)\*?/g, '{$1}')
    const shape = template.replace(/\{\w+\}/g, '{}')
    const { path, operations } = paths.get(shape) ?? { path: template, operations: [] }
    paths.set(shape, { path, operations })
    const known = operations.find(({ method }) => method === endpoint.method)
    if (known) known.alike.push(endpoint)
    else operations.push({ method: endpoint.method, alike: [endpoint] })
  }
  return paths.values()
}

/** How many parameters of a path are no IDs. */
const textsIn = (path: string) => pathNames(path).filter((name) => !name.endsWith('_id')).length

function operation(path: string, alike: readonly Listed[]): OpenApiOperation {
  const { method, tier, summary, area, params, returns } = alike[0]!
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
  const inPath = names.map((name, place) => ({
    name,
    in: 'path',
    required: true,
    schema: anyOf(alike.map((endpoint) => jsonSchema(pathParameter(endpoint, place), 'input'))),
  }))
  const others = Object.fromEntries(
    Object.entries(params).filter(([name]) => !pathNames(alike[0]!.path).includes(name)),
  )
  return {
    operationId: `${method.toLowerCase()}${path.replace(/[/{}_]+(\w?)/g, (_, letter: string) => letter.toUpperCase())}`,
    summary,
    description: `For ${ADMITTED[tier]}.`,
    tags: [area],
    ...(tier === 'anyone' && { security: [] }),
    ...(tier === 'spectator' && { security: [{ apiKey: [] }, {}] }),
    parameters: [...inPath, ...(method === 'GET' ? inQuery(others) : [])],
    ...(method !== 'GET' && inForm(others)),
    'x-refusals': [...new Set(alike.flatMap(({ ownErrors }) => ownErrors))].sort(),
    responses: {
      200: {
        description: 'Success',
        content: { 'application/json': { schema: envelope(returns) } },
      },
      ...refusals(new Set(alike.flatMap(({ errors }) => errors()))),
    },
  }
}

const pathParameter = (endpoint: Endpoint, place: number) =>
  endpoint.params[pathNames(endpoint.path)[place]!]!

const anyOf = (schemas: Schema[]) => (schemas.length === 1 ? schemas[0]! : { anyOf: schemas })

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Schema {
  const { $schema, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => simplify(jsonSchema as Schema),
  }) as Schema
  return rest
}

/** Takes out what only this program reads, and the bounds of every JavaScript integer. */
function simplify(schema: Schema) {
  const { alias, description } = schema
  for (const name of ['wire', 'alias', 'unbounded']) delete schema[name]
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
  if (alias === undefined) return
  schema.description = [description, `Also read from "${alias}".`].filter(Boolean).join(' ')
}

/** One response for each status of the codes. */
function refusals(codes: ReadonlySet<ErrorCode>) {
  const byStatus = Map.groupBy(codes, statusOf)
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => [
      status,
      {
        description: group.map((code) => ERROR_KINDS[code].meaning).join(' '),
        content: {
          'application/json': {
            schema: {
              allOf: [
                { $ref: '#/components/schemas/refusal' },
                { properties: { code: { enum: [...new Set(group.map(wireCode))] } } },
              ],
            },
          },
        },
      },
    ]),
  )
}

/** The schema of a success answer: the declared fields in the envelope, and no others. */
function envelope(returns: Fields) {
  return jsonSchema(
    z.strictObject({
      result: z.literal('success'),
      msg: z.literal(''),
      ignored_parameters_unsupported: z.array(z.string()).optional(),
      ...returns,
    }),
    'output',
  )
}

/** Query parameters. Lists and objects are JSON text, which OpenAPI describes with `content`. */
const inQuery = (params: Fields) =>
  Object.entries(params).map(([name, type]) => {
    const schema = jsonSchema(type, 'input')
    return {
      name,
      in: 'query',
      required: isRequired(type),
      ...(isStructured(schema) ? { content: { 'application/json': { schema } } } : { schema }),
    }
  })

const isStructured = (schema: Schema): boolean =>
  schema.type === 'array' ||
  schema.type === 'object' ||
  (Array.isArray(schema.anyOf) && schema.anyOf.some(isStructured))

function inForm(params: Fields) {
  const properties = Object.entries(params).map(
    ([name, type]) => [name, jsonSchema(type, 'input')] as const,
  )
  if (properties.length === 0) return {}
  const required = Object.keys(params).filter((name) => isRequired(params[name]!))
  const structured = properties.filter(([, schema]) => isStructured(schema))
  return {
    requestBody: {
      required: required.length > 0,
      content: {
        'application/x-www-form-urlencoded': {
          schema: { type: 'object', properties: Object.fromEntries(properties), required },
          encoding: Object.fromEntries(
            structured.map(([name]) => [name, { contentType: 'application/json' }]),
          ),
        },
      },
    },
  }
}
