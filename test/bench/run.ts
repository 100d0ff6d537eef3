// Measures Hearth beside the bare limit: npm run bench [-- name ...] [-- --scale]
//
// Everything runs on 127.0.0.1, against servers this program starts and stops. HEARTH_PROFILE=DIR
// leaves a CPU profile of every Hearth it starts from source in DIR.

import { parseArgs } from 'node:util'
import { paceMs } from './pace.ts'
import { type Measure, milliseconds, printTable, type Row } from './table.ts'

/** Each part by the name it is asked for; loaded when it is its turn. */
const PARTS: Record<string, () => Promise<{ measure: Measure }>> = {
  fetch: () => import('./fetch.ts'),
  send: () => import('./send.ts'),
  'fan-out': () => import('./fan-out.ts'),
  register: () => import('./register.ts'),
  start: () => import('./start.ts'),
  memory: () => import('./memory.ts'),
  'busy-memory': () => import('./busy-memory.ts'),
  markdown: () => import('./markdown-rows.ts'),
  demo: () => import('./demo.ts'),
}

/** What takes minutes the first time, and so has to be asked for. */
const ALL: typeof PARTS = {
  ...PARTS,
  web: () => import('./web.ts'),
  scale: () => import('./scale.ts'),
  backup: () => import('./backup.ts'),
  soak: () => import('./soak.ts'),
  holds: () => import('./holds.ts'),
  fair: () => import('./fair.ts'),
  capacity: () => import('./capacity/capacity.ts'),
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { scale: { type: 'boolean', default: false } },
})
const unknown = positionals.find((name) => !Object.hasOwn(ALL, name))
if (unknown !== undefined) {
  console.error(`There is no part ${unknown}; there are ${Object.keys(ALL).join(', ')}.`)
  process.exit(2)
}
const asked = [...positionals, ...(values.scale ? ['scale'] : [])]
const rows: Row[] = []
const pace = [paceMs()]
for (const name of asked.length > 0 ? asked : Object.keys(PARTS)) {
  process.stderr.write(`${name} …\n`)
  const { measure } = await ALL[name]!()
  rows.push(...(await measure()))
  pace.push(paceMs())
}
printTable(rows)
console.log(
  `\nPace of the machine, before each part and after: ${pace.map(milliseconds).join(', ')}`,
)
// Sockets of a part that failed half-way must not keep the process.
process.exit(0)
