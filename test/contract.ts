import { z } from 'zod'
import { endpoints } from '../src/api/index.ts'
import { Router } from '../src/http/router.ts'

const router = new Router(endpoints)

/**
 * Every success answer a test receives is held against what its endpoint declares: no field that
 * is not declared, none missing.
 */
export function holdAgainstOpenApi(method: string, path: string, status: number, body: unknown) {
  if (status !== 200) return
  const endpoint = router.find(path.split('?', 1)[0]!).get(method)?.endpoint
  if (!endpoint) return
  const answer = z.strictObject({
    result: z.literal('success'),
    msg: z.literal(''),
    ignored_parameters_unsupported: z.array(z.string()).optional(),
    ...endpoint.returns,
  })
  const held = answer.safeParse(body)
  if (!held.success) {
    throw new Error(
      `${method} ${path} answers what it does not declare:\n${z.prettifyError(held.error)}`,
    )
  }
}
