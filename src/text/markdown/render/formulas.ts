// Formulas in TeX, as KaTeX writes them.

import { katex } from '../../lazy.ts'

/** Undefined if this is not TeX that KaTeX understands. */
export function formulaHtml(tex: string, displayMode: boolean): string | undefined {
  const { warn } = console
  // KaTeX complains there of every character it has no metrics for: anyone could fill our log.
  console.warn = () => {}
  try {
    return katex().renderToString(tex, {
      displayMode,
      throwOnError: true,
      output: 'htmlAndMathml',
      strict: 'ignore',
      trust: false,
      // Expansions of macros within macros; enough for any formula that people read.
      maxExpand: 500,
      // In ems: a rule a thousand lines high hides everything below it.
      maxSize: 50,
    })
  } catch {
    return undefined
  } finally {
    console.warn = warn
  }
}
