// The facts about one inline content that the rules share while they parse it.

/** A stretch of inline content that turns into something by itself, without markup. */
export type Autolink = { start: number; end: number } & (
  | { kind: 'url'; url: string }
  | { kind: 'linkified'; url: string }
  | { kind: 'emoji'; code: string; name: string }
  /** An emoji we have no name for: no part of it may become another emoji. */
  | { kind: 'text' }
)

/** A stretch of code between backticks. */
export interface CodeSpan {
  /** Content, between the backticks. */
  contentStart: number
  contentEnd: number
  /** After the closing backticks. */
  end: number
}

export interface Scan {
  /** Code spans by where they start. */
  readonly codeSpans: ReadonlyMap<number, CodeSpan>
  /** Where the bracket or parenthesis opened at `open` is closed; -1 if it is not. */
  partnerOf(open: number): number
  /** The next spot at or after `position`; positions never go back. */
  autolinkFrom(position: number): Autolink | undefined
}
