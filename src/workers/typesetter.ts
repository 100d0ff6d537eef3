// Has formulas and coloured code typeset on the thread, and keeps the results for the rendering.

import { createHash } from 'node:crypto'
import { ByteCache } from '../base/byte-cache.ts'
import { type WorkerLine, WorkFailed } from '../base/worker-line.ts'
import type { Piece } from '../text/markdown/render/pieces.ts'
import { typesetNow } from '../text/markdown/render/typesetting.ts'

/** Room for the formulas of twenty of the largest messages at once. */
const MOST_BYTES = 16 * 1024 * 1024

/** For all pieces of a message. */
const DEADLINE_MS = 2000

/** Below so many characters, code is coloured faster than a thread is asked. */
const SHORT_CODE = 1000

/** Stands for a piece that is shown as it was typed. */
const AS_TYPED = new Uint8Array(0)

const utf8 = new TextDecoder()

export class WorkerTypesetter {
  readonly #line: WorkerLine
  /** In UTF-8, outside V8's heap: formulas have 5 kB each, and as texts most of a flood's garbage. */
  readonly #results = new ByteCache<string, Uint8Array>(MOST_BYTES)

  constructor(line: WorkerLine) {
    this.#line = line
  }

  /** Whether a piece is for the thread, and its HTML may be long. */
  takesLong = (piece: Piece): boolean => piece.kind !== 'code' || piece.source.length > SHORT_CODE

  /** Whether a piece takes long and is not known yet. */
  isDue = (piece: Piece): boolean =>
    this.takesLong(piece) && this.#results.get(nameOf(piece)) === undefined

  /**
   * Resolves when `typeset` knows these pieces. What takes too long is shown as it was typed.
   * @param owner whose message it is
   * @throws WorkRefused where too much of that person waits
   */
  async prepare(owner: string, pieces: readonly Piece[]): Promise<void> {
    const results = await this.#line
      .run<(Uint8Array | null)[]>(owner, 'typeset', pieces, DEADLINE_MS)
      .catch((error) => {
        if (error instanceof WorkFailed) return pieces.map(() => null)
        throw error
      })
    for (const [at, piece] of pieces.entries())
      this.#results.set(nameOf(piece), results[at] ?? AS_TYPED)
  }

  /** What is not prepared is typeset at once. */
  typeset = (piece: Piece): string | undefined => {
    const known = this.#results.get(nameOf(piece))
    if (known === undefined) return typesetNow(piece)
    return known === AS_TYPED ? undefined : utf8.decode(known)
  }

  /** What is not prepared and takes long is shown as it was typed. */
  typesetIfKnown = (piece: Piece): string | undefined =>
    this.isDue(piece) ? undefined : this.typeset(piece)

  /** Gives the memory of results back. */
  forgetAll(): void {
    this.#results.clear()
  }
}

const nameOf = (piece: Piece) => createHash('sha256').update(JSON.stringify(piece)).digest('base64')
