// What Node runs first in the executable: it brings the program, which lies compressed in the archive.
// A process that becomes a supervisor does not need it: to bring it takes a fifth of the time of a start.

import { runCarried } from '../src/base/executable.ts'
import { becomeSupervisor, canSupervise, isToSupervise } from '../src/cli/supervisor.ts'

if (isToSupervise(process.argv.slice(2), process.env) && canSupervise()) becomeSupervisor()
runCarried('hearth.cjs')
