// The two parts of a message that take long to write: formulas and coloured code. Each is a pure
// function of its source, so a server may do them elsewhere and have the results ready.

/** A formula in TeX, or code in a language that has a grammar. */
export type Piece =
  | { kind: 'formula'; source: string; display: boolean }
  | { kind: 'code'; source: string; grammar: string }

/** The HTML of a piece; undefined where it is to be shown as it was typed. */
export type Typeset = (piece: Piece) => string | undefined
