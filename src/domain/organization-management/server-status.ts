// What administrators may know about the server: whether it is well, and how mail, pushes, backups and
// the certificate are going. Paths, addresses and secrets of the person who runs it are left out.

import type { Context } from '../kernel/context.ts'
import { mailStatus } from '../mail/mail-sending.ts'

/** GET /realm/server. */
export const serverStatus = async (ctx: Context) => ({
  version: ctx.server.version,
  url: ctx.server.url,
  started_at: ctx.server.startedAt,
  problems: (await ctx.server.problems?.()) ?? [],
  mail: mailStatus(ctx),
  push: { ...ctx.store.pushSubscriptions.counts(), waiting: ctx.store.outbox.countPushes() },
  backups: backupsOf(ctx),
  certificate: ctx.server.certificate?.() ?? null,
})

function backupsOf(ctx: Context) {
  const status = ctx.server.backups?.()
  if (status === undefined) return null
  const { every, keep, kept, newest, next_at, failure } = status
  return { every, keep, kept, newest_at: newest?.taken_at ?? null, next_at, failure }
}
