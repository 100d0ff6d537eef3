// hearth service and the files for containers: what a service manager is given.

import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { variableOf } from '../../src/base/options.ts'
import { launchdList } from '../../src/cli/service-texts.ts'
import { serverOptions } from '../../src/config.ts'
import { serve, temporaryFolder } from '../child-server.ts'
import { hearth } from '../commands.ts'

const root = join(import.meta.dirname, '..', '..')
const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0
if (!hasSystemd) console.log('SKIPPED what systemd says of the units: it is not on this machine')
const isBooted = existsSync('/run/systemd/system')

test('the unit that is shown is one that systemd accepts and finds well protected', () => {
  if (!hasSystemd) return
  using folder = temporaryFolder()
  const file = join(folder.path, 'hearth.service')
  for (const options of [
    [],
    ['--tls-domain', 'chat.example.org'],
    ['--data', folder.path, '--mail-domain', 'a.test'],
    ['--user'],
  ]) {
    const { code, stdout } = service('install', '--print', ...options)
    writeFileSync(file, stdout)

    assert.is(code, 0)
    const verified = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' })
    assert.equal([verified.status, verified.stderr], [0, ''], options.join(' '))
    if (options.includes('--user')) continue
    const rated = spawnSync('systemd-analyze', ['security', '--offline=true', file])
    const [, exposure] = /exposure level for .*: ([\d.]+)/.exec(String(rated.stdout))!
    assert.ok(Number(exposure) <= 2, `${exposure} with ${options.join(' ')}`)
  }
})

test('the service runs with the options that were given, and may use low ports only where it must', () => {
  const plain = service('install', '--print', '--url', 'https://chat.example.org', '--lan').stdout
  const secure = service('install', '--print', '--tls-domain', 'chat.example.org').stdout

  assert.match(
    plain,
    /^ExecStart=.* serve --url https:\/\/chat\.example\.org --lan --data \/var\/lib\/hearth$/m,
  )
  assert.match(plain, /^CapabilityBoundingSet=$/m)
  assert.not.match(plain, /ReadWritePaths/)
  assert.match(secure, /^AmbientCapabilities=CAP_NET_BIND_SERVICE$/m)
})

test('the service may write where backups go, and needs an account that can', () => {
  using folder = temporaryFolder()
  const [data, backups] = ['data', 'backups'].map((name) => join(folder.path, name))
  for (const one of [data!, backups!]) mkdirSync(one)
  const options = ['install', '--print', '--backup-dir', backups!]

  const unit = service(...options, '--data', data!).stdout
  const alone = service(...options)

  assert.ok(unit.includes(`\nReadWritePaths=${backups}\n`), unit)
  assert.equal([alone.code, alone.stdout], [1, ''])
  assert.match(alone.stderr, /^hearth service install: --backup-dir needs --data, a folder of /)
})

test('a service is installed into the image of a system, and taken out again', () => {
  if (!hasSystemd) return
  using folder = temporaryFolder()
  const unit = join(folder.path, 'etc/systemd/system/hearth.service')
  const shown = service('install', '--root', folder.path, '--print').stdout

  const installed = service('install', '--root', folder.path)
  const text = readFileSync(unit, 'utf8')
  const removed = service('uninstall', '--root', folder.path)
  const again = service('uninstall', '--root', folder.path)

  assert.equal([installed.code, removed.code, again.code], [0, 0, 1])
  assert.match(installed.stdout, `Writing ${unit}\nRunning systemctl --root=${folder.path} enable`)
  assert.ok(shown.includes(text))
  assert.not(existsSync(unit))
  assert.is(again.stderr, `hearth service uninstall: There is no ${unit}.\n`)
})

test('without systemd nothing is installed, and the unit is shown', () => {
  if (isBooted || process.platform === 'darwin') return
  const { code, stdout, stderr } = service('install')

  assert.is(code, 1)
  assert.match(stdout, /^\[Service\]$/m)
  assert.match(stderr, /^hearth service install: systemd does not run on this system, .*\n$/)
})

