// hearth service install|uninstall: lets the system start the server, and start it again.

import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { isExecutable } from '../base/executable.ts'
import { readSwitch } from '../base/option-values.ts'
import type { OptionTable } from '../base/options.ts'
import { type Config, readConfig, serverOptions } from '../config.ts'
import { StartError } from '../errors.ts'
import type { Command } from './command.ts'
import {
  LAUNCHD_LABEL,
  launchdList,
  type ServiceFacts,
  STATE_FOLDER,
  systemUnit,
  userUnit,
} from './service-texts.ts'

const UNIT = 'hearth.service'

/** Where a service is written, and what makes the service manager notice. */
interface Place {
  file: string
  text: string
  /** Run after the file was written, in order. */
  toStart: string[][]
  toStop: string[][]
  hint: string
}

interface ServiceOptions {
  user: boolean
  root: string | undefined
  print: boolean
}

const ownOptions: OptionTable<ServiceOptions> = {
  user: {
    help: 'a service of this person only, without privileges (macOS has this kind only)',
    default: 'off',
    read: readSwitch,
  },
  root: {
    value: 'DIR',
    help: 'install into the image of another system at this folder, and start nothing',
    without: 'this system',
    read: (text) => resolve(text),
  },
  print: { help: 'show the file and the steps, and do nothing', default: 'off', read: readSwitch },
}

const install: Command = {
  name: 'service install',
  summary: 'start the server with the system; takes the options of serve',
  options: { ...serverOptions, ...ownOptions },
  ignoresEnvironment: true,

  async run(flags) {
    const own = readOwn(flags)
    const place = placeOf(own, flags)
    if (own.print) return show(place)
    requireManager(own, place)
    say(`Writing ${place.file}`)
    mkdirSync(dirname(place.file), { recursive: true })
    writeFileSync(place.file, place.text, { mode: 0o644 })
    for (const step of place.toStart) runStep(step)
    console.log(place.hint)
  },
}

const uninstall: Command = {
  name: 'service uninstall',
  summary: 'stop the service and forget it; the data folder stays',
  options: ownOptions,
  ignoresEnvironment: true,

  async run(flags) {
    const own = readOwn(flags)
    const place = placeOf(own, {})
    if (!existsSync(place.file)) throw new StartError(`There is no ${place.file}.`)
    const { file, toStop } = place
    if (own.print) return console.log([...toStop.map(lineOf), `rm ${file}`].join('\n'))
    requireManager(own, place)
    for (const step of toStop) runStep(step)
    say(`Removing ${file}`)
    rmSync(file)
    console.log('The service is gone. The data folder is as it was.')
  },
}

export const serviceCommands: Command[] = [install, uninstall]

const readOwn = (flags: Record<string, string>): ServiceOptions => ({
  user: flags.user === 'on' || process.platform === 'darwin',
  root: flags.root === undefined ? undefined : resolve(flags.root),
  print: flags.print === 'on',
})

function placeOf(own: ServiceOptions, flags: Record<string, string>): Place {
  const facts = factsOf(own, flags)
  if (process.platform === 'darwin') return launchdPlace(facts)
  const base = own.root ?? '/'
  const file = own.user
    ? join(base, own.root ? 'etc/systemd/user' : join(homedir(), '.config/systemd/user'), UNIT)
    : join(base, 'etc/systemd/system', UNIT)
  const scope = own.user ? (own.root ? ['--global'] : ['--user']) : []
  const systemctl = (...words: string[]) => ['systemctl', ...scope, ...words]
  const text = own.user ? userUnit(facts) : systemUnit(facts)
  if (own.root)
    return {
      file,
      text,
      toStart: [systemctl(`--root=${own.root}`, 'enable', UNIT)],
      toStop: [systemctl(`--root=${own.root}`, 'disable', UNIT)],
      hint: 'The service starts with that system.',
    }
  const journal = own.user ? 'journalctl --user -u hearth' : 'journalctl -u hearth'
  return {
    file,
    text,
    toStart: [systemctl('daemon-reload'), systemctl('enable', '--now', UNIT)],
    toStop: [systemctl('disable', '--now', UNIT), systemctl('daemon-reload')],
    hint: `The service runs. What it says, the set-up link too: ${journal}${
      own.user ? '\nIt ends when you log out, unless you run: loginctl enable-linger' : ''
    }`,
  }
}

