import { seconds } from '../base/clock.ts'
import { nextTurn } from '../base/jobs.ts'
import { randomToken } from '../base/tokens.ts'
import { refuse } from '../errors.ts'
import type { DataExport, ExportType } from '../store/exports.ts'
import { administrators } from './audiences.ts'
import type { Context } from './context.ts'
import { writeArchive } from './export-archive.ts'
import { exportContents } from './export-contents.ts'
import { ROLE, requireOwner } from './roles.ts'
import type { Emit } from './unit-of-work.ts'
import type { Download } from './uploads.ts'
import type { User } from './users.ts'

const WEEK = 7 * 86_400

/** Each reads everything and stays on the disk until somebody deletes it. */
const A_WEEK = 5

const NAME_LENGTH = 32

/** GET /export/realm: exports there were, oldest first (events 3.5). */
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
      ? `${ctx.site.url}/exports/${made.file}`
      : null,
  deleted_timestamp: made.deleted_at,
  failed_timestamp: made.failed_at,
  pending: isPending(made),
  export_type: made.type,
  export_from_prior_server: false,
})

/** What people have not agreed to. */
const isForOwners = (type: ExportType) => type === 'full_without_consent'

const mayRead = (type: ExportType, isOwner: boolean) => isOwner || !isForOwners(type)

/** POST /export/realm: begins an export, which goes on after the answer. @returns its ID */
export async function startExport(ctx: Context, by: User, type: ExportType): Promise<number> {
  const id = await ctx.commit((emit) => {
    requireMayExport(ctx, by, type)
    const known = ctx.store.exports.all()
    if (known.some(isPending))
      refuse('BAD_REQUEST', 'An export is being made; wait until it is done.')
    const since = seconds(ctx.clock) - WEEK
    const recent = known.filter((made) => made.started_at > since && made.failed_at === null)
    if (recent.length >= A_WEEK)
      refuse('BAD_REQUEST', `No more than ${A_WEEK} exports can be made in a week.`)
    const id = ctx.store.exports.create(by.id, type, seconds(ctx.clock))
    tellExports(ctx, emit)
    return id
  })
  ctx.jobs.start((isStopping) => makeExport(ctx, by, { id, type }, isStopping))
  return id
}

function requireMayExport(ctx: Context, by: User, type: ExportType) {
  if (!isForOwners(type)) return
  requireOwner(by)
  if (!ctx.site.fullExports)
    refuse('BAD_REQUEST', 'This server does not export data of people who have not agreed.')
}

async function makeExport(
  ctx: Context,
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
    await writeArchive(ctx.exportFiles, file, exportContents(ctx, by, made, turn))
    await ctx.commit((emit) => {
      ctx.store.exports.finish(made.id, file)
      tellExports(ctx, emit)
    })
  } catch (error) {
    // The next start finds it unfinished.
    if (isStopping()) return
    ctx.log.error('export-failed', { error: String((error as Error).stack) })
    await endUnfinished(ctx).catch((error) => {
      ctx.log.error('export-failed', { error: String((error as Error).stack) })
    })
  }
}

/** DELETE /export/realm/{id}: the archive goes, that there was one stays known. */
export async function removeExport(ctx: Context, by: User, id: number) {
  const file = await ctx.commit((emit) => {
    const made = ctx.store.exports.find(id) ?? refuse('BAD_REQUEST', 'Invalid data export ID')
    if (isForOwners(made.type)) requireOwner(by)
    if (made.deleted_at !== null) refuse('BAD_REQUEST', 'This export has been deleted already.')
    if (made.failed_at !== null) refuse('BAD_REQUEST', 'This export failed; there is no archive.')
    if (made.file === null) refuse('BAD_REQUEST', 'This export is still being made.')
    ctx.store.exports.remove(id, seconds(ctx.clock))
    tellExports(ctx, emit)
    return made.file
  })
  await ctx.exportFiles.remove(file).catch((error) => {
    ctx.log.error('export-not-removed', { error: String(error) })
  })
}

/** The archive at an address, for administrators. @throws RequestError NOT_FOUND for all others */
export function readableExport(ctx: Context, viewer: User, file: string): Download {
  const made = ctx.store.exports.all().find((one) => one.file === file)
  const may = viewer.role <= ROLE.administrator
  if (!made || !may || !mayRead(made.type, viewer.role === ROLE.owner))
    refuse('NOT_FOUND', 'This file does not exist or has been deleted.')
  return {
    location: ctx.exportFiles.locate(file),
    name: `export-${new Date(made.started_at * 1000).toISOString().slice(0, 10)}.tar.gz`,
    contentType: 'application/gzip',
  }
}

/** What a process that ended was in the middle of will not come about; what it left behind goes. */
export async function endInterruptedExports(ctx: Context) {
  await endUnfinished(ctx)
  const kept = new Set(ctx.store.exports.all().map(({ file }) => file))
  for (const name of await ctx.exportFiles.list('.'))
    if (!kept.has(name)) await ctx.exportFiles.remove(name)
}

async function endUnfinished(ctx: Context) {
  const { exports } = ctx.store
  if (!exports.all().some(isPending)) return
  await ctx.commit((emit) => {
    for (const { id } of exports.all().filter(isPending)) exports.fail(id, seconds(ctx.clock))
    tellExports(ctx, emit)
  })
}

/** Owners may see more than other administrators. */
function tellExports(ctx: Context, emit: Emit) {
  const isAdministrator = administrators(ctx)
  for (const isOwner of [true, false]) {
    const exports = ctx.store.exports.all().map((made) => describe(ctx, made, isOwner))
    emit(
      { type: 'realm_export', exports },
      (userId) =>
        isAdministrator(userId) && (ctx.store.users.find(userId)!.role === ROLE.owner) === isOwner,
    )
  }
}
