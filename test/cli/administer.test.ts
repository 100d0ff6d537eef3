// The commands that administer an organization, on a running server and on its folder.

import { statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { PASSWORD } from '../chat.ts'
import { type ChildServer, found, serve, temporaryFolder } from '../child-server.ts'
import { hearth } from '../commands.ts'

test('people are added, promoted, closed and reopened while the server runs, and others see it live', async () => {
  using folder = temporaryFolder()
  await using server = await serve(folder.path)
  const olga = await found(server)
  const inbox = await olga.listen({ event_types: ['realm_user'] })
  const run = commandsOn(folder.path)

  const added = run.json('user', 'add', 'ben@harbour.test', '--name', 'Ben')
  assert.is(added.role, 'member')
  assert.match(added.password_link, `${server.url}/password/`)
  const [event] = await inbox.wait()
  assert.is(event!.person.full_name, 'Ben')

  assert.is(run.json('user', 'role', 'ben@harbour.test', 'moderator').role, 'moderator')
  assert.is(run.json('user', 'deactivate', 'ben@harbour.test').active, false)
  assert.is(run.json('user', 'reactivate', 'ben@harbour.test').active, true)
  assert.is(
    run('user', 'list').stdout,
    [
      `${olga.id}  Olga  olga@harbour.test  owner`,
      `${added.id}  Ben   ben@harbour.test   moderator\n`,
    ].join('\n'),
  )
})

test('an invitation from the command line leads to a page where one may join', async () => {
  using folder = temporaryFolder()
  await using server = await serve(folder.path)
  await found(server)
  const run = commandsOn(folder.path)

  const anyone = run('invite').stdout.trim()
  const one = run('user', 'invite', 'cleo@harbour.test', '--role', 'guest').stdout.trim()

  assert.match(await (await fetch(anyone)).text(), 'Join Harbour')
  assert.match(await (await fetch(one)).text(), 'cleo@harbour.test')
})

test('a password is forgotten and set again while the server runs', async () => {
  using folder = temporaryFolder()
  await using server = await serve(folder.path)
  await found(server)

  const link = commandsOn(folder.path)('password', '--email', 'olga@harbour.test').stdout.trim()
  const page = await fetch(link, {
    method: 'POST',
    body: new URLSearchParams({ password: 'another horse with batteries' }),
    redirect: 'manual',
  })

  assert.ok(page.status < 400, String(page.status))
  assert.is(await logIn(server, PASSWORD), 'AUTHENTICATION_FAILED')
  assert.is(await logIn(server, 'another horse with batteries'), undefined)
})

test('settings and status are the same on a running server and on its folder', async () => {
  using folder = temporaryFolder()
  const run = commandsOn(folder.path)
  await using server = await serve(folder.path)
  await found(server)

  assert.is(run('settings', 'set', 'name', 'New Harbour').stdout, 'name = New Harbour\n')
  const running = run.json('status')
  assert.ok(running.uptime >= 0 && running.memory > 1e6)
  assert.match(run('status').stdout, /^Hearth .* has been running for .*\nNew Harbour: 1 people/)
  assert.is(statSync(join(folder.path, 'hearth.sock')).mode & 0o777, 0o600)
  await server.kill('SIGTERM')

  assert.is(run('settings', 'get', 'name').stdout, 'name = New Harbour\n')
  assert.is(run.json('status').uptime, null)
  assert.match(run('status').stdout, 'No server runs on this folder.')
  assert.is(
    run.json('settings', 'set', 'waiting_period_threshold', '3').waiting_period_threshold,
    3,
  )
})

test('what a command may not do is refused with one line, whether a server runs or not', async () => {
  using folder = temporaryFolder()
  const run = commandsOn(folder.path)
  assert.match(run('user', 'list').stderr, 'holds no organization.')
  await using server = await serve(folder.path)
  assert.match(run('user', 'list').stderr, 'There is no organization yet.')
  await found(server)
  const refusals: [string[], string][] = [
    [['user', 'deactivate', 'olga@harbour.test'], 'owner'],
    [
      ['user', 'role', 'nobody@harbour.test', 'guest'],
      'Nobody has the address nobody@harbour.test.',
    ],
    [['user', 'role', 'olga@harbour.test', 'king'], 'The role must be owner,'],
    [['user', 'add', 'not an address', '--name', 'X'], 'address'],
    [['settings', 'get', 'colour'], 'There is no setting colour;'],
    [['settings', 'set', 'waiting_period_threshold', 'soon'], 'waiting_period_threshold'],
    [['invite', '--days', 'many'], 'The days must be a whole number or unlimited, not many.'],
  ]
  const check = () => {
    for (const [args, words] of refusals) {
      const { code, stderr } = run(...args)
      assert.is(code, 1, args.join(' '))
      assert.match(stderr.trim(), words)
      assert.is(stderr.trim().split('\n').length, 1, stderr)
    }
  }
  check()
  await server.kill('SIGTERM')
  check()
  assert.is(
    run('user').stderr,
    'hearth: user needs one of: list, add, invite, deactivate, reactivate, role, password\n',
  )
  assert.is(run('user', 'role', 'olga@harbour.test').stderr, 'hearth user role: ROLE is required\n')
})

test('a server that was killed leaves no socket in the way of the next one', async () => {
  using folder = temporaryFolder()
  await using first = await serve(folder.path)
  await found(first)
  await first.kill('SIGKILL')
  const run = commandsOn(folder.path)

  assert.is(run.json('status').uptime, null)
  await using _second = await serve(folder.path)
  assert.ok(run.json('status').uptime >= 0)
})

function commandsOn(folder: string) {
  const run = (...args: string[]) =>
    hearth([...args, ...(args.length > 1 || args[0] !== 'user' ? ['--data', folder] : [])])
  const json = (...args: string[]) => {
    const { stdout, stderr } = run(...args, '--json')
    assert.is(stderr, '')
    return JSON.parse(stdout)
  }
  return Object.assign(run, { json })
}

/** @returns the code of a refusal */
async function logIn(server: ChildServer, password: string): Promise<string | undefined> {
  const answer = await fetch(`${server.url}/api/v1/fetch_api_key`, {
    method: 'POST',
    body: new URLSearchParams({ username: 'olga@harbour.test', password }),
  })
  return (await answer.json()).code
}

test.run()
