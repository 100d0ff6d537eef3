import * as z from 'zod'
import { type Endpoint, endpoints } from './index.ts'
import type { Shape } from './params.ts'

/** The OpenAPI 3.1 document of everything the declarations say. */
export function openApi(site: { url: string; version: string }): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const { path, operations } of pathsOf(endpoints)) {
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
      responses: { refusal: REFUSAL },
    },
    security: [{ apiKey: [] }],
    paths,
  }
}

/** What every refusal looks like (specification 7); some codes come with more fields. */
const REFUSAL = {
  description: 'Refusal',
  content: {
    'application/json': {
      schema: {
        type: 'object',
        properties: {
          result: { type: 'string', const: 'error' },
          msg: { type: 'string' },
          code: { type: 'string' },
        },
        required: ['result', 'msg', 'code'],
      },
    },
  },
}

interface Operation {
  method: string
  alike: Endpoint[]
}

/**
 * Endpoints by path and method. Paths that differ in the names of parameters alone, as those of
 * people by ID and by address, are one to OpenAPI, which knows it by the first of its names.
 */
function pathsOf(all: readonly Endpoint[]) {
  const paths = new Map<string, { path: string; operations: Operation[] }>()
  for (const endpoint of all) {
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

function operation(path: string, alike: readonly Endpoint[]) {
  const { method, tier, params, returns } = alike[0]!
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
  const inPath = names.map((name, place) => ({
    name,
    in: 'path',
    required: true,
    schema: anyOf(alike.map((endpoint) => jsonSchema(pathParameter(endpoint, place), 'input'))),
  }))
  const others = Object.fromEntries(
    Object.entries(params).filter(([name]) => !pathNames(alike[0]!).includes(name)),
  )
  return {
    operationId: `${method.toLowerCase()}${path.replace(/[/{}_]+(\w?)/g, (_, letter: string) => letter.toUpperCase())}`,
    description: `Who may call it: ${tier}.`,
    ...(tier === 'anyone' && { security: [] }),
    ...(tier === 'spectator' && { security: [{ apiKey: [] }, {}] }),
    parameters: [...inPath, ...(method === 'GET' ? inQuery(others) : [])],
    ...(method !== 'GET' && inForm(others)),
    responses: {
      200: {
        description: 'Success',
        content: { 'application/json': { schema: envelope(returns) } },
      },
      default: { $ref: '#/components/responses/refusal' },
    },
  }
}

const pathNames = ({ path }: Endpoint) => [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!)

const pathParameter = (endpoint: Endpoint, place: number) =>
  endpoint.params[pathNames(endpoint)[place]!]!

const anyOf = (schemas: Schema[]) => (schemas.length === 1 ? schemas[0]! : { anyOf: schemas })

type Schema = Record<string, unknown>

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Schema {
  const { $schema, wire, alias, unbounded, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
  }) as Schema
  return { ...rest, ...(alias !== undefined && { description: `Also read from "${alias}".` }) }
}

/** What a success answer looks like: the declared fields in the envelope, and nothing else. */
function envelope(returns: Shape) {
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

const isRequired = (schema: z.ZodType) => !schema.safeParse(undefined).success

/** Lists and objects travel as JSON, which OpenAPI calls content; all else is what it looks like. */
const inQuery = (params: Shape) =>
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

function inForm(params: Shape) {
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
