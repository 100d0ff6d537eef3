// Benchmark: how many people one process serves, on machines of several sizes.

import { performance } from 'node:perf_hooks'
import { mainThreadTime, processorTime } from '../../../src/base/processor-time.ts'
import { Connection, drive, requestBytes } from '../client.ts'
import { copyOf, Team, temporaryFolder } from '../data.ts'
import { memoryOf } from '../programs.ts'
import { messageOf } from '../send.ts'
import {
  type Measure,
  milliseconds,
  notAvailable,
  perSecond,
  quantile,
  type Row,
} from '../table.ts'
import { Crowd, type Findings, foundTown } from './crowd.ts'
import { type Imitation, MACHINES, type Machine, startOn } from './machines.ts'
import { organizations } from './organizations.ts'

/** People online, in steps; a machine's steps end where people would call it slow. */
const STEPS = (process.env.HEARTH_CAPACITY_PEOPLE ?? '250,500,1000,2000,4000,8000')
  .split(',')
  .map(Number)

const WARM_UP_MS = 4000
const STEP_MS = Number(process.env.HEARTH_CAPACITY_MS ?? 15_000)

/** Beyond this people wait for what they asked, or see messages late. Milliseconds. */
const SLOW_MS = 500

const AUDIENCE = 20
const SENDERS = 32

/** For each machine: what it sends at most, and how it does with more and more people online. */
export const measure: Measure = async () => {
  const rows = process.env.HEARTH_CAPACITY_MACHINES ? [] : await organizations()
  for (const machine of chosen()) {
    rows.push(await mostSends(machine))
    if (rows.at(-1)!.remark !== undefined) continue
    for (const people of STEPS) {
      const step = await live(machine, people)
      rows.push(step.row)
      const { hearth, p50, p99 } = step.row
      process.stderr.write(`  ${step.row.work}: ${hearth}, late ${p50} and ${p99}\n`)
      if (step.isSlow) break
    }
  }
  return rows
}

/** HEARTH_CAPACITY_MACHINES=two,Pi: only machines whose names contain one of these. */
function chosen(): readonly Machine[] {
  const names = process.env.HEARTH_CAPACITY_MACHINES?.split(',')
  return MACHINES.filter(({ name }) => names?.some((part) => name.includes(part)) ?? true)
}

async function mostSends(machine: Machine): Promise<Row> {
  using folder = temporaryFolder()
  const team = await Team.found(folder.path)
  team.addMembers(AUDIENCE)
  const channel = team.addChannel('harbour', team.members)
  team.close()
  const work = `${machine.name}: messages to ${AUDIENCE} people, ${SENDERS} at once`
  await using server = await startOn(machine, folder.path)
  if (!server) return notAvailable(work, 'this machine cannot imitate it')
  const connections = await Promise.all(
    Array.from({ length: SENDERS }, () => Connection.open(server.program.url)),
  )
  let turn = 0
  const next = () =>
    requestBytes(messageOf(team.members[turn++ % AUDIENCE]!, channel, `pump tests ${turn % 50}`))
  await drive(connections, next, WARM_UP_MS)
  const load = await drive(connections, next, STEP_MS / 2)
  for (const connection of connections) connection.close()
  return {
    work,
    hearth: perSecond((load.count * 1000) / load.elapsed),
    p50: milliseconds(quantile(load.latencies, 0.5)),
    p99: milliseconds(quantile(load.latencies, 0.99)),
  }
}

/** One step: people come online, and do what people do. */
async function live(machine: Machine, people: number): Promise<{ row: Row; isSlow: boolean }> {
  using made = temporaryFolder()
  const town = await foundTown(made.path, people)
  using folder = copyOf(made.path)
  await using server = await startOn(machine, folder.path)
  const crowd = await Crowd.gather(server!.program.url, town)
  await crowd.live(WARM_UP_MS)
  const before = spent(server!)
  const ownBefore = performance.eventLoopUtilization()
  const findings = await crowd.live(STEP_MS)
  const { main, all } = since(before, spent(server!))
  const { utilization } = performance.eventLoopUtilization(ownBefore)
  const memory = memoryOf([server!.pid], 'VmRSS')
  crowd.leave()
  const isSlow = findings.deliveries.p99 > SLOW_MS || findings.answers.p99 > SLOW_MS
  return { row: rowOf(machine, people, { findings, main, all, memory, utilization }), isSlow }
}

interface Step {
  findings: Findings
  /** Processor time for each second: of the main thread, and of all threads. */
  main: number
  all: number
  memory: number
  /** How busy this program was: near 1 it measures itself. */
  utilization: number
}

function rowOf(machine: Machine, people: number, step: Step): Row {
  const { findings, main, all, memory, utilization } = step
  const { answers, deliveries } = findings
  const share = Math.round((100 * main) / (machine.share ?? 1))
  const facts = [
    `${perSecond((findings.sent * 1000) / STEP_MS)} sent`,
    `${perSecond((findings.delivered * 1000) / STEP_MS)} delivered`,
    `${perSecond((findings.asked * 1000) / STEP_MS)} asked`,
    `thread ${share} %`,
    `all ${Math.round(100 * all)} %`,
    `${Math.round(memory)} MB`,
    `answers ${milliseconds(answers.p50)}/${milliseconds(answers.p99)}`,
    ...(utilization > 0.9 ? ['driver busy'] : []),
  ]
  return {
    work: `${machine.name}: ${people.toLocaleString('en')} people online`,
    hearth: facts.join(', '),
    p50: milliseconds(deliveries.p50),
    p99: milliseconds(deliveries.p99),
  }
}

const spent = ({ pid }: Imitation) => ({
  main: mainThreadTime(pid),
  all: processorTime(pid),
  at: performance.now(),
})

function since(before: ReturnType<typeof spent>, now: ReturnType<typeof spent>) {
  const elapsed = now.at - before.at
  return { main: (now.main - before.main) / elapsed, all: (now.all - before.all) / elapsed }
}
