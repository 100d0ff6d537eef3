// Benchmark: GET /messages.

import * as assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '../../src/store/db.ts'
import { type Answer, askOnce, expectSuccess, requestBytes } from './client.ts'
import { copyOf, messageWriter, Team, temporaryFolder } from './data.ts'
import { duel } from './duel.ts'
import { startBare, startHearth } from './programs.ts'
import { Prose } from './prose.ts'
import type { Measure } from './table.ts'

const MESSAGES = 3000
const READERS = 8
const CONNECTIONS = 8
const PAGE = 100

/** GET /messages: the 100 messages up to one, in a channel, as several people read them. */
export const measure: Measure = async () => {
  using folder = temporaryFolder()
  const { team, channel } = await prepare(folder.path)
  using copy = copyOf(folder.path)

  await using hearth = await startHearth(folder.path)
  await layReady(hearth.url, team, channel, copy.path)
  await using bare = await startBare(copy.path)

  const pages = team.members.flatMap((reader) =>
    Array.from({ length: 20 }, (_, index) => ({ reader, anchor: MESSAGES - index * PAGE })),
  )
  const ours = pages.map(({ reader, anchor }) => requestBytes(pageOf(reader, channel, anchor)))
  const theirs = pages.map(({ reader, anchor }) =>
    requestBytes({ method: 'GET', path: `/fetch/${reader.id},${anchor}` }),
  )
  requireSameAnswer(
    await askOnce(hearth.url, pageOf(team.members[3]!, channel, MESSAGES)),
    await askOnce(bare.url, { method: 'GET', path: `/fetch/${team.members[3]!.id},${MESSAGES}` }),
  )
  return [
    await duel(
      'GET /messages, 100 of a channel',
      { atLeast: 0.55, aim: 0.65 },
      CONNECTIONS,
      { program: hearth, next: inTurn(ours) },
      { program: bare, next: inTurn(theirs) },
    ),
  ]
}

async function prepare(folder: string) {
  const team = await Team.found(folder)
  team.addMembers(READERS)
  const channel = team.addChannel('harbour', team.members)
  const topics = Array.from({ length: 10 }, (_, index) => team.addTopic(channel, `berth ${index}`))
  const prose = new Prose()
  const { write, give } = messageWriter(team.db)
  team.db.transaction(() => {
    for (let count = 0; count < MESSAGES; count++) {
      const sender = team.members[prose.below(READERS)]!
      const id = write({
        conversation: topics[prose.below(topics.length)]!,
        channel,
        sender: sender.id,
        content: prose.message(),
      })
      give(id, new Map(team.members.map((reader) => [reader.id, reader.id % 2])))
    }
  })()
  team.close()
  return { team, channel }
}

const pageOf = ({ authorization }: { authorization: string }, channel: number, anchor: number) => ({
  method: 'GET',
  path: '/api/v1/messages',
  authorization,
  parameters: {
    anchor,
    num_before: PAGE - 1,
    num_after: 0,
    narrow: [{ operator: 'channel', operand: channel }],
  },
})

/** Gives the bare limit the JSON of each message, all of it but the flags. */
async function layReady(url: string, team: Team, channel: number, folder: string) {
  const db = openDatabase(join(folder, 'hearth.db'))
  db.exec('CREATE TABLE ready (id INTEGER PRIMARY KEY, text TEXT NOT NULL)')
  const insert = db.prepare('INSERT INTO ready VALUES (?, ?)')
  const page = pageOf(team.owner, channel, MESSAGES)
  const { messages } = await expectSuccess(url, {
    ...page,
    parameters: { ...page.parameters, num_before: MESSAGES },
  })
  db.transaction(() => {
    for (const { flags, ...message } of messages) {
      insert.run(message.id, `${JSON.stringify(message).slice(0, -1)},"flags":`)
    }
  })()
  db.close()
  writeFileSync(join(folder, 'bare.json'), '{}')
}

/** Speed says nothing when the two do not answer the same. */
function requireSameAnswer(ours: Answer, theirs: Answer) {
  assert.equal(ours.body.toString(), theirs.body.toString())
}

export function inTurn<T>(values: readonly T[]): () => T {
  let next = 0
  return () => values[next++ % values.length]!
}
