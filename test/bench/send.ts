// Benchmark: POST /messages.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Ready } from './bare.ts'
import { expectSuccess, requestBytes } from './client.ts'
import { copyOf, Team, temporaryFolder } from './data.ts'
import { duel } from './duel.ts'
import { startBare, startHearth } from './programs.ts'
import type { Measure } from './table.ts'

const SUBSCRIBERS = 20
const TOPICS = 50
const CONNECTIONS = 32

/** A sentence with one link, one bold word and one piece of code. */
export const CONTENT =
  'The pump test ran **overnight** without leaks. The plot is on https://example.org/plots/42 and ' +
  'I check `valve_7` tomorrow.'

/** POST /messages into a channel of 20 in 50 topics, on 32 connections, each answer after the disk's. */
export const measure: Measure = async () => {
  using folder = temporaryFolder()
  const team = await Team.found(folder.path)
  team.addMembers(SUBSCRIBERS)
  const channel = team.addChannel('harbour', team.members)
  const names = Array.from({ length: TOPICS }, (_, at) => `pump tests ${at}`)
  const [topic] = names.map((name) => team.addTopic(channel, name))
  team.close()
  using copy = copyOf(folder.path)

  await using hearth = await startHearth(folder.path)
  const send = await layReady(hearth.url, team, channel, topic!)
  writeFileSync(join(copy.path, 'bare.json'), JSON.stringify({ send } satisfies Ready))
  await using bare = await startBare(copy.path)

  let turn = 0
  const requests = names.map((name, at) =>
    requestBytes(messageOf(team.members[at % SUBSCRIBERS]!, channel, name)),
  )
  // The same bytes come in, though the bare limit does not look at them.
  const { parameters } = messageOf(team.owner, channel)
  const dull = requestBytes({ method: 'POST', path: '/send', parameters })
  return [
    await duel(
      'POST /messages to 20, durable',
      { atLeast: 0.4, aim: 0.55 },
      CONNECTIONS,
      { program: hearth, next: () => requests[turn++ % requests.length]! },
      { program: bare, next: () => dull },
    ),
  ]
}

export const messageOf = (
  sender: { authorization: string },
  channel: number,
  topic = 'pump tests',
) => ({
  method: 'POST',
  path: '/api/v1/messages',
  authorization: sender.authorization,
  parameters: { type: 'channel', to: channel, topic, content: CONTENT },
})

/** What Hearth writes for the message, for the bare limit to write the same. */
export async function layReady(url: string, team: Team, channel: number, conversation: number) {
  const { id } = await expectSuccess(url, messageOf(team.owner, channel))
  const { message } = await expectSuccess(url, {
    method: 'GET',
    path: `/api/v1/messages/${id}`,
    authorization: team.owner.authorization,
  })
  const rendered = message.content as string
  return {
    conversation,
    channel,
    sender: team.owner.id,
    content: CONTENT,
    rendered,
    plain: rendered.replace(/<[^>]*>/g, ' '),
    receivers: team.members.map((member) => member.id),
  }
}
