import type { IncomingMessage, ServerResponse } from 'node:http'
import { refuse } from '../errors.ts'

const LARGE_BYTES = 65_536
const AT_ONCE = 2

interface Line {
  inside: number
  waiting: (() => void)[]
}

/**
 * Bodies are in memory until their requests are answered. So whoever sends large ones has few there
 * at once: the others wait on the network, where they cost the server nothing.
 */
export class BodyTurns {
  readonly #lines = new Map<string, Line>()

  /**
   * Resolves when the body may be read; its turn ends with the connection or the answer.
   * @throws RequestError where nobody is there any more
   */
  async wait(sender: string, req: IncomingMessage, res: ServerResponse): Promise<void> {
    if (!isLarge(req)) return
    const line = this.#lines.get(sender) ?? { inside: 0, waiting: [] }
    this.#lines.set(sender, line)
    if (line.inside < AT_ONCE) line.inside++
    else await new Promise<void>((turn) => line.waiting.push(turn))
    if (res.closed) {
      this.#leave(sender, line)
      refuse('BAD_REQUEST', 'The body ended early')
    }
    res.once('close', () => this.#leave(sender, line))
  }

  #leave(sender: string, line: Line) {
    const next = line.waiting.shift()
    if (next) next()
    else if (--line.inside === 0) this.#lines.delete(sender)
  }
}

/** One that does not tell its length may be. */
const isLarge = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > LARGE_BYTES
