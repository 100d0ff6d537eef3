// hearth init and hearth serve.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { serve } from '../child-server.ts'
import { hearthAside } from '../commands.ts'

const owner = ['--name', 'Acme', '--owner-email', 'ada@acme.example', '--owner-name', 'Ada']

test('init creates the organization and prints how its owner logs in', async () => {
  using folder = dataFolder()

  const { code, stdout } = await hearthAside(['init', ...folder.flag, ...owner, '--json'], {
    stdin: 'correct horse\n',
  })

  assert.is(code, 0)
  const created = JSON.parse(stdout)
  assert.equal(Object.keys(created), ['user_id', 'email', 'api_key'])
  assert.is(created.email, 'ada@acme.example')
  assert.match(created.api_key, /^[A-Za-z0-9]{32}$/)
})

test('without --json, init prints the same for people', async () => {
  using folder = dataFolder()

  const { code, stdout } = await hearthAside(['init', ...folder.flag, ...owner], {
    env: { HEARTH_OWNER_PASSWORD: 'correct horse' },
  })

  assert.is(code, 0)
  assert.match(stdout, /^email: ada@acme\.example$/m)
  assert.match(stdout, /^api_key: [A-Za-z0-9]{32}$/m)
})

test('init leaves an existing organization alone', async () => {
  using folder = dataFolder()
  const env = { HEARTH_OWNER_PASSWORD: 'correct horse' }
  await hearthAside(['init', ...folder.flag, ...owner], { env })

  const again = await hearthAside(['init', ...folder.flag, ...owner], { env })

  assert.is(again.code, 1)
  assert.is(again.stdout, '')
  assert.match(again.stderr, /^hearth init: .*already.*\n$/)
})

test('a password that is too weak is refused with one line', async () => {
  using folder = dataFolder()

  const { code, stderr } = await hearthAside(['init', ...folder.flag, ...owner], { stdin: 'x\n' })

  assert.is(code, 1)
  assert.is(
    stderr,
    'hearth init: The password is too weak. It has 1 character, and a password needs at least 6.\n',
  )
})

test('serve warns of variables that are no options, with the name that may be meant', async () => {
  using folder = dataFolder()
  await using server = await serve(folder.path, [], {
    HEARTH_PROT: '1234',
    HEARTH_BACKUPDIR: '/nowhere',
    HEARTH_WEATHER: 'fine',
    HEARTH_OWNER_PASSWORD: 'unused',
  })
  await server.kill('SIGTERM')

  const warnings = server
    .stderr()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
    .filter(({ event }) => event === 'unknown-variable')
  assert.equal(
    warnings.map(({ level, name, nearest }) => [level, name, nearest]),
    [
      ['warn', 'HEARTH_BACKUPDIR', 'HEARTH_BACKUP_DIR'],
      ['warn', 'HEARTH_PROT', 'HEARTH_PORT'],
      ['warn', 'HEARTH_WEATHER', undefined],
    ],
  )
  assert.not.match(server.stderr(), /1234|fine/)
})

test('serve says in one line why it cannot start', async () => {
  using folder = dataFolder()
  const file = join(folder.path, 'file')
  writeFileSync(file, '')
  const busy = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => busy.once('listening', resolve))
  const port = String((busy.address() as { port: number }).port)

  const onBusyPort = await hearthAside(['serve', ...folder.flag, '--port', port])
  const inFile = await hearthAside(['serve', '--data', file])
  busy.close()

  assert.is(onBusyPort.code, 1)
  assert.match(onBusyPort.stderr, new RegExp(`^hearth serve: Port ${port} .*in use.*\n$`))
  assert.is(inFile.code, 1)
  assert.match(inFile.stderr, /^hearth serve: .*is not a folder\.\n$/)
})

test('a damaged database is reported and left as it is', async () => {
  using folder = dataFolder()
  const file = join(folder.path, 'hearth.db')
  const damaged = 'this was a database once '.repeat(400)
  writeFileSync(file, damaged)

  const { code, stderr } = await hearthAside(['serve', ...folder.flag, '--port', '0'])

  assert.is(code, 1)
  assert.match(stderr, /^hearth serve: .*hearth\.db is damaged.*\n$/)
  assert.is(readFileSync(file, 'utf8'), damaged)
})

test('routes lists each endpoint with who may call it and where it is declared', async () => {
  const { code, stdout } = await hearthAside(['routes'])

  assert.is(code, 0)
  assert.match(stdout, /^POST +\/messages +user +messages\/messages-send\.ts$/m)
})

function dataFolder() {
  const path = mkdtempSync(join(tmpdir(), 'hearth-data-'))
  return {
    path,
    flag: ['--data', path],
    [Symbol.dispose]: () => rmSync(path, { recursive: true }),
  }
}

test.run()
