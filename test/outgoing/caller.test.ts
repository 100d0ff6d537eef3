// Calls to other servers: limits, redirects, refusals.

import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { readNetwork } from '../../src/base/networks.ts'
import { callableAddresses } from '../../src/outgoing-http/addresses.ts'
import { CallFailed } from '../../src/outgoing-http/call-failed.ts'
import { Caller, type CallerOptions, type HttpCall } from '../../src/outgoing-http/caller.ts'
import { readPage } from '../../src/outgoing-http/pages.ts'
import { TestClock } from '../clocks.ts'
import { page, sendPage, startWebServer } from '../web-server.ts'

const ask = { method: 'GET', redirects: 4, maxBytes: 1000, longer: 'refuse' } as const

/** A caller that may call 127.0.0.1 and knows a few names. */
const callerWith = (options: Partial<CallerOptions> = {}) =>
  new Caller({
    clock: new TestClock(),
    userAgent: 'Hearth/1 (tests)',
    resolve: async () => ['127.0.0.1'],
    mayCall: callableAddresses([readNetwork('127.0.0.1')!]),
    concurrency: 4,
    maxWaiting: 10,
    ...options,
  })

async function failure(call: Promise<unknown>): Promise<string> {
  try {
    await call
  } catch (error) {
    assert.instance(error, CallFailed)
    return (error as Error).message
  }
  throw new Error('the call did not fail')
}

const NO_ADDRESS = 'its host has no address that this server may call'

test('a call brings an honest name, no cookies and no credentials', async () => {
  await using site = await startWebServer(({ response }) => {
    response.setHeader('Set-Cookie', 'a=b')
    response.end('hello')
  })
  const caller = callerWith()
  const url = `http://me:secret@pages.test:${site.port}/x?y=1#z`

  const answer = await caller.call({ ...ask, url })
  await caller.call({ ...ask, url })

  assert.is(answer.body.toString(), 'hello')
  assert.is(site.visits[1]?.path, '/x?y=1')
  assert.equal(site.visits[1]?.headers, {
    host: `pages.test:${site.port}`,
    'user-agent': 'Hearth/1 (tests)',
    'accept-encoding': 'gzip, deflate, br',
    connection: 'close',
  })
})

test('private addresses are refused however they are written', async () => {
  await using site = await startWebServer(({ response }) => response.end(), '0.0.0.0')
  const caller = callerWith({ mayCall: callableAddresses([]) })
  const hosts = `127.0.0.1 127.1 2130706433 0x7f.0.0.1 0177.0.0.1 0 [::1] [::ffff:127.0.0.1] localhost
    10.0.0.1 169.254.169.254 metadata.test`
  for (const host of hosts.split(/\s+/)) {
    const call = caller.call({ ...ask, url: `http://${host}:${site.port}/` })
    assert.is(await failure(call), NO_ADDRESS, host)
  }
  assert.is(site.visits.length, 0)
})

test('a name that does not exist and one of the private network are refused alike', async () => {
  const caller = callerWith({
    resolve: async (host) => {
      if (host === 'intranet.test') return ['192.168.1.1']
      throw new Error('ENOTFOUND')
    },
  })
  const reasons = ['intranet', 'nothing'].map((host) =>
    failure(caller.call({ ...ask, url: `http://${host}.test/` })),
  )
  assert.equal(await Promise.all(reasons), [NO_ADDRESS, NO_ADDRESS])
})

test('a name with a public and a private address is called at the public one only', async () => {
  await using site = await startWebServer(({ response }) => response.end('public'))
  await using inside = await startWebServer(({ response }) => response.end('private'), '127.0.0.2')
  const caller = callerWith({ resolve: async () => ['127.0.0.2', '127.0.0.1'] })
  const at = (port: number) => caller.call({ ...ask, url: `http://both.test:${port}/` })

  assert.is((await at(site.port)).body.toString(), 'public')
  assert.match(await failure(at(inside.port)), 'it could not be reached')
  assert.is(inside.visits.length, 0)
})

