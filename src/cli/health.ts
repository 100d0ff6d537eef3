// hearth health: asks a running server whether it can do its work, for containers and scripts.

import { once } from 'node:events'
import { json } from 'node:stream/consumers'
import { httpFor } from '../base/http-for.ts'
import { readOrigin } from '../base/option-values.ts'
import { StartError } from '../errors.ts'
import type { Command } from './command.ts'

const PATIENCE_MS = 10_000
const DEFAULT_URL = 'http://127.0.0.1:9991'

export const health: Command = {
  name: 'health',
  summary: 'ask the server whether it can do its work; ends with 1 if not',
  // HEARTH_URL is where people reach the server, through a proxy perhaps; this asks the server itself.
  ignoresEnvironment: true,
  options: {
    url: {
      value: 'URL',
      help: 'address of the server',
      default: DEFAULT_URL,
      read: readOrigin,
    },
  },

  async run(flags) {
    const url = readOrigin(flags.url ?? DEFAULT_URL)
    const { status, problems } = await ask(url).catch((error) => {
      throw new StartError(`The server at ${url} does not answer: ${error.code ?? error.message}.`)
    })
    if (status !== 'ok') throw new StartError(`The server has problems: ${problems.join(', ')}.`)
    console.log('ok')
  },
}

async function ask(url: string): Promise<{ status: string; problems: string[] }> {
  const signal = AbortSignal.timeout(PATIENCE_MS)
  // Its own certificate is for its name, not for the address by which its machine asks.
  const options = { signal, rejectUnauthorized: !isLoopback(url) }
  const asked = httpFor(new URL(url)).request(`${url}/health`, options)
  const [response] = await once(asked.end(), 'response')
  return (await json(response)) as { status: string; problems: string[] }
}

const isLoopback = (url: string) =>
  /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(new URL(url).hostname)
