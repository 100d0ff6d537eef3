// What Node runs first in the executable: it brings the program, which lies compressed in the archive.

import { runCarried } from '../src/base/executable.ts'

runCarried('hearth.cjs')
