// Benchmark: an hour of all that people do; what the server holds must not grow.

import { Team, temporaryFolder } from './data.ts'
import { isBuilt, type Program, startHearth } from './programs.ts'
import { Crowd, keepPace, Person } from './soak-load.ts'
import { type Measure, milliseconds, perSecond, quantile } from './table.ts'

const MINUTES = Number(process.env.HEARTH_SOAK_MINUTES ?? 60)
const RATE = Number(process.env.HEARTH_SOAK_RATE ?? 100)
const SLICE_MS = 5000
const PEOPLE = 20

/** The first and the last part of a run, which are compared: ten minutes of an hour. */
const PART_MS = Math.min(10, MINUTES / 3) * 60_000

/** What was measured in one slice of the run. */
interface Slice {
  megabytes: number
  p50: number
  p99: number
}

/** People write, read, search, edit and look around for an hour, all of them waiting for events. */
export const measure: Measure = async () => {
  using folder = temporaryFolder()
  const team = await Team.found(folder.path)
  team.addMembers(PEOPLE)
  const channel = team.addChannel('Harbour', team.members)
  team.close()
  await using hearth = await startHearth(folder.path, { built: isBuilt() })
  const crowd = new Crowd(hearth.url, team.members, channel)
  const people = await Promise.all(team.members.map((member) => Person.join(crowd, member)))
  const following = Promise.all(people.map((person) => person.follow()))
  following.catch(() => undefined)
  const slices: Slice[] = []
  let count = 0
  const started = performance.now()
  while (performance.now() < started + MINUTES * 60_000) {
    // A person whose polls fail ends the run.
    count += (await Promise.race([keepPace(people, RATE, SLICE_MS), following])) as number
    slices.push(sliceOf(hearth, crowd))
    if (slices.length % 12 === 0) tell(slices)
  }
  const seconds = (performance.now() - started) / 1000
  crowd.isOver = true
  for (const person of people) person.close()
  return rows(slices, count / seconds)
}

function sliceOf(hearth: Program, crowd: Crowd): Slice {
  const { latencies } = crowd
  crowd.latencies = []
  return {
    megabytes: hearth.memory(),
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
  }
}

/** Says on the way how it stands: an hour is long. */
function tell(slices: readonly Slice[]) {
  const peak = peakOf(slices.slice(-12))
  process.stderr.write(`  minute ${slices.length / 12}: at most ${Math.round(peak)} MB\n`)
}

function rows(slices: readonly Slice[], rate: number) {
  const part = Math.max(1, Math.round(PART_MS / SLICE_MS))
  const [first, last] = [slices.slice(0, part), slices.slice(-part)]
  const minutes = `${Math.round(PART_MS / 6000) / 10} minutes`
  return [
    {
      work: `${MINUTES} minutes of all that people do`,
      hearth: perSecond(rate),
      p50: milliseconds(
        quantile(
          last.map((slice) => slice.p50),
          0.5,
        ),
      ),
      p99: milliseconds(
        quantile(
          last.map((slice) => slice.p99),
          0.5,
        ),
      ),
    },
    {
      work: `most memory in the last ${minutes} beside the first`,
      hearth: `${Math.round(peakOf(last))} MB`,
      bare: `${Math.round(peakOf(first))} MB`,
      figure: peakOf(last) / peakOf(first),
      unit: '×' as const,
      goal: { atLeast: 1.05, aim: 1, smallerIsBetter: true as const },
    },
  ]
}

const peakOf = (slices: readonly Slice[]) => Math.max(...slices.map(({ megabytes }) => megabytes))
