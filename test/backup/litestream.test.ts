// Continuous copies with a real Litestream: into a folder, and into an S3 in memory.

import { cpSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { expectSuccess, type Person } from '../chat.ts'
import { found, personAt, serve, temporaryFolder } from '../child-server.ts'
import { hearth } from '../commands.ts'
import { hasClient } from '../interop/clients.ts'
import { KEYS, LITESTREAM, replicate, restore, startS3 } from './litestream.ts'

/** What may be lost when machine and copy end at once; Litestream looks ten times as often here. */
const MAY_LOSE_MS = 1000

const withLitestream = hasClient('litestream') ? test : test.skip

for (const target of ['folder', 'S3'] as const) {
  withLitestream(
    `a machine that dies while people write is restored from its ${target}, at most a second before`,
    async () => {
      using folder = temporaryFolder()
      await using s3 = target === 'S3' ? await startS3() : undefined
      const url = s3?.url ?? `file://${join(folder.path, 'replica')}`
      const [data, copy] = [join(folder.path, 'data'), join(folder.path, 'copy')]
      await using server = await serve(data, ['--rate-limit', 'off'])
      const olga = await found(server)
      await using litestream = await replicate(join(data, 'hearth.db'), url)
      const { url: upload } = await olga.upload('/user_uploads', new File(['tides'], 'tides.txt'))
      await olga.say('general', 'files', `[tides.txt](${upload})`)

      const sent = await writeUntil(olga, 300, async () => {
        await Promise.all([server.kill('SIGKILL'), litestream.kill()])
      })
      const died = performance.now()

      // The database comes from the replica, the rest as the documentation says.
      mkdirSync(copy)
      restore(url, join(copy, 'hearth.db'))
      for (const name of ['secret.key', 'uploads'])
        cpSync(join(data, name), join(copy, name), { recursive: true })
      await using second = await serve(copy)
      const again = personAt(second, olga)
      const kept = await numbersIn(again)

      const lost = sent.filter(({ number }) => !kept.includes(number))
      assert.ok(sent.length >= 300)
      assert.equal(
        kept,
        kept.map((_, index) => index),
        'what is there has no gap',
      )
      for (const { at } of lost)
        assert.ok(died - at < MAY_LOSE_MS, `${died - at} ms before the end`)
      const { url: temporary } = await again.get(upload)
      assert.is(await (await fetch(second.url + temporary)).text(), 'tides')
    },
  )
}

withLitestream('clients read on over a restart while Litestream copies', async () => {
  using folder = temporaryFolder()
  const data = join(folder.path, 'data')
  let olga: Person
  let queue_id: string
  {
    await using server = await serve(data)
    olga = await found(server)
    await using _ = await replicate(join(data, 'hearth.db'), `file://${folder.path}/replica`)
    queue_id = (await olga.listen({ event_types: ['message'] })).queueId
    await olga.say('general', 'tea', 'unseen')
    assert.equal(await server.kill('SIGTERM'), [0, null])
  }
  await using server = await serve(data)

  const { events } = expectSuccess(
    await personAt(server, olga).get('/events', {
      queue_id,
      last_event_id: -1,
      dont_block: true,
    }),
  )

  assert.equal(
    events.map(({ message }: { message: { content: string } }) => message.content),
    ['unseen'],
  )
})

withLitestream('a drill restores the replica aside, with the files that go with it', async () => {
  using folder = temporaryFolder()
  const data = join(folder.path, 'data')
  const url = `file://${join(folder.path, 'replica')}`
  await using server = await serve(data)
  const olga = await found(server)
  const { url: upload } = await olga.upload('/user_uploads', new File(['tides'], 'tides.txt'))
  await olga.say('general', 'files', `[tides.txt](${upload})`)
  {
    await using _ = await replicate(join(data, 'hearth.db'), url)
  }

  const good = drill(url, '--files', data, '--json')
  assert.is(good.code, 0, good.stderr)
  const result = JSON.parse(good.stdout)
  assert.is(result.organization, 'Harbour')
  assert.equal([result.problems, result.files_checked], [[], true])
  assert.ok(result.age < 600)
  assert.match(drill(url).stdout, 'Uploads and secret.key were not looked at')

  const elsewhere = join(folder.path, 'elsewhere')
  mkdirSync(elsewhere)
  const bad = drill(url, '--files', elsewhere)
  assert.is(bad.code, 1)
  assert.match(bad.stdout, `Damaged: secret.key is missing in ${elsewhere}`)
  assert.match(bad.stdout, /^Damaged: uploads\/.* is missing$/m)
  const none = drill(`file://${join(folder.path, 'none')}`)
  assert.is(none.code, 1)
  assert.match(none.stderr, 'litestream could not restore the copy: ')
  assert.not.ok(existsSync(join(folder.path, 'none')))
})

interface Sent {
  number: number
  /** When the server had answered. */
  at: number
}

/** Sends numbered messages, ends everything once that many are answered, and returns the answered. */
async function writeUntil(person: Person, count: number, end: () => Promise<void>) {
  const sent: Sent[] = []
  let ending: Promise<void> | undefined
  const sending = (async () => {
    for (let number = 0; ; number++) {
      await person.say('general', 'numbers', String(number))
      sent.push({ number, at: performance.now() })
      if (sent.length === count) ending = end()
    }
  })()
  await sending.catch(() => {})
  await ending
  return sent
}

async function numbersIn(person: Person): Promise<number[]> {
  const { messages } = expectSuccess(
    await person.get('/messages', {
      anchor: 'oldest',
      num_before: 0,
      num_after: 5000,
      apply_markdown: false,
      narrow: [['topic', 'numbers']],
    }),
  )
  return messages.map(({ content }: { content: string }) => Number(content))
}

const drill = (...args: string[]) => hearth(['drill', ...args, '--litestream', LITESTREAM], KEYS)

test.run()
