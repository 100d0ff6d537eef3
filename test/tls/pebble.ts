// Runs Pebble, an authority for tests that speaks ACME, as .ci/clients builds it.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { clientFolder } from '../interop/clients.ts'
import { freePort, run } from '../program.ts'
import type { TestAuthority } from '../secure-chat.ts'

const program = (name: string) => join(clientFolder('pebble'), name)

/** An authority for names, all of which lead to this machine. */
export interface Pebble extends AsyncDisposable {
  directory: string
  /** A file with the root that the authority's own address is checked with. */
  ca: string
}

/** @param httpPort where it expects the proof that a name belongs to a server */
export async function startPebble(authority: TestAuthority, httpPort: number): Promise<Pebble> {
  const folder = mkdtempSync(join(tmpdir(), 'hearth-test-'))
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  const { cert, key } = await authority.sign(['localhost', '127.0.0.1'])
  const [port, management, dns] = await Promise.all([freePort(), freePort(), freePort()])
  const config = {
    pebble: {
      listenAddress: `127.0.0.1:${port}`,
      managementListenAddress: `127.0.0.1:${management}`,
      certificate: file('cert.pem', cert),
      privateKey: file('key.pem', key),
      httpPort,
      tlsPort: 1,
      domainBlocklist: ['blocked.test'],
      retryAfter: { authz: 1, order: 1 },
      profiles: { default: { description: 'three months', validityPeriod: 7_776_000 } },
    },
  }
  const names = run(
    program('pebble-challtestsrv'),
    ['-dnsserver', `127.0.0.1:${dns}`, '-defaultIPv6', '', '-management', '127.0.0.1:0'].concat([
      '-doh',
      '',
      '-http01',
      '',
      '-https01',
      '',
      '-tlsalpn01',
      '',
    ]),
    {},
  )
  const pebble = run(
    program('pebble'),
    ['-config', file('config.json', JSON.stringify(config)), '-dnsserver', `127.0.0.1:${dns}`],
    // Otherwise it waits up to 15 seconds, and refuses some requests at random.
    { PEBBLE_VA_NOSLEEP: '1', PEBBLE_WFE_NONCEREJECT: '0' },
  )
  await pebble.line(/Listening on/)
  return {
    directory: `https://localhost:${port}/dir`,
    ca: file('root.pem', authority.root),
    async [Symbol.asyncDispose]() {
      await Promise.all([pebble.kill(), names.kill()])
      rmSync(folder, { recursive: true })
    },
  }
}
