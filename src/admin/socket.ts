// The Unix socket in the data folder over which commands reach a running server. The folder and the
// socket are for their owner only: who may open it may read the database as well.

import { chmodSync, rmSync } from 'node:fs'
import {
  createServer,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from 'node:http'
import { join } from 'node:path'
import { json, text } from 'node:stream/consumers'
import type { App } from '../domain/kernel/context.ts'
import { inFull, RequestError, StartError } from '../errors.ts'
import { type AdminCommand, adminCommands, runAdminCommand } from './commands.ts'

/** Name of the socket in the data folder. */
export const SOCKET = 'hearth.sock'

/** The system's bound on the path of a socket, without the byte that ends it. */
const MAX_PATH_BYTES = process.platform === 'darwin' ? 103 : 107

const MAX_BODY_BYTES = 65_536

interface Order {
  command: AdminCommand
  arguments: Record<string, string>
}

/**
 * Listens for commands until the returned function is called.
 * A folder with a long path has no socket; commands then need a stopped server.
 */
export async function listenForCommands(ctx: App, folder: string): Promise<() => Promise<void>> {
  const path = join(folder, SOCKET)
  if (Buffer.byteLength(path) > MAX_PATH_BYTES) {
    ctx.log.error('no-command-socket', {
      reason: `its path is longer than ${MAX_PATH_BYTES} bytes`,
    })
    return async () => {}
  }
  // The folder's lock is held, so a socket that is there was left by a server that was killed.
  rmSync(path, { force: true })
  const server = createServer((req, res) => void answer(ctx, req, res))
  await listen(server, path)
  return () =>
    new Promise((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
}

function listen(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(path, () => {
      chmodSync(path, 0o600)
      resolve()
    })
  })
}

async function answer(ctx: App, req: IncomingMessage, res: ServerResponse) {
  const send = (status: number, body: object) =>
    res.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
  try {
    if (Number(req.headers['content-length'] ?? Infinity) > MAX_BODY_BYTES) {
      return send(413, { problem: 'The command is too long.' })
    }
    const { command, arguments: args } = (await json(req)) as Order
    if (!Object.hasOwn(adminCommands, command)) {
      return send(404, { problem: 'The running server does not know this command; restart it.' })
    }
    send(200, { result: await runAdminCommand(ctx, command, args) })
  } catch (error) {
    if (error instanceof StartError) return send(400, { problem: error.message })
    if (error instanceof RequestError) return send(400, { problem: inFull(error) })
    ctx.log.error('command-failed', { error: String((error as Error).stack) })
    send(500, { problem: 'The command failed; the log of the server says why.' })
  }
}

/**
 * Has the server that runs on the folder carry out a command.
 * @returns undefined if no server runs on the folder
 * @throws StartError with the server's refusal
 */
export async function orderServer(
  folder: string,
  order: Order,
): Promise<{ result: unknown } | undefined> {
  const body = JSON.stringify(order)
  const response = await new Promise<IncomingMessage | undefined>((resolve, reject) => {
    const asked = request({
      socketPath: join(folder, SOCKET),
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) },
    })
    asked.on('response', resolve)
    asked.on('error', (error: NodeJS.ErrnoException) =>
      NO_SERVER.has(error.code ?? '') ? resolve(undefined) : reject(error),
    )
    asked.end(body)
  })
  if (!response) return undefined
  const answered = JSON.parse(await text(response)) as { result: unknown; problem?: string }
  if (answered.problem !== undefined) throw new StartError(answered.problem)
  return answered
}

/** How connecting fails where no server listens, or the path is too long for one to listen. */
const NO_SERVER = new Set(['ENOENT', 'ECONNREFUSED', 'ENOTSOCK', 'EINVAL', 'ENAMETOOLONG'])
