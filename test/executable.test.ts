// The executable alone in an empty place.

import { execFileSync, type SpawnOptions, spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  constants,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { expectSuccess, PASSWORD, Person } from './chat.ts'
import { file } from './images/files.ts'
import { lookAt, paint } from './images/painting.ts'

const root = join(import.meta.dirname, '..')

test('the executable serves where there is nothing else, and ends in peace', async () => {
  using place = emptyPlace()
  const server = await place.serve()

  const answer = await fetch(new URL('/api/v1/server_settings', server.url))

  assert.is(answer.status, 200)
  assert.is((await answer.json()).result, 'success')
  assert.is(await server.stop(), 0)
})

test('the executable decodes pictures, and leaves nothing of that on disk', async () => {
  using place = emptyPlace()
  const olga = place.found()
  const server = await place.serve()
  const person = new Person(server.url, olga)

  for (const extension of ['.jpg', '.avif'] as const) {
    const bytes = paint(extension, 300, 150)
    const { avatar_url } = expectSuccess(await person.upload('/users/me/avatar', file(bytes)))
    const answer = await fetch(server.url + avatar_url)
    assert.equal(lookAt(Buffer.from(await answer.arrayBuffer())), {
      width: 100,
      height: 100,
      frames: 1,
      colours: ['red', 'red', 'blue', 'blue'],
    })
  }

  assert.is(await server.stop(), 0)
  assert.equal(
    readdirSync(place.cache).filter((name) => !name.endsWith('.node')),
    [],
  )
})

test('the executable unpacks packages that most servers do without', async () => {
  using place = emptyPlace()
  const olga = place.found()
  const server = await place.serve()
  const person = new Person(server.url, olga)

  const content = '```js\nlet pumps = 2\n```\n\n$$x^2$$'
  const { rendered } = expectSuccess(await person.post('/messages/render', { content }))
  assert.match(rendered, '<span class="k">let</span>')
  assert.match(rendered, 'class="katex"')
  const linkifier = { pattern: 'PUMP-(?P<id>[0-9]+)', url_template: 'https://pumps.test/{id}' }
  expectSuccess(await person.post('/realm/filters', linkifier))
  const metrics = await fetch(`${server.url}/metrics`)
  assert.match(await metrics.text(), 'process_resident_memory_bytes')

  assert.is(await server.stop(), 0)
})

test('the executable supervises itself, in next to no memory', async () => {
  using place = emptyPlace()
  const server = await place.serve()
  const facts = (pid: number) =>
    execFileSync('ps', ['-o', 'comm=,rss=', '-p', String(pid)], { encoding: 'utf8' }).trim()

  const [, name, kilobytes] = /(\S+)\s+(\d+)$/.exec(facts(server.pid))!
  assert.match(name!, /^(\/bin\/)?sh$/)
  assert.ok(Number(kilobytes) < 4000, `${kilobytes} kB`)
  assert.is(await server.stop(), 0)

  const alone = await place.serve({ HEARTH_SUPERVISE: 'off' })
  assert.not.match(facts(alone.pid), /^(\/bin\/)?sh\b/)
  assert.is(await alone.stop(), 0)
})

test('what the executable says of its options is the same under its supervisor', () => {
  using place = emptyPlace()
  const run = (...args: string[]) =>
    spawnSync(place.executable, ['serve', ...args], { cwd: place.home, encoding: 'utf8' })

  const supervised = run('--port', 'x')
  const alone = run('--port', 'x', '--supervise', 'off')
  const help = run('--help')

  assert.is(supervised.status, 2)
  assert.match(supervised.stderr, /^hearth serve: --port must be .*\n$/)
  assert.equal([alone.status, alone.stderr], [supervised.status, supervised.stderr])
  assert.is(help.status, 0)
  assert.match(help.stdout, '--supervise on|off')
})

test('an empty data folder is met with a link to become the owner', async () => {
  using place = emptyPlace()
  const server = await place.serve()
  await server.stop()

  assert.match(server.output(), /To become it, open http:\S+\n/)
})

test('the executable is small enough to hand around', () => {
  using place = emptyPlace()

  assert.ok(statSync(place.executable).size <= 135e6)
})

test('native libraries are unpacked where only their user can change them', async () => {
  using place = emptyPlace()
  await place.serveOnce()

  assert.is(modeOf(place.cache), 0o700)
  const libraries = readdirSync(place.cache)
  assert.ok(libraries.length > 0)
  for (const name of libraries) {
    assert.match(name, /^\w+-[0-9a-f]{64}\.node$/)
    assert.is(modeOf(join(place.cache, name)), 0o600)
  }
})

test('an unpacked library that was changed is not loaded but replaced', async () => {
  using place = emptyPlace()
  await place.serveOnce()
  const [library] = readdirSync(place.cache).map((name) => join(place.cache, name))
  const original = readFileSync(library!)
  writeFileSync(library!, 'not a library')

  await place.serveOnce()

  assert.ok(readFileSync(library!).equals(original))
})

test('a cache folder left open to others is closed before use', async () => {
  using place = emptyPlace()
  mkdirSync(place.cache, { recursive: true })
  chmodSync(place.cache, 0o777)

  await place.serveOnce()

  assert.is(modeOf(place.cache), 0o700)
})

test('a cache folder that leads elsewhere, or that others could swap, is not used', async () => {
  using place = emptyPlace()
  const elsewhere = join(place.home, 'elsewhere')
  mkdirSync(elsewhere)
  mkdirSync(join(place.cache, '..'))
  symlinkSync(elsewhere, place.cache)
  const open = join(place.home, 'open')
  mkdirSync(open)
  chmodSync(open, 0o777)

  await place.serveOnce()
  await place.serveOnce({ XDG_CACHE_HOME: open })

  assert.equal(readdirSync(elsewhere), [])
  assert.equal(readdirSync(join(open, 'hearth')), [])
})

test('XDG_CACHE_HOME says where libraries are unpacked', async () => {
  using place = emptyPlace()
  const caches = join(place.home, 'caches')

  await place.serveOnce({ XDG_CACHE_HOME: caches })

  assert.ok(readdirSync(join(caches, 'hearth')).length > 0)
})

test('without a home it unpacks to the temporary folder, else to the data folder', async () => {
  using place = emptyPlace()
  const temporary = join(place.home, 'temporary')
  mkdirSync(temporary)

  await place.serveOnce({ HOME: '/proc/none', TMPDIR: temporary })
  await place.serveOnce({ HOME: '/proc/none', TMPDIR: '/proc/none' })

  assert.equal(readdirSync(temporary), [], 'nothing is left behind')
  assert.equal(
    readdirSync(join(place.home, 'data')).filter((name) => name.startsWith('hearth-')),
    [],
  )
})

test('npm start passes on options, signals and the exit code', async () => {
  using place = emptyPlace()
  const options = ['start', '--', '--port', '0', '--data', join(place.home, 'data')]
  const server = await startServer('npm', options, { cwd: root })

  const answer = await fetch(new URL('/api/v1/server_settings', server.url))

  assert.is(answer.status, 200)
  assert.is(await server.stop(), 0, server.output())
  assert.is(spawnSync('npm', ['start', '--', '--port', 'x'], { cwd: root }).status, 2)
})

test('beside the executable stand the licenses of what is inside', () => {
  execFileSync(process.execPath, ['build.mjs', '--if-stale'], { cwd: root, stdio: 'inherit' })
  const notices = readFileSync(join(root, 'dist', 'THIRD-PARTY-NOTICES.txt'), 'utf8')
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  for (const name of Object.keys(dependencies)) assert.match(notices, `\n${name} `)
  assert.match(notices, 'Permission is hereby granted')
})

/** A folder with the executable in it and no Node, no packages, no environment around. */
function emptyPlace() {
  execFileSync(process.execPath, ['build.mjs', '--if-stale'], { cwd: root, stdio: 'inherit' })
  const home = mkdtempSync(join(tmpdir(), 'hearth-place-'))
  const executable = join(home, 'hearth')
  copyFileSync(join(root, 'dist', 'hearth'), executable, constants.COPYFILE_FICLONE)

  const serve = (env: Record<string, string> = {}) =>
    startServer(executable, ['serve', '--port', '0'], { cwd: home, env: { HOME: home, ...env } })

  return {
    home,
    executable,
    cache: join(home, '.cache', 'hearth'),
    serve,
    /** Makes the organization and its owner. */
    found() {
      const who = ['--owner-email', 'olga@harbour.test', '--owner-name', 'Olga']
      const output = execFileSync(executable, ['init', '--json', '--name', 'Harbour', ...who], {
        cwd: home,
        env: { HOME: home, HEARTH_OWNER_PASSWORD: PASSWORD },
        encoding: 'utf8',
      })
      const { user_id: id, email, api_key: key } = JSON.parse(output)
      return { id, email, key, name: 'Olga' }
    },
    async serveOnce(env: Record<string, string> = {}) {
      const server = await serve(env)
      assert.is(await server.stop(), 0, server.output())
    },
    [Symbol.dispose]: () => rmSync(home, { recursive: true }),
  }
}

/** Starts a program and waits for the line that says where it listens. */
async function startServer(program: string, args: string[], options: SpawnOptions) {
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  child.stderr.on('data', (text) => {
    output += text
  })
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  const listening = new Promise<string>((resolve) => {
    createInterface(child.stdout).on('line', (line) => {
      output += `${line}\n`
      const url = /^Hearth is listening on (\S+)$/.exec(line)?.[1]
      if (url) resolve(url)
    })
  })
  const url = await Promise.race([listening, ended])
  if (typeof url !== 'string') throw new Error(`The server did not start:\n${output}`)
  const stop = () => {
    child.kill('SIGTERM')
    return ended
  }
  return { url, pid: child.pid!, stop, output: () => output }
}

const modeOf = (path: string) => statSync(path).mode & 0o777

test.run()
