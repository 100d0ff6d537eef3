// Formulas that take long.

/** A matrix that takes KaTeX the longer the more cells it has, and with another number again. */
export const matrix = (cells: number, n = 0) =>
  `$$\\begin{matrix}${`${n}&`.repeat(cells)}\\end{matrix}$$`
