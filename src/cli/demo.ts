// hearth demo: an organization full of life in a temporary folder, served until the command ends.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { addCacheFolder } from '../base/assets.ts'
import { readSwitch } from '../base/option-values.ts'
import { type OptionTable, readOptions } from '../base/options.ts'
import { readConfig, serverOptions } from '../config.ts'
import { announce } from './announcement.ts'
import type { Command } from './command.ts'
import { nextSignal } from './serve.ts'

interface DemoOptions {
  port: number
  lan: boolean
  keep: string | undefined
  lively: boolean
}

const options: OptionTable<DemoOptions> = {
  port: serverOptions.port,
  lan: serverOptions.lan,
  keep: {
    value: 'DIR',
    help: 'make the demo in this folder and keep it; a folder with a demo is served as it is',
    without: 'a temporary folder, gone at the end',
    read: (text) => resolve(text),
  },
  lively: {
    help: 'people keep talking while you look',
    default: 'off',
    read: readSwitch,
  },
}

export const demo: Command = {
  name: 'demo',
  summary: 'show an organization of eight people with two weeks of conversations',
  options,

  async run(flags) {
    const { port, lan, keep, lively } = readOptions(options, flags, process.env)
    const folder = keep ?? mkdtempSync(join(tmpdir(), 'hearth-demo-'))
    const stopAsked = nextSignal()
    try {
      const flagsOfServer = { data: folder, port: String(port), ...(lan && { lan: 'on' }) }
      // Variables of the environment configure a real server, not the demo.
      const config = readConfig(flagsOfServer, {})
      addCacheFolder(folder)
      const { startDemo } = await import('../demo/demo.ts')
      const { hearth, links, password, stop } = await startDemo(config, { lively })
      console.log(announce(hearth))
      console.log(describePeople(links, password))
      if (keep === undefined) console.log('\nCtrl-C ends the demo and removes its folder.')
      await Promise.race([stopAsked, hearth.ended])
      await stop()
    } finally {
      if (keep === undefined) rmSync(folder, { recursive: true, force: true })
    }
  },
}

function describePeople(
  links: { name: string; email: string; role: string; url: string }[],
  password: string,
): string {
  const width = Math.max(...links.map(({ name }) => name.length))
  return [
    '',
    'Log in as',
    ...links.map(({ name, role, url }) => `  ${name.padEnd(width)}  ${url}  ${role}`),
    '',
    `Or with an address such as ${links[0]!.email} and the password: ${password}`,
    'Write to the bot Keeper, or mention it: it answers.',
  ].join('\n')
}
