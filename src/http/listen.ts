// Starts listening, and explains why that may fail.

import type { Server } from 'node:http'
import type { Config } from '../config.ts'
import { StartError } from '../errors.ts'

/** Resolves when the server listens. @throws StartError that names the address and what to do */
export function listen(
  server: Server,
  { host, port }: Pick<Config, 'host' | 'port'>,
): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE')
        reject(
          new StartError(
            `Port ${port} of ${host} is in use by another program; --port chooses another one.`,
          ),
        )
      else if (error.code === 'EACCES')
        reject(new StartError(`Port ${port} may not be used by this user.`))
      else reject(new StartError(`Cannot listen on ${host}:${port}: ${error.message}.`))
    })
    server.listen({ host, port, backlog: 4096 }, resolve)
  })
}
