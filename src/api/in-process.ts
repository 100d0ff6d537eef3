// Calls endpoints without a socket, for programs inside this process: the demo and the commands.

import type { SentFile } from '../base/files.ts'
import type { App } from '../domain/kernel/context.ts'
import { endpoints } from './index.ts'

/**
 * Calls an endpoint as a user would.
 * @param route method and declared path: `PATCH /users/:user_id`
 * @param parameters also those of the path; everything but strings is sent as JSON
 * @returns the fields of the success answer
 * @throws RequestError where the endpoint refuses
 */
export async function callAs(
  ctx: App,
  userId: number,
  route: string,
  parameters: Record<string, unknown> = {},
  files: readonly SentFile[] = [],
): Promise<Record<string, unknown>> {
  const [method, path] = route.split(' ')
  const endpoint = endpoints.find((one) => one.method === method && one.path === path)
  if (!endpoint) throw new Error(`no endpoint ${route}`)
  const sent = Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  )
  return endpoint.answer(ctx, sent, {
    user: ctx.store.users.find(userId),
    client: 'website',
    vendorNames: false,
    address: '127.0.0.1',
    files,
    csrfToken: undefined,
    header: () => undefined,
    startSession: () => Promise.reject(new Error('there is no browser')),
    async endSession() {},
    onHangUp() {},
  })
}