test('options that serve would refuse are refused before anything is written', () => {
  assert.equal(service('install', '--port', 'x'), {
    code: 2,
    stdout: '',
    stderr: 'hearth service install: --port must be a whole number from 0 to 65535, not "x"\n',
  })
  assert.match(
    service('install', '--data', '/nowhere/at/all').stderr,
    /The folder \/nowhere\/at\/all does not exist/,
  )
})

test('the list for launchd is well-formed and holds the command word for word', () => {
  const command = ['/Applications/Hearth & more/hearth', 'serve', '--data', '/Users/olga/<data>']
  const read =
    'import json, plistlib, sys; print(json.dumps(plistlib.loads(sys.stdin.buffer.read())))'
  const { stdout, error } = spawnSync('python3', ['-c', read], {
    input: launchdList(command, '/Users/olga/Library/Logs/hearth.log'),
    encoding: 'utf8',
  })
  if (error) return console.log('SKIPPED reading the list for launchd: python3 is not here')

  const list = JSON.parse(stdout)
  assert.equal(list.ProgramArguments, command)
  assert.is(list.RunAtLoad, true)
  assert.equal(list.KeepAlive, { SuccessfulExit: false })
})

test('hearth health says how a server is, and ends with 1 if it does not answer', async () => {
  using folder = temporaryFolder()
  const server = await serve(folder.path)
  const healthy = run('health', '--url', server.url)
  await server.kill('SIGTERM')
  const gone = run('health', '--url', server.url)

  assert.equal(healthy, { code: 0, stdout: 'ok\n', stderr: '' })
  assert.is(gone.code, 1)
  assert.match(gone.stderr, /^hearth health: The server at \S+ does not answer: ECONNREFUSED\.\n$/)
})

test('hearth health asks a server with a certificate of its own by https only', async () => {
  using folder = temporaryFolder()
  await using server = await serve(folder.path, ['--tls', 'local'])
  const { port } = new URL(server.url)

  const healthy = run('health', '--url', `https://127.0.0.1:${port}`)
  assert.equal(healthy, { code: 0, stdout: 'ok\n', stderr: '' })
  const plain = run('health', '--url', `http://127.0.0.1:${port}`)
  assert.is(plain.code, 1)
  assert.match(plain.stderr, /^hearth health: The server at \S+ does not answer: .+\.\n$/)
})

test('commands that take flags only do not name variables in their help', () => {
  assert.match(run('health', '--url', 'x', '--help').stdout, /--url URL/)
  for (const words of [['health'], ['service', 'install']])
    assert.not.match(run(...words, '--help').stdout, /environment/)
  assert.match(run('status', '--help').stdout, /Each is also read from the environment/)
})

test('the container runs commands and sets variables that exist', () => {
  const file = (name: string) => readFileSync(join(root, 'docs', 'deploy', name), 'utf8')
  const container = file('Containerfile')
  const variables = new Set(Object.keys(serverOptions).map(variableOf))
  const commands = [...container.matchAll(/^(?:HEALTHCHECK .*|CMD) ?(\[.*\])$/gm)]

  for (const [, words] of commands) {
    const [program, command] = JSON.parse(words!.replace(/^.*CMD /, ''))
    assert.is(run(command ?? program, '--help').code, 0, words)
  }
  assert.is(commands.length, 2)
  for (const [name] of `${container}${file('compose.yaml')}`.matchAll(/HEARTH_\w+/g))
    assert.ok(variables.has(name), name)
  assert.match(container, /^USER 10001:10001$/m)
  for (const line of container.replaceAll(/^#.*$/gm, '').split('\n'))
    assert.match(
      line,
      /^($|(FROM|WORKDIR|COPY|RUN|USER|ENV|VOLUME|EXPOSE|HEALTHCHECK|ENTRYPOINT|CMD) )/,
    )
})

const service = (...args: string[]) => run('service', ...args)

const run = (...args: string[]) => hearth(args, { HOME: process.env.HOME })

test.run()