test('a name that turns private after it was checked gains nothing', async () => {
  await using site = await startWebServer(({ response }) => response.end('public'))
  let asked = 0
  const caller = callerWith({
    resolve: async () => (asked++ === 0 ? ['127.0.0.1'] : ['127.0.0.2']),
  })
  const url = `http://rebinding.test:${site.port}/`

  assert.is((await caller.call({ ...ask, url })).body.toString(), 'public')
  assert.is(asked, 1)
  assert.is(await failure(caller.call({ ...ask, url })), NO_ADDRESS)
})

test('redirects are followed a few times, each checked like the first', async () => {
  await using inside = await startWebServer(({ response }) => response.end('private'), '127.0.0.2')
  await using site = await startWebServer(({ path, response }) => {
    const [, kind, left] = path.split('/')
    if (kind === 'inside') response.setHeader('Location', inside.url)
    else if (kind === 'file') response.setHeader('Location', 'file:///etc/passwd')
    else if (kind === 'mail') response.setHeader('Location', 'http://127.0.0.1:25/')
    else if (left !== '0') response.setHeader('Location', `/hop/${Number(left) - 1}`)
    response.statusCode = left === '0' ? 200 : 302
    response.end('there')
  })
  const caller = callerWith()
  const at = (path: string) => caller.call({ ...ask, url: site.url + path })

  const answer = await at('/hop/4')
  assert.is(answer.body.toString(), 'there')
  assert.is(answer.url, `${site.url}/hop/0`)
  assert.is(await failure(at('/hop/5')), 'it redirects too often')
  assert.is(await failure(at('/inside/1')), NO_ADDRESS)
  assert.is(inside.visits.length, 0)
  assert.is(await failure(at('/file/1')), 'it leads to no web address')
  assert.is(await failure(at('/mail/1')), 'its port is not one of the web')
  const unfollowed = await caller.call({ ...ask, redirects: 0, url: `${site.url}/hop/1` })
  assert.is(unfollowed.status, 302)
})

test('what is no web address is not called', async () => {
  const caller = callerWith()
  for (const url of ['', 'ftp://ex.org/', 'file:///etc/passwd', 'http://', 'mailto:a@b.c'])
    assert.is(await failure(caller.call({ ...ask, url })), 'it leads to no web address', url)
  for (const port of [22, 25, 110, 143, 993])
    assert.is(
      await failure(caller.call({ ...ask, url: `http://pages.test:${port}/` })),
      'its port is not one of the web',
    )
})

test('packed answers are unpacked, up to the limit', async () => {
  const bomb = gzipSync(Buffer.alloc(20_000_000))
  await using site = await startWebServer(({ path, response }) => {
    const [, encoding = '', body = ''] = path.split('/')
    response.setHeader('Content-Encoding', encoding)
    if (body === 'bomb') response.end(bomb)
    else if (body === 'broken') response.end(gzipSync('hello').subarray(0, 12))
    else response.end(encoding === 'br' ? brotliCompressSync(body) : gzipSync(body))
  })
  const caller = callerWith()
  const at = (path: string, more: Partial<HttpCall> = {}) =>
    caller.call({ ...ask, url: site.url + path, ...more })

  assert.is((await at('/gzip/hello')).body.toString(), 'hello')
  assert.is((await at('/br/hello')).body.toString(), 'hello')
  assert.is((await at('/GZIP/hello')).body.toString(), 'hello')
  assert.is(await failure(at('/zstd/hello')), 'its answer is packed in an unknown way')
  assert.match(await failure(at('/gzip/broken')), 'it could not be reached')
  assert.is(await failure(at('/gzip/bomb')), 'its answer is too long')
  assert.is((await at('/gzip/bomb', { longer: 'cut' })).body.length, 1000)
})

test('an endless answer is cut or refused, and the connection closed', async () => {
  await using site = await startWebServer(({ response }) => {
    const more = () => {
      while (!response.destroyed && response.write(Buffer.alloc(10_000))) {}
      response.once('drain', more)
    }
    more()
  })
  const caller = callerWith()
  const call = { ...ask, url: site.url }

  assert.is((await caller.call({ ...call, longer: 'cut' })).body.length, 1000)
  assert.is(await failure(caller.call(call)), 'its answer is too long')
  for (const { response } of site.visits) if (!response.closed) await once(response, 'close')
})

