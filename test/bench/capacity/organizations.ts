// Benchmark: what the size of an organization costs, by the snapshot each client asks for first.

import { setTimeout as wait } from 'node:timers/promises'
import { type Member, Team, temporaryFolder } from '../data.ts'
import { startHearth } from '../programs.ts'
import { median, milliseconds, type Row } from '../table.ts'

/** People and channels. Each person is in twenty of the channels, and in one with everyone. */
const SIZES = [
  [100, 30],
  [1000, 300],
  [5000, 1000],
  [10_000, 2000],
] as const

const CHANNELS_EACH = 20
const TIMES = 15

/** So many clients come back at once, as after a restart of the server. */
const RETURNING = 50

/** For each size: one snapshot alone, and the time for each when many come back together. */
export async function organizations(): Promise<Row[]> {
  const rows: Row[] = []
  for (const [people, channels] of SIZES) rows.push(await snapshots(people, channels))
  return rows
}

async function snapshots(people: number, channels: number): Promise<Row> {
  using folder = temporaryFolder()
  const team = await Team.found(folder.path)
  team.addMembers(people)
  const inEach = Math.ceil((people * CHANNELS_EACH) / channels)
  for (let index = 0; index < channels; index++) {
    const first = (index * inEach) % people
    const members = [...team.members, ...team.members].slice(first, first + inEach)
    team.addChannel(`Channel ${index}`, members)
  }
  team.addChannel('Everyone', team.members)
  team.close()
  await using hearth = await startHearth(folder.path)
  const member = (at: number) => team.members[at % people]!
  const times: number[] = []
  let bytes = 0
  for (let time = 0; time < TIMES; time++) {
    const started = performance.now()
    bytes = await snapshot(hearth.url, member(time))
    times.push(performance.now() - started)
  }
  const started = performance.now()
  await Promise.all(
    Array.from({ length: RETURNING }, (_, at) => snapshot(hearth.url, member(TIMES + at))),
  )
  const each = (performance.now() - started) / RETURNING
  return {
    work: `${people.toLocaleString('en')} people, ${channels.toLocaleString('en')} channels: first snapshot`,
    hearth: `${Math.round(bytes / 1000).toLocaleString('en')} kB; ${milliseconds(each)} each when ${RETURNING} return; ${Math.round(hearth.memory())} MB`,
    p50: milliseconds(median(times)),
  }
}

/**
 * Asks as browsers do, again where the server has no room for the answer yet.
 * @returns the length of the answer before it was compressed
 */
async function snapshot(url: string, member: Member): Promise<number> {
  const answer = await fetch(`${url}/api/v1/register`, {
    method: 'POST',
    headers: { authorization: member.authorization },
    body: new URLSearchParams({ apply_markdown: 'true', client_gravatar: 'true' }),
  })
  const body = await answer.arrayBuffer()
  if (answer.status === 429) {
    await wait(Number(answer.headers.get('retry-after')) * 1000)
    return snapshot(url, member)
  }
  if (answer.status !== 200)
    throw new Error(`the server answered ${answer.status}: ${Buffer.from(body).toString()}`)
  return body.byteLength
}
