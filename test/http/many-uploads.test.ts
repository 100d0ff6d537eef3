// Many uploads at once: all are stored with bounded memory, and people take turns at pictures.

import { readFileSync } from 'node:fs'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { expectSuccess, Person, startChat } from '../chat.ts'
import { found, serve, temporaryFolder } from '../child-server.ts'
import { bomb } from '../images/bomb.ts'
import { file, PNG } from '../images/files.ts'

const MIB = 1024 * 1024

const PARALLEL = 20
const SIZE = 12 * MIB

/**
 * What the uploads may add to the most memory the server ever had. 48 MiB of bodies are in memory at
 * once, each in one copy, and what was not collected yet; all of them together would need 240 MiB.
 */
const MOST_ADDED = 150 * MIB

test('twenty large uploads at once are all stored, with bounded memory', async () => {
  using folder = temporaryFolder()
  await using server = await serve(folder.path)
  const olga = await found(server)
  const people = await Promise.all(
    ['ben', 'cleo', 'dora', 'emil'].map((name) => botAs(olga, server.url, name)),
  )
  const before = mostMemory(server.pid)
  const bytes = new Uint8Array(SIZE).fill(120)

  const answers = await Promise.all(
    Array.from({ length: PARALLEL }, (_, index) =>
      people[index % people.length]!.upload('/user_uploads', new File([bytes], `${index}.bin`)),
    ),
  )

  const added = mostMemory(server.pid) - before
  assert.equal(
    answers.map(({ status }) => status),
    Array.from({ length: PARALLEL }, () => 200),
  )
  const { upload_space_used } = expectSuccess(await olga.get('/attachments'))
  assert.is(upload_space_used, PARALLEL * SIZE)
  assert.ok(added < MOST_ADDED, `${Math.round(added / MIB)} MiB more`)
})

test('the picture of one person comes before the remaining hostile ones of another', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const cleo = await chat.join('Cleo')
  const order: string[] = []
  const send = async (person: Person, bytes: Buffer) => {
    const { status } = await person.upload('/users/me/avatar', file(bytes))
    order.push(`${person.name} ${status}`)
  }
  // It claims rows that it does not have.
  const hostile = Array.from({ length: 12 }, () => send(ben, bomb(2000, 2000, 1600)))
  await Promise.race(hostile)

  const done = order.length
  await send(cleo, PNG)
  const between = order.indexOf('Cleo 200') - done
  await Promise.all(hostile)

  assert.ok(between < 5, order.join())
  assert.is(order.filter((one) => one === 'Ben 400').length, 12)
})

/** The most bytes that a process ever had in memory at once. */
function mostMemory(pid: number): number {
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))!
  return Number(kilobytes) * 1024
}

/** A bot of Olga, who has room of its own for what it sends. */
async function botAs(olga: Person, url: string, name: string): Promise<Person> {
  const request = { full_name: name, short_name: name, bot_type: 1 }
  const { user_id, api_key } = expectSuccess(await olga.post('/bots', request))
  const { email } = expectSuccess(await olga.get(`/users/${user_id}`)).user
  return new Person(url, { id: user_id, email, name, key: api_key })
}

test.run()
