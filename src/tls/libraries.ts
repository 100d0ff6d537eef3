// Loads the libraries for certificates. The executable carries them apart from its program, which
// lies in the memory of every server: 3 MB that only servers with such certificates need.

import { isExecutable, runCarried } from '../base/executable.ts'

type Libraries = typeof import('./carried.ts')

/** The functions that make and order certificates. */
export const loadLibraries = async (): Promise<Libraries> =>
  isExecutable ? (runCarried('certificates.cjs') as Libraries) : import('./carried.ts')
