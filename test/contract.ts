// Holds answers that tests receive against what the endpoints declare.

import * as z from 'zod'
import { statusOf, wireCode } from '../src/api/core/error-codes.ts'
import { type Endpoint, endpoints } from '../src/api/index.ts'
import { Router } from '../src/http/router.ts'

const router = new Router<Endpoint>()
for (const endpoint of endpoints) router.add(endpoint.method, endpoint.path, endpoint)

/**
 * Every answer a test receives is held against what its endpoint declares: a success has no field
 * that is not declared and lacks none, and a refusal has a declared code.
 */
export function holdAgainstOpenApi(method: string, path: string, status: number, body: unknown) {
  const endpoint = router.find(path.split('?', 1)[0]!).get(method)?.target
  if (!endpoint) return
  if (status === 200) holdSuccess(endpoint, body)
  else holdRefusal(endpoint, status, body)
}

function holdSuccess({ method, path, returns }: Endpoint, body: unknown) {
  const answer = z.strictObject({
    result: z.literal('success'),
    msg: z.literal(''),
    ignored_parameters_unsupported: z.array(z.string()).optional(),
    ...returns,
  })
  const held = answer.safeParse(body)
  if (!held.success) {
    throw new Error(
      `${method} ${path} answers what it does not declare:\n${z.prettifyError(held.error)}`,
    )
  }
}

function holdRefusal({ method, path, errors }: Endpoint, status: number, body: unknown) {
  const { code, msg } = body as { code: string; msg: string }
  if (errors().some((error) => statusOf(error) === status && wireCode(error) === code)) return
  throw new Error(
    `${method} ${path} refuses with ${status} ${code} (${msg}), which it does not declare`,
  )
}
