// What the commands do while no server runs on the data folder.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { systemClock } from './base/clock.ts'
import { jsonLog } from './base/log.ts'
import type { Config } from './config.ts'
import { apiKey } from './domain/api-keys.ts'
import type { Context } from './domain/context.ts'
import { foundOrganization } from './domain/founding.ts'
import { issuePasswordKey } from './domain/key-actions.ts'
import { findOrganization, theOrganization } from './domain/organization.ts'
import { reopenOrganization } from './domain/organization-closing.ts'
import { findByEmail, isPerson } from './domain/users.ts'
import { RequestError, StartError } from './errors.ts'
import { openDomain, originFor } from './main.ts'
import { DATABASE } from './store/data-folder.ts'

/** Creates the organization and its owner without a browser. */
export async function initOrganization(
  config: Config,
  request: { name: string; ownerEmail: string; ownerName: string; password: string },
): Promise<{ realm_url: string; user_id: number; email: string; api_key: string }> {
  const { ctx, close } = openDomain(config, systemClock, jsonLog())
  try {
    const id = await foundOrganization(ctx, request)
    const owner = ctx.store.users.find(id)!
    return {
      realm_url: originFor(config),
      user_id: id,
      email: owner.email,
      api_key: apiKey(ctx, owner),
    }
  } catch (error) {
    if (error instanceof RequestError) throw new StartError(error.message)
    throw error
  } finally {
    close()
  }
}

/**
 * A link with which somebody sets a new password, once, within three days.
 * @throws StartError where there is no organization or nobody of that address; RequestError for a
 *   closed account
 */
export const issuePasswordLink = (config: Config, email: string): Promise<string> =>
  withOrganization(config, async (ctx) => {
    const user = findByEmail(ctx, email)
    if (!user || !isPerson(user)) throw new StartError(`Nobody has the address ${email}.`)
    return `${originFor(config)}/password/${await issuePasswordKey(ctx, user)}/`
  })

/**
 * Lets people into a closed organization again, and nothing of it is erased.
 * @returns its name
 * @throws StartError where there is none, or none that is closed
 */
export const reopen = (config: Config): Promise<string> =>
  withOrganization(config, async (ctx) => {
    const { name } = theOrganization(ctx).settings
    if (!(await reopenOrganization(ctx))) throw new StartError(`${name} is not closed.`)
    return name
  })

async function withOrganization<T>(config: Config, work: (ctx: Context) => Promise<T>) {
  // A folder given by mistake is not made into a data folder.
  if (!existsSync(join(config.data, DATABASE))) refuseFolder(config)
  const { ctx, close } = openDomain(config, systemClock, jsonLog())
  try {
    if (!findOrganization(ctx)) refuseFolder(config)
    return await work(ctx)
  } finally {
    close()
  }
}

function refuseFolder({ data }: Config): never {
  throw new StartError(`${data} holds no organization.`)
}
