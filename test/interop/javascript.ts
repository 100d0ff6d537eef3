// Connects zulip-js to a server.

import { createRequire } from 'node:module'
import { join } from 'node:path'
import { clientFolder } from './clients.ts'

// biome-ignore lint/suspicious/noExplicitAny: the client has no types
export type JavaScriptClient = any

/** Where the server is and who asks: with a key, or with a password to get one. */
export interface JavaScriptConfig {
  username: string
  realm: string
  apiKey?: string
  password?: string
}

export function connect(config: JavaScriptConfig | { zuliprc: string }): Promise<JavaScriptClient> {
  const require = createRequire(join(clientFolder('javascript'), 'package.json'))
  return require('zulip-js')(config)
}
