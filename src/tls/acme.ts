// Certificates of an authority that speaks ACME, such as Let's Encrypt: ordered in a process of its
// own, kept over restarts, renewed in time.

import { type ChildProcess, fork } from 'node:child_process'
import { generateKeyPairSync, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CertificatePair, Certificates } from '../base/certificates.ts'
import { isExecutable } from '../base/executable.ts'
import type { TlsSource } from '../base/tls-options.ts'
import { StartError } from '../errors.ts'
import { ACME_COMMAND, type AcmeNews, type AcmeOrder } from './acme-order.ts'
import { readSecret, writeSecret } from './folder.ts'
import { loadLibraries } from './libraries.ts'
import { checkPair } from './pair.ts'
import type { TlsSite } from './site.ts'

const LOOK_EVERY_MS = 60_000

/**
 * Authorities count failures: Let's Encrypt refuses after five an hour for a name. So the pause
 * after a failure begins with minutes and doubles.
 */
const FIRST_PAUSE_MS = 5 * 60_000
const LONGEST_PAUSE_MS = 12 * 3_600_000

/** A certificate is renewed when this part of its life is left, up to a tenth of it earlier. */
const LEFT = 1 / 3
const JITTER = 1 / 10

/** An order takes seconds; the library's own patience ends after minutes. */
const ORDER_MS = 15 * 60_000

type Acme = Extract<TlsSource, { kind: 'acme' }>

interface Account {
  key: string
  url: string | undefined
}

/** @throws StartError with one line that says what is wrong */
export async function acmeCertificates(
  folder: string,
  source: Acme,
  { clock, log }: TlsSite,
): Promise<Certificates> {
  if (source.ca !== undefined) requireRoots(source.ca)
  const stored = readStored(folder, source)
  let pair = stored ?? (await standIn(source.domains, clock.now()))
  let renewAt = stored ? renewalOf(stored) : 0
  let pause = FIRST_PAUSE_MS
  let use: ((pair: CertificatePair) => void) | undefined
  const answers = new Map<string, string>()
  let order: RunningOrder | undefined
  let isStopped = false

  async function renew(): Promise<void> {
    try {
      const account = openAccount(folder, source.directory)
      order = startOrder(
        { ...source, accountKey: account.key, accountUrl: account.url },
        source.ca,
        answers,
      )
      const { cert, key, accountUrl } = await order.result
      checkPair({ cert, key }, clock.now())
      keepAccount(folder, source.directory, { key: account.key, url: accountUrl })
      writeSecret(folder, 'certificate.pem', markOf(source) + key + cert)
      pair = { cert, key }
      renewAt = renewalOf(pair)
      pause = FIRST_PAUSE_MS
      use?.(pair)
      log.info('certificate-changed', { names: source.domains, until: untilOf(pair) })
    } catch (error) {
      if (isStopped) return
      renewAt = clock.now() + pause
      const reason = error instanceof Error ? error.message : String(error)
      log.error('certificate-not-changed', { names: source.domains, reason, retryInMs: pause })
      pause = Math.min(2 * pause, LONGEST_PAUSE_MS)
    } finally {
      order = undefined
      answers.clear()
    }
  }
  function look() {
    if (!order && !isStopped && clock.now() >= renewAt) void renew()
  }
  let stopLooking = () => {}
  return {
    get pair() {
      return pair
    },
    name: source.domains[0],
    names: source.domains,
    onChange(work) {
      use = work
    },
    challengeAnswer: (token) => answers.get(token),
    start() {
      stopLooking = clock.every(LOOK_EVERY_MS, look)
      look()
    },
    async stop() {
      isStopped = true
      stopLooking()
      order?.stop()
    },
  }
}

interface RunningOrder {
  result: Promise<Extract<AcmeNews, { kind: 'done' }>>
  stop(): void
}

