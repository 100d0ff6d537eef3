// Benchmark: POST /messages.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Ready } from './bare.ts'
import { expectSuccess, requestBytes } from './client.ts'
import { copyOf, Team, temporaryFolder } from './data.ts'
import { ratioRow, rounds } from './duel.ts'
import { startBare, startHearth } from './programs.ts'
import { type Measure, median, milliseconds, quantile } from './table.ts'

const SUBSCRIBERS = 20
const TOPICS = 50
const CONNECTIONS = 32

/** Both programs are warm from the load before. */
const WARM_UP_ALONE_MS = 300

/** Rows of receivers are written within a second behind their messages: long rounds pay for nearly all. */
const LONG_ROUNDS = { count: 5, ms: 5000, warmUpMs: 300 }

const GOAL = { atLeast: 0.4, aim: 0.55 }

/** A sentence with one link, one bold word and one piece of code. */
export const CONTENT =
  'The pump test ran **overnight** without leaks. The plot is on https://example.org/plots/42 and ' +
  'I check `valve_7` tomorrow.'

/**
 * POST /messages into a channel of 20 in 50 topics, each answer after the disk's: on 32 connections,
 * then on one.
 */
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
  const ours = { program: hearth, next: () => requests[turn++ % requests.length]! }
  const theirs = { program: bare, next: () => dull }
  const load = await rounds(CONNECTIONS, ours, theirs)
  const alone = await rounds(1, ours, theirs, { warmUpMs: WARM_UP_ALONE_MS })
  const lasting = await rounds(CONNECTIONS, ours, theirs, LONG_ROUNDS)
  return [
    ratioRow('POST /messages to 20, durable', GOAL, load),
    ratioRow('POST /messages to 20, durable, five seconds at a time', GOAL, lasting),
    {
      work: 'the slowest hundredth of these beside the median',
      bare: `${spread(load.bare.latencies).toFixed(1)}×`,
      figure: spread(load.hearth.latencies),
      unit: '×',
      goal: { atLeast: 3, aim: 2, smallerIsBetter: true },
    },
    {
      work: 'POST /messages to 20, durable, one connection',
      bare: milliseconds(median(alone.bare.latencies)),
      p50: milliseconds(median(alone.hearth.latencies)),
      p99: milliseconds(quantile(alone.hearth.latencies, 0.99)),
      figure: median(alone.hearth.latencies),
      unit: 'ms',
      goal: { atLeast: 1.5, aim: 1, smallerIsBetter: true },
    },
  ]
}

/** How many times the median the slowest hundredth takes. */
const spread = (latencies: readonly number[]) => quantile(latencies, 0.99) / median(latencies)

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
