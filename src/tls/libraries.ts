// Loads the libraries for certificates. The executable carries them apart from its program, which
// lies in the memory of every server: 3 MB that only servers with such certificates need.

import { createRequire } from 'node:module'
import { isExecutable, readPackedAsset } from '../base/assets.ts'

type Libraries = typeof import('./carried.ts')

/** The functions that make and order certificates. */
export const loadLibraries = async (): Promise<Libraries> =>
  isExecutable ? loadBundle() : import('./carried.ts')

function loadBundle(): Libraries {
  const module = { exports: {} }
  const program = readPackedAsset('certificates.cjs').toString()
  const run = new Function('module', 'exports', 'require', program)
  run(module, module.exports, createRequire(process.execPath))
  return module.exports as Libraries
}
