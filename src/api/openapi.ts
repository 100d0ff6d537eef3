import * as z from 'zod'
import { endpoints } from './index.ts'
import type { Shape } from './params.ts'

/** The OpenAPI 3.1 document of everything the declarations say. */
export function openApi(site: { url: string; version: string }): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const { method, path, tier, params, returns } of endpoints) {
    const template = path.replace(/:(\w+)\*?/g, '{$1}')
    const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!)
    paths[template] ??= {}
    paths[template][method.toLowerCase()] = {
      operationId: `${method.toLowerCase()}${path.replace(/[/:*]+(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
      description: `Who may call it: ${tier}.`,
      ...(tier === 'anyone' && { security: [] }),
      ...parametersOf(method, params, names),
      responses: {
        200: {
          description: 'Success',
          content: { 'application/json': { schema: envelope(returns) } },
        },
      },
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Hearth', version: site.version },
    servers: [{ url: `${site.url}/api/v1` }],
    components: { securitySchemes: { apiKey: { type: 'http', scheme: 'basic' } } },
    security: [{ apiKey: [] }],
    paths,
  }
}

const jsonSchema = (schema: z.ZodType, io: 'input' | 'output') => {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Record<
    string,
    unknown
  >
  return rest
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

function parametersOf(method: string, params: Shape, inPath: readonly string[]) {
  const isForm = method !== 'GET'
  const described = Object.entries(params).map(([name, schema]) => ({
    name,
    in: inPath.includes(name) ? 'path' : 'query',
    required: !schema.safeParse(undefined).success,
    schema: jsonSchema(schema, 'input'),
  }))
  const form = isForm ? described.filter((parameter) => parameter.in !== 'path') : []
  return {
    parameters: described.filter((parameter) => !form.includes(parameter)),
    ...(form.length > 0 && {
      requestBody: {
        content: {
          'application/x-www-form-urlencoded': {
            schema: {
              type: 'object',
              properties: Object.fromEntries(form.map(({ name, schema }) => [name, schema])),
              required: form.filter(({ required }) => required).map(({ name }) => name),
            },
          },
        },
      },
    }),
  }
}
