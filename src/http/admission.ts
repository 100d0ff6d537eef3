// Between the credentials of a request and its work: whose share it takes from, and how many may wait.

import type { IncomingMessage } from 'node:http'
import { begin, isCrowded } from '../base/shares.ts'
import { TOO_BUSY } from '../errors/callers.ts'
import { refuse } from '../errors.ts'
import { isLarge } from './body.ts'
import type { Routed } from './response.ts'

const RETRY_AFTER_SECONDS = 5

/**
 * Lets a request whose body was read begin its work, in its owner's turn.
 * @returns undefined if it may go on at once
 * @throws RequestError RATE_LIMIT_HIT if too many requests of its owner wait already, or too large ones
 */
export function admit(
  req: IncomingMessage,
  res: Pick<Routed, 'once' | 'off' | 'owner' | 'admit'>,
): Promise<void> | undefined {
  // Large bodies have their own bounds.
  const bytes = isLarge(req) ? 0 : Number(req.headers['content-length'] ?? 0)
  if (isCrowded(bytes)) {
    refuse(TOO_BUSY, {
      what: 'Too many requests of yours are waiting',
      'retry-after': RETRY_AFTER_SECONDS,
    })
  }
  let leave = () => {}
  const turn = begin(bytes, (work) => {
    leave = work
    res.once('close', work)
  })
  return turn?.then(() => {
    res.off('close', leave)
    // Those before it may have been answered with more than their person reads.
    res.admit(res.owner)
  })
}
