import type Katex from 'katex'
import type * as Lowlight from 'lowlight'
import type * as Re2 from 're2js'

/*
 * Engines that most messages do not need are loaded by the first one that does,
 * and synchronously, so that rendering can stay one plain function call inside
 * a transaction. A bundler sees the literal `require` calls and turns each into
 * a module evaluated on first use; under plain Node, where an ES module has no
 * `require`, the call throws and Node's own loader does the work.
 */

const loadUnbundled = (id: string) =>
  process.getBuiltinModule('node:module').createRequire(import.meta.url)(id)

export function katex(): typeof Katex {
  try {
    return require('katex')
  } catch {
    return loadUnbundled('katex')
  }
}

export function lowlight(): typeof Lowlight {
  try {
    return require('lowlight')
  } catch {
    return loadUnbundled('lowlight')
  }
}

export function re2(): typeof Re2 {
  try {
    return require('re2js')
  } catch {
    return loadUnbundled('re2js')
  }
}
