// A certificate in two files that another program renews: they are read again when they change.

import { readFileSync, statSync } from 'node:fs'
import type { CertificatePair, Certificates } from '../base/certificates.ts'
import type { TlsSource } from '../base/tls-options.ts'
import { StartError } from '../errors.ts'
import { checkPair, dnsNamesOf, PairError } from './pair.ts'
import type { TlsSite } from './site.ts'

/**
 * The files are looked at in intervals, because file system events are not dependable here: programs
 * replace the files, links to them, or the folder around them.
 */
const LOOK_EVERY_MS = 5000

type Files = Extract<TlsSource, { kind: 'files' }>

/** @throws StartError with one line that says what is wrong */
export function fileCertificates(files: Files, { clock, log }: TlsSite): Certificates {
  let seen = stampOf(files)
  let pair = readPair(files)
  const certificate = startingWith(files, pair, clock.now())
  const names = dnsNamesOf(certificate).filter((name) => !name.includes('*'))
  let use: ((pair: CertificatePair) => void) | undefined

  function look() {
    const stamp = stampOf(files)
    if (stamp === seen) return
    seen = stamp
    try {
      const next = readPair(files)
      const { validTo } = checkPair(next, clock.now())
      pair = next
      use?.(pair)
      log.info('certificate-changed', { file: files.cert, until: validTo })
    } catch (error) {
      // Half of a change, perhaps: the next look sees the other half.
      const reason = error instanceof Error ? error.message : String(error)
      log.error('certificate-not-changed', { file: files.cert, reason })
    }
  }
  const stop = clock.every(LOOK_EVERY_MS, look)
  return {
    get pair() {
      return pair
    },
    name: names[0],
    names,
    onChange(work) {
      use = work
    },
    start() {},
    stop: async () => stop(),
  }
}

function startingWith(files: Files, pair: CertificatePair, now: number) {
  try {
    return checkPair(pair, now)
  } catch (error) {
    if (!(error instanceof PairError)) throw error
    throw new StartError(`The certificate ${files.cert} ${error.message}.`)
  }
}

function readPair({ cert, key }: Files): CertificatePair {
  return { cert: readText(cert, '--tls-cert'), key: readText(key, '--tls-key') }
}

function readText(path: string, flag: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const reason = code === 'ENOENT' ? 'does not exist' : `cannot be read (${code})`
    throw new StartError(`The file ${path} of ${flag} ${reason}.`)
  }
}

/** Differs when one of the files was changed or replaced. */
const stampOf = ({ cert, key }: Files): string =>
  [cert, key]
    .map((path) => {
      const found = statSync(path, { throwIfNoEntry: false })
      return found ? `${found.ino} ${found.size} ${found.mtimeMs}` : 'missing'
    })
    .join()
