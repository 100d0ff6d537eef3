// Runs `hearth serve` in a process of its own, which a test may kill.

import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expectSuccess, PASSWORD, Person } from './chat.ts'
import { ENVIRONMENT, PROGRAM } from './commands.ts'

/** A server in a process of its own, which a test can end in any way. */
export interface ChildServer extends AsyncDisposable {
  url: string
  /** Of the process that was started; with a supervisor, that one. */
  pid: number
  /** The first line on standard output that matches, once it is there. */
  line(pattern: RegExp): Promise<RegExpExecArray>
  /** The first match in its log, once it is there. */
  logged(pattern: RegExp): Promise<RegExpExecArray>
  /** What it has written to its log so far. */
  stderr(): string
  kill(signal: NodeJS.Signals): Promise<Ending>
}

type Ending = [code: number | null, signal: NodeJS.Signals | null]

/** How a server that did not start ended. */
export interface Ended {
  code: number | null
  stderr: string
}

/** Starts `hearth serve` on a free port; resolves when it listens or has ended without listening. */
export async function tryServe(
  folder: string,
  options: string[] = [],
  variables: NodeJS.ProcessEnv = {},
): Promise<ChildServer | Ended> {
  const child = spawn(
    process.execPath,
    [PROGRAM, 'serve', '--port', '0', '--data', folder, ...options],
    { stdio: ['ignore', 'pipe', 'pipe'], env: { ...ENVIRONMENT, ...variables } },
  )
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  const { promise: ended, resolve: end } = Promise.withResolvers<Ending>()
  child.on('close', (code, signal) => end([code, signal]))
  const lines = createInterface(child.stdout)
  const seen: string[] = []
  lines.on('line', (text) => seen.push(text))
  const line = (pattern: RegExp) =>
    new Promise<RegExpExecArray>((resolve) => {
      const look = () => {
        const match = seen.map((text) => pattern.exec(text)).find((found) => found !== null)
        if (match) resolve(match)
      }
      lines.on('line', look)
      look()
    })

  const logged = (pattern: RegExp) =>
    new Promise<RegExpExecArray>((resolve) => {
      const look = () => {
        const match = pattern.exec(stderr)
        if (match) resolve(match)
      }
      child.stderr.on('data', look)
      look()
    })

  const listening = line(/^Hearth is listening on (\S+)$/).then(([, url]) => url!)
  const url = await Promise.race([listening, ended.then(() => undefined)])
  if (url === undefined) return { code: (await ended)[0], stderr }
  const kill = (signal: NodeJS.Signals) => {
    child.kill(signal)
    return ended
  }
  return {
    url,
    pid: child.pid!,
    line,
    logged,
    stderr: () => stderr,
    kill,
    [Symbol.asyncDispose]: async () => void (await kill('SIGKILL')),
  }
}

export async function serve(
  folder: string,
  options: string[] = [],
  variables: NodeJS.ProcessEnv = {},
): Promise<ChildServer> {
  const server = await tryServe(folder, options, variables)
  if (!('url' in server)) throw new Error(`The server did not start:\n${server.stderr}`)
  return server
}

/** Becomes the owner of an empty server through the link it printed. */
export async function found(server: ChildServer): Promise<Person> {
  const [, setupToken] = await server.line(/\/setup\/(\w+)/)
  const { user_id } = await post(server, '/account/bootstrap', {
    setup_token: setupToken!,
    realm_name: 'Harbour',
    email: 'olga@harbour.test',
    full_name: 'Olga',
    password: PASSWORD,
  })
  return logIn(server, user_id, 'Olga')
}

/** Gives people accounts; they are in the channel *general*. */
export async function addPeople(server: ChildServer, owner: Person, names: readonly string[]) {
  const people: Person[] = []
  for (const name of names) {
    const account = { email: addressOf(name), full_name: name, password: PASSWORD }
    const { user_id } = expectSuccess(await owner.post('/users', account))
    people.push(await logIn(server, user_id, name))
  }
  return people
}

async function logIn(server: ChildServer, id: number, name: string): Promise<Person> {
  const email = addressOf(name)
  const { api_key } = await post(server, '/fetch_api_key', { username: email, password: PASSWORD })
  return personAt(server, { id, email, name, key: api_key })
}

const addressOf = (name: string) => `${name.toLowerCase()}@harbour.test`

/** The same person, at a server started again on another port. */
export const personAt = (
  server: ChildServer,
  { id, email, name, key }: Pick<Person, 'id' | 'email' | 'name' | 'key'>,
) => new Person(server.url, { id, email, name, key })

async function post(server: ChildServer, path: string, parameters: Record<string, string>) {
  const response = await fetch(`${server.url}/api/v1${path}`, {
    method: 'POST',
    body: new URLSearchParams(parameters),
  })
  const { status, headers } = response
  return expectSuccess({ ...(await response.json()), status, headers })
}

/** A folder that is gone when the test ends. */
export function temporaryFolder() {
  const path = mkdtempSync(join(tmpdir(), 'hearth-test-'))
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) }
}

/** Whether this user may mount disks; if not, it is said why tests are skipped. */
export function mayMount(): boolean {
  try {
    smallDisk(1)[Symbol.dispose]()
    return true
  } catch {
    console.log('SKIPPED the tests with a disk of their own: this user may not mount one')
    return false
  }
}

/** A disk of few megabytes, gone when the test ends. */
export function smallDisk(megabytes: number) {
  const folder = temporaryFolder()
  const mount = (...options: string[]) =>
    execFileSync('mount', [...options, 'tmpfs', folder.path], { stdio: 'ignore' })
  try {
    mount('-t', 'tmpfs', '-o', `size=${megabytes}m`)
  } catch (error) {
    folder[Symbol.dispose]()
    throw error
  }
  const filler = join(folder.path, 'filler')
  return {
    path: folder.path,
    makeReadOnly: () => void mount('-o', 'remount,ro'),
    /** Takes all the space but these kilobytes. */
    fill(left = 0) {
      const { bavail, bsize } = statfsSync(folder.path)
      writeFileSync(filler, Buffer.alloc(bavail * bsize - left * 1024))
    },
    free: () => rmSync(filler),
    [Symbol.dispose]() {
      execFileSync('umount', ['-l', folder.path])
      folder[Symbol.dispose]()
    },
  }
}
