// Between the credentials of a request and its work: whose share it takes from, and how many may wait.

import type { IncomingMessage } from 'node:http'
import { type Beginning, begin, isCrowded } from '../base/shares.ts'
import { TOO_BUSY } from '../errors/callers.ts'
import { refuse } from '../errors.ts'
import { isLarge } from './body.ts'
import type { Routed } from './response.ts'

const RETRY_AFTER_SECONDS = 5

type Waiting = Pick<Routed, 'once' | 'off' | 'owner' | 'admit' | 'room' | 'endWithClient'>

/**
 * Lets a request whose body was read begin its work, in its owner's turn, and while its client reads.
 * @param isBrief whether it takes less time than it takes to order it
 * @returns undefined if it may go on at once; else whether the loop has turned meanwhile
 * @throws RequestError RATE_LIMIT_HIT if too many requests of its owner wait already, or too large ones
 */
export function admit(
  req: IncomingMessage,
  res: Waiting,
  isBrief = false,
): Promise<boolean> | undefined {
  // Large bodies have their own bounds.
  const bytes = isLarge(req) ? 0 : Number(req.headers['content-length'] ?? 0)
  if (isCrowded(bytes)) {
    refuse(TOO_BUSY, {
      what: 'Too many requests of yours are waiting',
      'retry-after': RETRY_AFTER_SECONDS,
    })
  }
  // Those before it may have been answered with more than their person reads.
  return turnAndRoom({ bytes, isBrief }, res)?.then((hasWaited) => {
    if (hasWaited) res.admit(res.owner)
    return hasWaited
  })
}

/** A client that had room when its request came may have none when its turn comes. */
function turnAndRoom(request: Beginning, res: Waiting): Promise<boolean> | undefined {
  const room = () =>
    res
      .room()
      ?.then(() => turnAndRoom(request, res))
      .then(() => true)
  const turn = turnOf(request, res)
  return turn ? turn.then((hasWaited) => room() ?? hasWaited) : room()
}

function turnOf(request: Beginning, res: Waiting): Promise<boolean> | undefined {
  let leave: (() => void) | undefined
  let stop = () => {}
  const turn = begin(request, (work) => {
    leave = work
    res.once('close', work)
    stop = res.endWithClient('behind the request')
  })
  return turn?.then((hasWaited) => {
    stop()
    if (leave) res.off('close', leave)
    return hasWaited
  })
}
