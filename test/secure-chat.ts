// A chat server with TLS, certificates for it, and clients that trust them.

import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  connect,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
} from 'node:http2'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import type { CertificatePair } from '../src/base/certificates.ts'
import type { Config } from '../src/config.ts'
import { makeAuthority, signServer } from '../src/tls/authority.ts'
import { type Chat, startChat } from './chat.ts'
import { TestClock } from './clocks.ts'

/** An authority that everything in this process trusts. */
export interface TestAuthority {
  root: string
  sign(names: readonly string[], days?: number, now?: number): Promise<CertificatePair>
}

export async function trustedAuthority(): Promise<TestAuthority> {
  const authority = await makeAuthority('Harbour', ['localhost', 'test'], Date.now())
  trust(authority.cert)
  return {
    root: authority.cert,
    sign: (names, days = 30, now = Date.now()) => signServer(authority, names, now, days),
  }
}

/** Lets fetch and others accept certificates of this root. */
export const trust = (root: string) =>
  setDefaultCACertificates([...getCACertificates('default'), root])

/** Two files with a certificate and its key, gone when the test ends. */
export function certificateFiles(pair: CertificatePair) {
  const folder = mkdtempSync(join(tmpdir(), 'hearth-test-'))
  const files = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') }
  const write = ({ cert, key }: Partial<CertificatePair>) => {
    if (cert !== undefined) writeFileSync(files.cert, cert)
    if (key !== undefined) writeFileSync(files.key, key)
  }
  write(pair)
  return { ...files, write, [Symbol.dispose]: () => rmSync(folder, { recursive: true }) }
}

/** A server with TLS under https://localhost:PORT. */
export async function startSecureChat(
  authority: TestAuthority,
  options: Partial<Config> = {},
  clock = new TestClock(),
): Promise<Chat & { files: ReturnType<typeof certificateFiles> }> {
  const files = certificateFiles(await authority.sign(['localhost', '127.0.0.1'], 365, clock.now()))
  const tls = { kind: 'files' as const, cert: files.cert, key: files.key }
  const chat = await startChat({ tls, ...options }, clock)
  return {
    ...chat,
    files,
    async [Symbol.asyncDispose]() {
      await chat[Symbol.asyncDispose]()
      files[Symbol.dispose]()
    },
  }
}

/** A session of HTTP/2 with a server. */
export async function openSession(url: string): Promise<ClientHttp2Session> {
  const session = connect(url)
  session.on('error', () => {})
  await once(session, 'connect')
  return session
}

export interface StreamAnswer {
  status: number
  headers: IncomingHttpHeaders
  body: string
}

/** Sends a request and reads the whole answer. */
export async function askOn(
  session: ClientHttp2Session,
  headers: OutgoingHttpHeaders,
  body?: string,
): Promise<StreamAnswer> {
  const stream = session.request(headers, { endStream: body === undefined })
  if (body !== undefined) stream.end(body)
  return answerOf(stream)
}

export async function answerOf(stream: ClientHttp2Stream): Promise<StreamAnswer> {
  const [headers] = (await once(stream, 'response')) as [IncomingHttpHeaders]
  return { status: Number(headers[':status']), headers, body: await text(stream) }
}