/** @param answers the proofs that the listener for plain http shows meanwhile */
function startOrder(
  { directory, accountKey, accountUrl, domains }: AcmeOrder,
  ca: string | undefined,
  answers: Map<string, string>,
): RunningOrder {
  const child = fork(program(), [], {
    execArgv: [],
    timeout: ORDER_MS,
    killSignal: 'SIGKILL',
    env: environment(ca),
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const result = newsOf(child, answers)
  const message: AcmeOrder = { directory, accountKey, accountUrl, domains }
  child.send(message, () => {})
  return { result, stop: () => void child.kill('SIGKILL') }
}

/** What leads to the authority, and none of the secrets that the environment may hold. */
function environment(ca: string | undefined): NodeJS.ProcessEnv {
  const passed = Object.entries(process.env).filter(([name]) => /^(https?|no)_proxy$/i.test(name))
  const roots = ca ?? process.env.NODE_EXTRA_CA_CERTS
  return {
    ...Object.fromEntries(passed),
    ...(roots !== undefined && { NODE_EXTRA_CA_CERTS: roots }),
  }
}

function newsOf(child: ChildProcess, answers: Map<string, string>): RunningOrder['result'] {
  return new Promise((resolve, reject) => {
    child.on('message', (news: AcmeNews) => {
      if (news.kind === 'show') {
        answers.set(news.token, news.answer)
        child.send(news.token, () => {})
      } else if (news.kind === 'hide') answers.delete(news.token)
      else if (news.kind === 'done') resolve(news)
      else reject(new Error(news.reason))
    })
    child.on('error', reject)
    child.on('exit', (code, signal) => reject(new Error(`the order ended with ${signal ?? code}`)))
  })
}

const program = () => (isExecutable ? ACME_COMMAND : join(import.meta.dirname, 'acme-process.ts'))

/** Served until there is a certificate: browsers warn, and the redirect works. */
async function standIn(domains: readonly string[], now: number): Promise<CertificatePair> {
  const { makeStandIn } = await loadLibraries()
  return makeStandIn(domains, now)
}

/** The certificate of an earlier start for the same names from the same authority, even a late one. */
function readStored(folder: string, source: Acme): CertificatePair | undefined {
  const text = readSecret(folder, 'certificate.pem')
  const mark = markOf(source)
  if (!text?.startsWith(mark)) return undefined
  const at = text.indexOf('-----BEGIN CERTIFICATE')
  const pair = { key: text.slice(mark.length, at), cert: text.slice(at) }
  try {
    checkPair(pair, new X509Certificate(pair.cert).validFromDate.getTime())
    return pair
  } catch {
    return undefined
  }
}

/** The first line of the file: what it is for. */
const markOf = ({ directory, domains }: Acme) => `${directory} ${[...domains].sort().join()}\n`

/** When to renew, in milliseconds since 1970; at random, so that not all servers ask at once. */
function renewalOf({ cert }: CertificatePair): number {
  const { validFromDate, validToDate } = new X509Certificate(cert)
  const life = validToDate.getTime() - validFromDate.getTime()
  return validToDate.getTime() - life * (LEFT + Math.random() * JITTER)
}

const untilOf = ({ cert }: CertificatePair) => new X509Certificate(cert).validTo

/** Each authority has an account of its own. */
function openAccount(folder: string, directory: string): Account {
  const accounts = readAccounts(folder)
  const known = accounts[directory]
  if (known) return known
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  return keepAccount(folder, directory, { key, url: undefined })
}

function keepAccount(folder: string, directory: string, account: Account): Account {
  const accounts = { ...readAccounts(folder), [directory]: account }
  writeSecret(folder, 'accounts.json', `${JSON.stringify(accounts, undefined, 2)}\n`)
  return account
}

function readAccounts(folder: string): Record<string, Account> {
  return JSON.parse(readSecret(folder, 'accounts.json') ?? '{}')
}

function requireRoots(path: string) {
  try {
    new X509Certificate(readFileSync(path))
  } catch {
    throw new StartError(`The file ${path} of --acme-ca must hold certificates in PEM.`)
  }
}