test('a server that says nothing, or half of something, is given up after ten seconds of any clock', async () => {
  const clock = new TestClock()
  const caller = callerWith({ clock })
  await using site = await startWebServer(({ path, response }) => {
    if (path === '/half') response.write('half of')
  })
  for (const path of ['/nothing', '/half']) {
    const call = failure(caller.call({ ...ask, url: site.url + path }))
    const { response } = await site.visit()
    clock.advance(9)
    clock.putBack(3600)
    const closed = once(response, 'close')
    clock.advance(1)
    assert.is(await call, 'it did not answer within 10 seconds')
    await closed
  }
})

test('a name server that says nothing is given up as well', async () => {
  const clock = new TestClock()
  const asked = Promise.withResolvers<void>()
  const caller = callerWith({
    clock,
    resolve: () => {
      asked.resolve()
      return new Promise(() => {})
    },
  })
  const call = failure(caller.call({ ...ask, url: 'http://slow.test/' }))
  await asked.promise
  clock.advance(10)
  assert.is(await call, 'it did not answer within 10 seconds')
})

test('what is not HTTP fails, whatever it is', async () => {
  const greetings = [
    '',
    'SSH-2.0-OpenSSH\r\n',
    `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(99_999)}\r\n\r\n`,
  ]
  greetings.push('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n')
  for (const greeting of greetings) {
    const server = createServer((socket: Socket) => {
      socket.on('error', () => {})
      socket.end(greeting)
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as { port: number }
    const reason = await failure(callerWith().call({ ...ask, url: `http://127.0.0.1:${port}` }))
    assert.match(reason, /^it (could not be reached|closed the connection)/)
    server.close()
  }
})

test('only a few calls are made at once, a few more wait, and others are refused', async () => {
  await using site = await startWebServer(() => {})
  const caller = callerWith({ concurrency: 1, maxWaiting: 1 })
  const first = caller.call({ ...ask, url: `${site.url}/1` })
  const second = caller.call({ ...ask, url: `${site.url}/2` })
  assert.match(await failure(caller.call({ ...ask, url: site.url })), 'too many calls')

  const visit = await site.visit()
  assert.is(visit.path, '/1')
  visit.response.end('one')
  assert.is((await first).body.toString(), 'one')
  const next = await site.visit()
  assert.is(next.path, '/2')
  next.response.end()
  await second
})

test('a stop ends calls under way and calls that wait', async () => {
  await using site = await startWebServer(() => {})
  const caller = callerWith({ concurrency: 1 })
  const calls = [1, 2].map(() => failure(caller.call({ ...ask, url: site.url })))
  await site.visit()
  caller.stop()
  assert.equal(await Promise.all(calls), ['this server was stopped', 'this server was stopped'])
  assert.is(site.visits.length, 1)
})

test('only pages are read, in the encoding they name', async () => {
  const html = page({ 'og:title': 'Ebbe und Flut über Köln' })
  await using site = await startWebServer((visit) => {
    const types: Record<string, string> = {
      '/utf8': 'text/html; charset=utf-8',
      '/latin1': 'text/html; charset=iso-8859-1',
      '/unknown': 'text/html; charset=nonsense',
      '/plain': 'text/plain',
      '/image': 'image/png',
      '/meta': 'text/html',
    }
    const { path, response } = visit
    response.statusCode = path === '/gone' ? 404 : 200
    if (path === '/latin1') sendPage(visit, Buffer.from(html, 'latin1'), types[path])
    else if (path === '/meta') {
      const named = html.replace('<head>', '<head><meta charset="windows-1252">')
      sendPage(visit, Buffer.from(named, 'latin1'))
    } else sendPage(visit, html, types[path])
  })
  const caller = callerWith()
  for (const path of ['/utf8', '/latin1', '/unknown', '/meta'])
    assert.is((await readPage(caller, site.url + path)).title, 'Ebbe und Flut über Köln', path)
  for (const path of ['/plain', '/image'])
    assert.is(await failure(readPage(caller, site.url + path)), 'its answer is of another type')
  assert.match(await failure(readPage(caller, `${site.url}/gone`)), 'status 404')
})

test.run()
