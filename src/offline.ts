// What commands do on a data folder: through the server that runs on it, or without one.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type AdminCommand, type AdminResult, runAdminCommand } from './admin/commands.ts'
import { orderServer } from './admin/socket.ts'
import { systemClock } from './base/clock.ts'
import { openLog } from './base/log.ts'
import type { Config } from './config.ts'
import { apiKey } from './domain/authentication/api-keys.ts'
import type { App } from './domain/kernel/context.ts'
import { findOrganization, theOrganization } from './domain/organization/organization.ts'
import { reopenOrganization } from './domain/organization/organization-closing.ts'
import { foundOrganization } from './domain/organization-management/founding.ts'
import { inFull, RequestError, StartError } from './errors.ts'
import { openDomain } from './open-domain.ts'
import { DATABASE } from './store/folder/data-folder.ts'

/** Creates the organization and its owner without a browser. */
export async function initOrganization(
  config: Config,
  request: { name: string; ownerEmail: string; ownerName: string; password: string },
): Promise<{ user_id: number; email: string; api_key: string }> {
  const { ctx, close } = openDomain(config, systemClock, openLog(config))
  try {
    const id = await foundOrganization(ctx, request)
    const owner = ctx.store.users.find(id)!
    return {
      user_id: id,
      email: owner.email,
      api_key: apiKey(ctx, owner),
    }
  } catch (error) {
    if (error instanceof RequestError) throw new StartError(inFull(error))
    throw error
  } finally {
    await close()
  }
}

/**
 * Carries out a command: over the socket where a server runs on the folder, else on the folder.
 * @throws StartError where there is no organization, or a rule refuses
 */
export async function administerOffline<Name extends AdminCommand>(
  config: Config,
  command: Name,
  args: Record<string, string>,
): Promise<AdminResult<Name>> {
  const answered = await orderServer(config.data, { command, arguments: args })
  if (answered) return answered.result as AdminResult<Name>
  return withOrganization(config, async (ctx) => {
    try {
      const result = await runAdminCommand(ctx, command, args)
      return (command === 'status' ? { ...result, ...STOPPED } : result) as AdminResult<Name>
    } catch (error) {
      if (error instanceof RequestError) throw new StartError(inFull(error))
      throw error
    }
  })
}

/** What a status says of a server that does not run. */
const STOPPED = { uptime: null, memory: null, queues: 0, backups: null }

/**
 * Opens a closed organization again and cancels its deletion.
 * @returns its name
 * @throws StartError if there is no organization, or it is not closed
 */
export const reopenOffline = (config: Config): Promise<string> =>
  withOrganization(config, async (ctx) => {
    const { name } = theOrganization(ctx).settings
    if (!(await reopenOrganization(ctx))) throw new StartError(`${name} is not closed.`)
    return name
  })

async function withOrganization<T>(config: Config, work: (ctx: App) => Promise<T>) {
  // Refuses a folder without a database instead of creating one.
  if (!existsSync(join(config.data, DATABASE))) refuseFolder(config)
  const { ctx, close } = openDomain(config, systemClock, openLog(config))
  try {
    if (!findOrganization(ctx)) refuseFolder(config)
    return await work(ctx)
  } finally {
    await close()
  }
}

function refuseFolder({ data }: Config): never {
  throw new StartError(`${data} holds no organization.`)
}
