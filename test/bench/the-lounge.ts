// The Lounge, a web client for IRC, as its authors publish it: what the web client is measured beside.

import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const VERSION = '4.5.2'

const folder = join(import.meta.dirname, '..', '..', '.cache', 'thelounge')
const program = join(folder, 'node_modules', 'thelounge', 'index.js')

/** It names a library by its place on GitHub; the registry has the same library. */
const PACKAGE = {
  private: true,
  dependencies: { thelounge: VERSION },
  overrides: { 'irc-framework': '^4.14.0' },
}

export interface Lounge extends AsyncDisposable {
  url: string
}

/**
 * Installs it from npm into .cache unless that was done, and starts it without a network to connect to.
 * @returns undefined where it cannot be installed or started
 */
export async function startLounge(): Promise<Lounge | undefined> {
  if (!existsSync(program) && !install()) return undefined
  const home = mkdtempSync(join(tmpdir(), 'thelounge-'))
  writeFileSync(join(home, 'config.js'), `module.exports = ${JSON.stringify(CONFIG)}`)
  const child = spawn(process.execPath, ['--import', GOES_ON, program, 'start'], {
    env: { ...process.env, THELOUNGE_HOME: home },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  const url = await new Promise<string>((resolve, reject) => {
    let said = ''
    child.stdout.on('data', (text) => {
      said += text
      const found = /Available at (http:\/\/127\.0\.0\.1:\d+)/.exec(said)?.[1]
      if (found) resolve(found)
    })
    child.once('exit', () => reject(new Error(`The Lounge ended: ${said}`)))
  })
  return {
    url,
    async [Symbol.asyncDispose]() {
      process.off('exit', kill)
      const ended = once(child, 'exit')
      kill()
      await ended
      rmSync(home, { recursive: true, force: true })
    },
  }
}

function install(): boolean {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify(PACKAGE))
  const options = ['--no-audit', '--no-fund', '--ignore-scripts', '--omit=optional']
  try {
    execFileSync('npm', ['install', ...options, '--loglevel=error'], {
      cwd: folder,
      stdio: 'inherit',
    })
    return true
  } catch {
    return false
  }
}

/** It asks the internet for news of itself, and ends without a connection. */
const GOES_ON = 'data:text/javascript,process.on("uncaughtException",()=>{})'

/** Anyone may come in. */
const CONFIG = {
  public: true,
  host: '127.0.0.1',
  port: 0,
  prefetch: false,
}
