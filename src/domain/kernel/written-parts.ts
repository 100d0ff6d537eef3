// Long lists in JSON, in parts. When a row changes, the part with that row is written again, and nothing else: a list
// stays up to date while its rows change all the time, and is never written as a whole in one turn of the event loop.

import type { Context } from './context.ts'

/** How a list is written. */
export interface Writing<Part, Whole> {
  /** Finds the parts whose rows may have changed since the last call. @param written all parts by their numbers */
  changed(ctx: Context, written: ReadonlyMap<number, Part>): Iterable<number>
  /** Writes one part. @returns undefined if no row belongs to the part */
  write(ctx: Context, part: number): Part | undefined
  /** Puts all parts together. */
  join(ctx: Context, written: ReadonlyMap<number, Part>): Whole
}

/** `writeAhead` writes a part that changes without a pause so often; then `whole` writes it. */
const ATTEMPTS = 3

/** A list that follows what changes. */
export class WrittenInParts<Part, Whole> {
  readonly #writing: Writing<Part, Whole>
  readonly #written = new Map<number, Part>()
  readonly #unwritten = new Set<number>()
  #whole: Whole | undefined

  constructor(writing: Writing<Part, Whole>) {
    this.#writing = writing
  }

  /** Writes the parts that have changed. @param pause awaited between them */
  async writeAhead(ctx: Context, pause: () => Promise<unknown>): Promise<void> {
    for (let most = ATTEMPTS * this.#left(ctx); most > 0 && this.#left(ctx) > 0; most--) {
      this.#goOn(ctx)
      await pause()
    }
  }

  /** The list as it is now. */
  whole(ctx: Context): Whole {
    while (this.#left(ctx) > 0) this.#goOn(ctx)
    this.#whole ??= this.#writing.join(ctx, this.#written)
    return this.#whole
  }

  #left(ctx: Context): number {
    for (const part of this.#writing.changed(ctx, this.#written)) this.#unwritten.add(part)
    if (this.#unwritten.size > 0) this.#whole = undefined
    return this.#unwritten.size
  }

  #goOn(ctx: Context): void {
    const [part] = this.#unwritten as Iterable<number>
    if (part === undefined) return
    this.#unwritten.delete(part)
    const text = this.#writing.write(ctx, part)
    if (text === undefined) this.#written.delete(part)
    else this.#written.set(part, text)
  }
}
