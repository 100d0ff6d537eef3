// hearth init: creates the organization and its owner without a browser.

import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { addCacheFolder } from '../base/assets.ts'
import { codePoints, MAX_FULL_NAME_LENGTH } from '../base/limits.ts'
import { readEmail, readSwitch } from '../base/option-values.ts'
import { ConfigError, type OptionTable, RuleError, readOptions } from '../base/options.ts'
import { dataOptions, readConfig } from '../config.ts'
import type { Command } from './command.ts'

interface InitOptions {
  data: string
  name: string
  ownerEmail: string
  ownerName: string
  json: boolean
}

const options: OptionTable<InitOptions> = {
  ...dataOptions,
  name: {
    value: 'ORG',
    help: 'name of the organization',
    required: true,
    read: readName,
  },
  ownerEmail: {
    value: 'EMAIL',
    help: 'email address its owner logs in with',
    required: true,
    read: readEmail,
  },
  ownerName: {
    value: 'NAME',
    help: 'full name of its owner',
    required: true,
    read: readName,
  },
  json: {
    help: 'print the result as one line of JSON',
    default: 'off',
    read: readSwitch,
  },
}

export const init: Command = {
  name: 'init',
  summary: 'create the organization and its owner, whose password comes from standard input',
  options,

  async run(flags) {
    const { data, json, ...organization } = readOptions(options, flags, process.env)
    const config = readConfig({ data }, process.env)
    addCacheFolder(config.data)
    const password = await readPassword(organization.ownerEmail)
    const { initOrganization } = await import('../offline.ts')
    const created = await initOrganization(config, { ...organization, password })

    if (json) {
      console.log(JSON.stringify(created))
    } else {
      for (const [name, value] of Object.entries(created)) console.log(`${name}: ${value}`)
    }
  },
}

function readName(given: string): string {
  const name = given.trim()
  if (name === '' || codePoints(name) > MAX_FULL_NAME_LENGTH) {
    throw new RuleError(`must have 1 to ${MAX_FULL_NAME_LENGTH} characters`)
  }
  return name
}

async function readPassword(email: string): Promise<string> {
  const password =
    process.env.HEARTH_OWNER_PASSWORD ||
    (process.stdin.isTTY
      ? await askPassword(`Password for ${email}: `)
      : firstLine(await text(process.stdin)))
  if (password === '') {
    throw new ConfigError('HEARTH_OWNER_PASSWORD or standard input must give a password')
  }
  return password
}

/** Asks without showing what is typed. */
async function askPassword(question: string): Promise<string> {
  // Loaded only at a terminal, so that scripts start faster.
  const { createInterface } = await import('node:readline/promises')
  process.stderr.write(question)
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output: nowhere, terminal: true })
  try {
    return await terminal.question('')
  } finally {
    terminal.close()
    process.stderr.write('\n')
  }
}

const firstLine = (input: string) => input.split(/\r?\n/, 1)[0] ?? ''
