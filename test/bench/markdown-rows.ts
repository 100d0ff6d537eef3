// Benchmark: rendering beside markdown-it alone, as rows of the table.

import { rows } from './markdown.ts'
import { type Measure, perSecond } from './table.ts'

/** Rendering beside markdown-it alone; the measuring itself is in markdown.ts. */
export const measure: Measure = async () =>
  (await rows()).map(({ name, ours, bare, ratio }) => ({
    work: `render: ${name}`,
    hearth: perSecond(ours),
    bare: perSecond(bare),
    figure: ratio,
  }))
