// Starts, lists and deletes exports of the organization.

import { nextTurn } from '../../base/jobs.ts'
import { randomToken } from '../../base/tokens.ts'
import { NO_FILE } from '../../errors/files.ts'
import { refuse } from '../../errors.ts'
import type { DataExport, ExportType } from '../../store/tables/exports.ts'
import { administrators } from '../access/audiences.ts'
import { ROLE, requireOwner } from '../access/roles.ts'
import type { Download } from '../files/uploads.ts'
import type { App, Context, Tx } from '../kernel/context.ts'
import type { User } from '../users/users.ts'
import { writeArchive } from './export-archive.ts'
import { exportContents } from './export-contents.ts'

const WEEK_SECONDS = 7 * 86_400

/** Each export reads all data, and its archive stays on disk until it is deleted. */
const MAX_EXPORTS_PER_WEEK = 5

const NAME_LENGTH = 32

/** GET /export/realm: all exports, oldest first. */
export const listExports = (ctx: Context, viewer: User) =>
  ctx.store.exports.all().map((made) => describe(ctx, made, viewer.role === ROLE.owner))

const isPending = ({ file, failed_at, deleted_at }: DataExport) =>
  file === null && failed_at === null && deleted_at === null

const describe = (ctx: Context, made: DataExport, isOwner: boolean) => ({
  id: made.id,
  acting_user_id: made.acting_user_id,
  export_time: made.started_at,
  export_url:
    made.file !== null && mayRead(made.type, isOwner)
      ? `${ctx.server.url}/exports/${made.file}`
      : null,
  deleted_timestamp: made.deleted_at,
  failed_timestamp: made.failed_at,
  pending: isPending(made),
  export_type: made.type,
  export_from_prior_server: false,
})

/** Whether only owners may make this export: it includes data of people who did not agree. */
const isForOwners = (type: ExportType) => type === 'full_without_consent'

const mayRead = (type: ExportType, isOwner: boolean) => isOwner || !isForOwners(type)

/** POST /export/realm: begins an export, which continues in the background. @returns its ID */
export async function startExport(ctx: App, by: User, type: ExportType): Promise<number> {
  const id = await ctx.commit((tx) => {
    requireMayExport(tx, by, type)
    const known = tx.store.exports.all()
    if (known.some(isPending))
      refuse('BAD_REQUEST', 'An export is being made; wait until it is done.')
    const since = tx.now - WEEK_SECONDS
    const recent = known.filter((made) => made.started_at > since && made.failed_at === null)
    if (recent.length >= MAX_EXPORTS_PER_WEEK)
      refuse('BAD_REQUEST', `No more than ${MAX_EXPORTS_PER_WEEK} exports can be made in a week.`)
    const id = tx.store.exports.create(by.id, type, tx.now)
    emitExports(tx)
    return id
  })
  ctx.backgroundJobs.start((isStopping) => makeExport(ctx, by, { id, type }, isStopping))
  return id
}

function requireMayExport(ctx: Context, by: User, type: ExportType) {
  if (!isForOwners(type)) return
  requireOwner(by)
  if (!ctx.server.fullExports)
    refuse('BAD_REQUEST', 'This server does not export data of people who have not agreed.')
}

async function makeExport(
  ctx: App,
  by: User,
  made: Pick<DataExport, 'id' | 'type'>,
  isStopping: () => boolean,
) {
  const file = `${randomToken(NAME_LENGTH)}.tar.gz`
  const turn = async () => {
    await nextTurn()
    if (isStopping()) throw new Error('The server is being stopped.')
  }
  try {
    await writeArchive(ctx.exportStore, file, exportContents(ctx, by, made, turn))
    await ctx.commit((tx) => {
      tx.store.exports.finish(made.id, file)
      emitExports(tx)
    })
  } catch (error) {
    // The next start marks it as failed.
    if (isStopping()) return
    ctx.log.error('export-failed', { error: String((error as Error).stack) })
    await endUnfinished(ctx).catch((error) => {
      ctx.log.error('export-failed', { error: String((error as Error).stack) })
    })
  }
}

/** DELETE /export/realm/{id}: deletes the archive and keeps the entry in the list. */
export const removeExport = (ctx: App, by: User, id: number) =>
  ctx.commit((tx) => {
    const made = tx.store.exports.find(id) ?? refuse('BAD_REQUEST', 'Invalid data export ID')
    if (isForOwners(made.type)) requireOwner(by)
    if (made.deleted_at !== null) refuse('BAD_REQUEST', 'Export already deleted')
    if (made.failed_at !== null) refuse('BAD_REQUEST', 'Export failed, nothing to delete')
    const { file } = made
    if (file === null) refuse('BAD_REQUEST', 'Export still in progress')
    tx.store.exports.remove(id, tx.now)
    emitExports(tx)
    tx.afterCommit(() => tx.exportStore.remove(file))
  })

/** An archive by its file name, for administrators. @throws RequestError NOT_FOUND for others */
export function readableExport(ctx: Context, viewer: User, file: string): Download {
  const made = ctx.store.exports.all().find((one) => one.file === file)
  const may = viewer.role <= ROLE.administrator
  if (!made || !may || !mayRead(made.type, viewer.role === ROLE.owner)) refuse(NO_FILE)
  return {
    location: ctx.exportStore.locate(file),
    name: `export-${new Date(made.started_at * 1000).toISOString().slice(0, 10)}.tar.gz`,
    contentType: 'application/gzip',
  }
}

/** Marks exports as failed that an earlier process did not finish, and removes their files. */
export async function endInterruptedExports(ctx: App) {
  await endUnfinished(ctx)
  const kept = new Set(ctx.store.exports.all().map(({ file }) => file))
  for (const name of await ctx.exportStore.list('.'))
    if (!kept.has(name)) await ctx.exportStore.remove(name)
}

async function endUnfinished(ctx: App) {
  const { exports } = ctx.store
  if (!exports.all().some(isPending)) return
  await ctx.commit((tx) => {
    for (const { id } of exports.all().filter(isPending)) tx.store.exports.fail(id, tx.now)
    emitExports(tx)
  })
}

/** Emits the list of exports; owners see more of them than other administrators. */
function emitExports(tx: Tx) {
  const isAdministrator = administrators(tx)
  for (const isOwner of [true, false]) {
    const exports = tx.store.exports.all().map((made) => describe(tx, made, isOwner))
    tx.emit(
      { type: 'realm_export', exports },
      (userId) =>
        isAdministrator(userId) && (tx.store.users.find(userId)!.role === ROLE.owner) === isOwner,
    )
  }
}