function launchdPlace({ command }: ServiceFacts): Place {
  const file = join(homedir(), 'Library/LaunchAgents', `${LAUNCHD_LABEL}.plist`)
  const log = join(homedir(), 'Library/Logs/hearth.log')
  const domain = `gui/${process.getuid?.() ?? 0}`
  return {
    file,
    text: launchdList(command, log),
    toStart: [['launchctl', 'bootstrap', domain, file]],
    toStop: [['launchctl', 'bootout', `${domain}/${LAUNCHD_LABEL}`]],
    hint: `The service runs. What it says, the set-up link too: ${log}`,
  }
}

/** Flags that were given go into the command of the service; the rest keeps its defaults. */
function factsOf(own: ServiceOptions, flags: Record<string, string>): ServiceFacts {
  const { user: _user, root: _root, print: _print, ...given } = flags
  const config = readConfig(given, {})
  const data = given.data === undefined ? undefined : config.data
  if (!own.user && config.backupDir !== undefined) requireAccountFor(config.backupDir, data)
  const folder = data ?? (own.user ? join(homedir(), '.local/share/hearth') : STATE_FOLDER)
  const program = isExecutable
    ? [process.execPath]
    : [process.execPath, resolve(process.argv[1] ?? '')]
  return {
    command: [...program, 'serve', ...asArguments({ ...given, data: folder })],
    data,
    account: own.user || data === undefined ? undefined : ownerOf(data),
    backups: config.backupDir,
    needsLowPorts: lowPorts(config),
  }
}

/** Paths are absolute: a service has another working folder. */
function asArguments(flags: Record<string, string>): string[] {
  const paths = new Set(['data', 'tls-cert', 'tls-key', 'acme-ca', 'backup-dir'])
  const switches = new Set(
    Object.entries(serverOptions).flatMap(([name, { value }]) => (value ? [] : [name])),
  )
  return Object.entries(flags).flatMap(([name, text]) => {
    if (switches.has(name.replace(/-(.)/g, (_, letter) => letter.toUpperCase())))
      return [`--${name}`]
    return [`--${name}`, paths.has(name) ? resolve(text) : text]
  })
}

const lowPorts = ({ port, redirectHttp, smtpPort }: Config) =>
  [port, redirectHttp, smtpPort].some((one) => one !== undefined && one > 0 && one < 1024)

/** The account that systemd makes for a service has no folder but its own. */
function requireAccountFor(backups: string, data: string | undefined) {
  if (data === undefined)
    throw new StartError(
      `--backup-dir needs --data, a folder of an account that may write into ${backups} as well.`,
    )
  ownerOf(backups)
}

function ownerOf(folder: string): string {
  const found = statSync(folder, { throwIfNoEntry: false })
  if (!found)
    throw new StartError(
      `The folder ${folder} does not exist; make it for the account that the service shall have, or leave --data out.`,
    )
  return String(found.uid)
}

/** @throws StartError where no service manager runs; the text can be used by hand */
function requireManager({ root }: ServiceOptions, { file, text }: Place) {
  if (process.platform === 'darwin' || root || existsSync('/run/systemd/system')) return
  console.log(text)
  throw new StartError(
    `systemd does not run on this system, so nothing was installed. Above is what ${file} would be.`,
  )
}

function show({ file, text, toStart }: Place) {
  console.log(
    `# ${file}\n${text}\n# then:\n${toStart.map((step) => `# ${lineOf(step)}`).join('\n')}`,
  )
}

function runStep(step: string[]) {
  say(`Running ${lineOf(step)}`)
  const [program = '', ...args] = step
  try {
    execFileSync(program, args, { stdio: ['ignore', 'ignore', 'pipe'] })
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: Buffer }
    const reason = stderr?.toString().trim().split('\n').at(-1) || message
    throw new StartError(`${lineOf(step)} failed: ${reason}`)
  }
}

const lineOf = (step: readonly string[]) => step.join(' ')
const say = (text: string) => console.log(text)
