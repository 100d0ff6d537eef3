// The keys with which this server signs its pushes. They follow from secret.key, so that a restored
// backup goes on pushing to the same browsers.

import { Vapid } from '../../outgoing-push/vapid.ts'
import type { Context } from '../kernel/context.ts'

/** By server, because a process may run several; made with the first push or subscription. */
const made = new WeakMap<object, Vapid>()

export function vapidOf(ctx: Context): Vapid {
  const known = made.get(ctx.server) ?? new Vapid(ctx.keys.sign('vapid', 'p256', 32))
  made.set(ctx.server, known)
  return known
}
