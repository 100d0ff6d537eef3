// --tls-domain: certificates of a real authority for tests.

import { once } from 'node:events'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { connect, type PeerCertificate } from 'node:tls'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Log } from '../../src/base/log.ts'
import { type Hearth, startHearth } from '../../src/main.ts'
import { CONFIG } from '../chat.ts'
import { temporaryFolder } from '../child-server.ts'
import { TimelyClock } from '../clocks.ts'
import { hasClient } from '../interop/clients.ts'
import { freePort } from '../program.ts'
import { trustedAuthority } from '../secure-chat.ts'
import { type Pebble, startPebble } from './pebble.ts'

const DAY_SECONDS = 86_400

const withPebble = hasClient('pebble') ? test : test.skip

const authority = await trustedAuthority()

withPebble(
  'a server gets a certificate, keeps it over a restart, and renews it in time',
  async () => {
    const redirectHttp = await freePort()
    await using pebble = await startPebble(authority, redirectHttp)
    using folder = temporaryFolder()
    const clock = new TimelyClock()
    const domains = ['chat.test', 'www.chat.test']
    const start = () => startServer(pebble, { data: folder.path, redirectHttp }, domains, clock)

    const first = await start()
    await first.logged('certificate-changed')
    const certificate = await certificateOf(first.hearth, 'www.chat.test')
    await first.hearth.stop()
    const second = await start()
    const again = await certificateOf(second.hearth, 'chat.test')
    clock.advance(50 * DAY_SECONDS)
    const early = await certificateOf(second.hearth, 'chat.test')
    clock.advance(11 * DAY_SECONDS)
    await second.logged('certificate-changed')
    const renewed = await certificateOf(second.hearth, 'chat.test')
    await second.hearth.stop()

    assert.match(first.hearth.url, /^https:\/\/chat\.test:\d+$/)
    assert.match(String(certificate.issuer.CN), /^Pebble Intermediate/)
    assert.is(certificate.subjectaltname, 'DNS:chat.test, DNS:www.chat.test')
    assert.is(again.fingerprint, certificate.fingerprint)
    assert.is(early.fingerprint, certificate.fingerprint)
    assert.is.not(renewed.fingerprint, certificate.fingerprint)
    for (const name of readdirSync(join(folder.path, 'tls')))
      assert.is(statSync(join(folder.path, 'tls', name)).mode & 0o777, 0o600, name)
  },
)

withPebble(
  'a refused order leaves the server running, says why, and is tried again later',
  async () => {
    const redirectHttp = await freePort()
    await using pebble = await startPebble(authority, redirectHttp)
    using folder = temporaryFolder()
    const clock = new TimelyClock()
    const config = { data: folder.path, redirectHttp }

    const server = await startServer(pebble, config, ['blocked.test'], clock)
    const { reason, retryInMs } = await server.logged('certificate-not-changed')
    const standIn = await certificateOf(server.hearth, 'blocked.test')
    clock.advance(6 * 60)
    const later = await server.logged('certificate-not-changed')
    await server.hearth.stop()

    assert.match(reason, /blocked\.test|rejected|policy/i)
    assert.is(retryInMs, 300_000)
    assert.is(later.retryInMs, 600_000)
    assert.is(standIn.issuer.CN, 'blocked.test')
  },
)

withPebble('a server stops in the middle of an order', async () => {
  const redirectHttp = await freePort()
  await using pebble = await startPebble(authority, redirectHttp)
  using folder = temporaryFolder()
  const config = { data: folder.path, redirectHttp }

  const server = await startServer(pebble, config, ['chat.test'], new TimelyClock())
  await certificateOf(server.hearth, 'chat.test')
  await server.hearth.stop()

  assert.not(server.events.includes('certificate-changed'))
})

// biome-ignore lint/suspicious/noExplicitAny: lines of the log have many shapes
type Fields = Record<string, any>

/** A server for these names, and what it logs. */
async function startServer(
  { directory, ca }: Pebble,
  options: { data: string; redirectHttp: number },
  domains: string[],
  clock: TimelyClock,
) {
  const events: string[] = []
  const waiting = new Map<string, (fields: Fields) => void>()
  const put = (event: string, fields: Fields = {}) => {
    events.push(event)
    waiting.get(event)?.(fields)
  }
  const log = { debug: () => {}, info: put, error: put, warn: put } as unknown as Log
  const next = (event: string) => new Promise<Fields>((resolve) => waiting.set(event, resolve))
  // Registered before the start, or the first order could be faster.
  const early = new Map(
    ['certificate-changed', 'certificate-not-changed'].map((event) => [event, next(event)]),
  )
  const tls = { kind: 'acme' as const, domains, directory, ca }
  const hearth = await startHearth({ ...CONFIG, ...options, tls }, { clock, log })
  return {
    hearth,
    events,
    /** The next line of this kind that the test has not waited for. */
    async logged(event: string): Promise<Fields> {
      const fields = await early.get(event)!
      early.set(event, next(event))
      return fields
    },
  }
}

async function certificateOf({ address }: Hearth, servername: string): Promise<PeerCertificate> {
  const { port } = new URL(address)
  const options = { host: '127.0.0.1', port: Number(port), servername, rejectUnauthorized: false }
  const socket = connect(options)
  await once(socket, 'secureConnect')
  const certificate = socket.getPeerCertificate()
  socket.destroy()
  return certificate
}

test.run()
