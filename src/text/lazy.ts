// Engines that most messages do not need are loaded by the first one that does, and
// synchronously, so that rendering can stay one plain function call inside a transaction. A
// bundler sees the literal `require` calls and turns each into a module evaluated on first use;
// under plain Node, where an ES module has no `require`, the call throws and Node's own loader
// does the work.

import type Katex from 'katex'
import type * as Lowlight from 'lowlight'
import type * as Re2 from 're2js'

const loadUnbundled = (id: string) =>
  process.getBuiltinModule('node:module').createRequire(import.meta.url)(id)

/** KaTeX, loaded at the first call. */
export function katex(): typeof Katex {
  try {
    return require('katex')
  } catch {
    return loadUnbundled('katex')
  }
}

/** The highlighter, loaded at the first call. */
export function lowlight(): typeof Lowlight {
  try {
    return require('lowlight')
  } catch {
    return loadUnbundled('lowlight')
  }
}

/** RE2, loaded at the first call. */
export function re2(): typeof Re2 {
  try {
    return require('re2js')
  } catch {
    return loadUnbundled('re2js')
  }
}
