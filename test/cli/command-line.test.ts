// The command line: help, versions, wrong usage.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { hearth } from '../commands.ts'

const root = join(import.meta.dirname, '..', '..')

test('--version prints the version and nothing else', () => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

  assert.equal(hearth(['--version']), { code: 0, stdout: `${version}\n`, stderr: '' })
})

test('--help lists the commands, and the options of a command with their defaults', () => {
  const general = hearth(['--help'])
  const serve = hearth(['serve', '--help'])

  assert.is(general.code, 0)
  for (const command of ['serve', 'init', 'password', 'reopen', 'routes'])
    assert.match(general.stdout, `hearth ${command}`)
  assert.is(serve.code, 0)
  assert.match(serve.stdout, /--port PORT +port to listen on.* \(9991\)/)
  assert.match(serve.stdout, 'HEARTH_JWT_SECRET')
  assert.is(hearth(['help', 'serve']).stdout, serve.stdout)
})

test('a command line it does not understand is refused with one line that says why', () => {
  const refusals: [args: string, line: string][] = [
    ['sreve', 'hearth: command sreve is unknown; hearth --help lists the commands'],
    ['--sreve', 'hearth: flag --sreve is unknown; hearth --help lists the commands'],
    ['serve --prot 1', 'hearth serve: flag --prot is unknown; hearth serve --help lists them'],
    ['serve -p 1', 'hearth serve: flag -p is unknown; hearth serve --help lists them'],
    ['serve now', 'hearth serve: argument now is not expected'],
    ['serve --port', 'hearth serve: --port needs a value'],
    ['serve --data --port 1', 'hearth serve: --data needs a value'],
    ['serve --data=', 'hearth serve: --data needs a value'],
    ['serve --dev=on', 'hearth serve: --dev takes no value'],
    ['init', 'hearth init: --name ORG is required'],
    ['password', 'hearth password: --email ADDRESS is required'],
    ['routes --json', 'hearth routes: flag --json is unknown; hearth routes --help lists them'],
  ]
  for (const [args, line] of refusals) {
    assert.equal(hearth(args.split(' ').filter(Boolean)), usageError(line), args)
  }
})

test('a value that breaks the rule of its flag is refused with flag, rule and value', () => {
  assert.equal(
    hearth(['serve', '--port', '70000']),
    usageError('hearth serve: --port must be a whole number from 0 to 65535, not "70000"'),
  )
  assert.equal(
    hearth(['init', '--name', 'Acme', '--owner-name', 'Ada', '--owner-email', 'ada']),
    usageError('hearth init: --owner-email must be an email address, not "ada"'),
  )
})

test('a value from the environment is refused by the name of its variable', () => {
  assert.equal(
    hearth(['serve'], { HEARTH_RATE_LIMIT: 'yes' }),
    usageError('hearth serve: HEARTH_RATE_LIMIT must be on or off, not "yes"'),
  )
})

test('--dev, which lets anyone log in, is refused for a host others can reach', () => {
  const line =
    'hearth serve: --dev lets anyone log in, so --host must be 127.0.0.1, ::1 or localhost'

  assert.equal(hearth(['serve', '--dev', '--host', '0.0.0.0']), usageError(`${line}, not 0.0.0.0`))
})

test('init without a password is refused', () => {
  const owner = ['--name', 'Acme', '--owner-email', 'ada@acme.example', '--owner-name', 'Ada']

  assert.equal(
    hearth(['init', ...owner]),
    usageError('hearth init: HEARTH_OWNER_PASSWORD or standard input must give a password'),
  )
})

const usageError = (line: string) => ({ code: 2, stdout: '', stderr: `${line}\n` })

test.run()
