// Caddy and nginx in front of a server, with the lines that docs/operating.md gives for them.

import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:https'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { readNetwork } from '../../src/base/networks.ts'
import { type Chat, expectSuccess, PASSWORD, Person, startChat } from '../chat.ts'
import { temporaryFolder } from '../child-server.ts'
import { freePort, type Running, run } from '../program.ts'
import { certificateFiles, trust, trustedAuthority } from '../secure-chat.ts'

const authority = await trustedAuthority()
const manual = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'operating.md'), 'utf8')

/** The lines behind the paragraph about a proxy, without their indentation. */
function snippet(proxy: string): string {
  const [, lines] = new RegExp(`\\*\\*${proxy}\\*\\*[\\s\\S]*?\\n\\n((?:(?: {4}.*)?\\n)+)`).exec(
    manual,
  )!
  return lines!.replace(/^ {4}/gm, '')
}

/** Starts a proxy at a port, before a server at another. */
type Start = (folder: string, port: number, server: string) => Promise<Running>

const startNginx: Start = async (folder, port, server) => {
  using files = certificateFiles(await authority.sign(['localhost']))
  const site = snippet('nginx')
    .replace('listen 443', `listen 127.0.0.1:${port}`)
    .replace(/chat\.example\.org;/, 'localhost;')
    .replace(/ssl_certificate .*/, `ssl_certificate ${files.cert};`)
    .replace(/ssl_certificate_key .*/, `ssl_certificate_key ${files.key};`)
    .replace('127.0.0.1:9991', server)
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder};`)
    .join(' ')
  const config = join(folder, 'nginx.conf')
  writeFileSync(
    config,
    `pid ${folder}/pid; error_log stderr notice; daemon off; master_process off; events {}
http { access_log off; ${paths}\n${site}\n}`,
  )
  const nginx = run('/usr/sbin/nginx', ['-p', folder, '-e', 'stderr', '-c', config], {})
  await nginx.line(/OS: /)
  return nginx
}

const startCaddy: Start = async (folder, port, server) => {
  const site = snippet('Caddy')
    .replace('chat.example.org', `localhost:${port}`)
    .replace('127.0.0.1:9991', server)
  const config = join(folder, 'Caddyfile')
  writeFileSync(
    config,
    `{\n  admin off\n  skip_install_trust\n  auto_https disable_redirects\n}\n${site}`,
  )
  const env = { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
  const caddy = run('/usr/bin/caddy', ['run', '--config', config, '--adapter', 'caddyfile'], env)
  await caddy.line(/certificate obtained successfully/)
  trust(readFileSync(join(folder, 'caddy/pki/authorities/local/root.crt'), 'utf8'))
  return caddy
}

const PROXIES: Record<string, { program: string; start: Start }> = {
  nginx: { program: '/usr/sbin/nginx', start: startNginx },
  Caddy: { program: '/usr/bin/caddy', start: startCaddy },
}

for (const [name, { program, start }] of Object.entries(PROXIES)) {
  if (!existsSync(program)) {
    console.log(`SKIPPED the tests with ${name}: .ci/clients has not installed it`)
    continue
  }

  test(`through ${name}, uploads, polls and logins work as without it`, async () => {
    await using scene = await behind(start)
    const { chat, olga, url } = scene

    const file = new File(['x'.repeat(8_000_000)], 'large.txt')
    const uploaded = expectSuccess(await olga.upload('/user_uploads', file))
    const inbox = await olga.listen({ event_types: ['message'] })
    const waiting = inbox.wait()
    // Once this is answered, the poll has reached the server.
    await olga.get('/users/me')
    await chat.olga.say('general', 'tea', 'kettle')
    const [event] = await waiting
    const login = await fetch(`${url}/json/fetch_api_key`, {
      method: 'POST',
      headers: { Origin: url },
      body: new URLSearchParams({ username: olga.email, password: PASSWORD }),
    })

    assert.match(uploaded.url, /large\.txt$/)
    assert.is(event!.message.content, 'kettle')
    assert.is((await olga.get('/server_settings')).realm_url, url)
    for (const cookie of login.headers.getSetCookie()) assert.match(cookie, /; Secure/)
  })

  test(`through ${name}, limits count by the address of the client, which it cannot forge`, async () => {
    await using scene = await behind(start)
    const statuses: number[] = []

    for (let n = 0; n < 110; n++)
      statuses.push(await scene.statusFrom('127.0.0.2', { 'x-forwarded-for': `203.0.113.${n}` }))

    assert.is(statuses[0], 200)
    assert.is(statuses.at(-1), 429)
    assert.is(await scene.statusFrom('127.0.0.3'), 200)
  })
}

interface Scene extends AsyncDisposable {
  chat: Chat
  url: string
  /** The owner, through the proxy. */
  olga: Person
  /** The status of a request without credentials by a client with this address. */
  statusFrom(localAddress: string, headers?: Record<string, string>): Promise<number>
}

/** A server behind a proxy. */
async function behind(start: Start): Promise<Scene> {
  const folder = temporaryFolder()
  const port = await freePort()
  const url = `https://localhost:${port}`
  const trustedProxies = [readNetwork('127.0.0.1')!]
  const chat = await startChat({ url, trustedProxies, rateLimit: true })
  const proxy = await start(folder.path, port, new URL(chat.url).host)
  const agent = new Agent({ keepAlive: true, host: '127.0.0.1' })
  return {
    chat,
    url,
    olga: new Person(url, chat.olga),
    async statusFrom(localAddress, headers = {}) {
      const options = { agent, localAddress, headers: { host: `localhost:${port}`, ...headers } }
      const target = { host: '127.0.0.1', port, servername: 'localhost' }
      const asked = request({ ...target, ...options, path: '/api/v1/server_settings' }).end()
      const [response] = await once(asked, 'response')
      response.resume()
      await once(response, 'end')
      return response.statusCode
    },
    async [Symbol.asyncDispose]() {
      agent.destroy()
      await proxy.kill()
      await chat[Symbol.asyncDispose]()
      folder[Symbol.dispose]()
    },
  }
}

test.run()
