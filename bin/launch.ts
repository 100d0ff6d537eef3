// What Node runs first in the executable: it brings the program, which lies compressed in the archive.
// A process that becomes a supervisor does not need it: to bring it takes a fifth of the time of a start.

import { loadCarried } from '../src/base/executable.ts'
import { becomeSupervisor, canSupervise, isToSupervise } from '../src/cli/supervisor.ts'
import { setOptionsOfStart, setOptionsToStay } from '../src/cli/v8-options.ts'

/**
 * The largest of Node's own modules that a start needs. It has compiled code of them, which V8 takes only before
 * the options are set. With a few more V8 would optimize what loads them, and keep 2 MB of its compiler.
 */
const LARGEST = ['node:crypto', 'node:http', 'node:fs/promises']

const args = process.argv.slice(2)
if (isToSupervise(args, process.env) && canSupervise()) becomeSupervisor()
const run = loadCarried('hearth.cjs')
if (args[0] === 'serve') {
  for (const name of LARGEST) process.getBuiltinModule(name)
  setOptionsOfStart()
} else setOptionsToStay()
run()
