// The files of an export, produced one after the other.

import { seconds } from '../../base/clock.ts'
import { makePause } from '../../base/jobs.ts'
import { RawJson } from '../../base/json.ts'
import { CAPABILITIES } from '../../events/types/client-format.ts'
import { formatMessage } from '../../events/types/message-format.ts'
import { TRAIT } from '../../store/bits.ts'
import type { Attachment } from '../../store/tables/attachments.ts'
import type { DataExport } from '../../store/tables/exports.ts'
import type { Message } from '../../store/tables/messages.ts'
import { describeChannel } from '../channels/channels.ts'
import { storagePath } from '../content/attachments.ts'
import type { Context } from '../kernel/context.ts'
import { canonicalMessage } from '../messages/canonical-message.ts'
import { picturesInUse } from '../pictures/picture-uses.ts'
import { picturePath } from '../pictures/pictures.ts'
import { assembled, readOneByOne, versionKeys } from '../snapshot/snapshot.ts'
import { personalSubscriptions } from '../subscriptions/subscription-lists.ts'
import { profileDataOfAll } from '../users/profile-data.ts'
import { describeUser, type User } from '../users/users.ts'
import type { ArchiveEntry } from './export-archive.ts'
import { type ExportScope, scopeOf } from './export-scope.ts'

/** Bytes of one file of records at most, if it has more than one; longer lists go on in further files. */
const PART_BYTES = 4_000_000

/** Records read before other requests run. With a hundred, others waited half as long again. */
const BATCH_SIZE = 20

const ORGANIZATION_SECTIONS = [
  'realm',
  'realm_user_settings_defaults',
  'realm_domains',
  'realm_emoji',
  'realm_linkifiers',
  'realm_playgrounds',
  'custom_profile_fields',
  'realm_user_groups',
  'channel_folders',
  'default_streams',
  'default_stream_groups',
]

const PERSONAL_SECTIONS = [
  'user_settings',
  'user_topic',
  'alert_words',
  'muted_users',
  'starred_messages',
  'drafts',
  'saved_snippets',
  'scheduled_messages',
  'reminders',
  'navigation_views',
]

/** Lets other requests run. @throws Error if the export should stop */
type Turn = () => Promise<void>

/**
 * The files of an export: JSON in the formats of the API, one record a line for lists, and uploads.
 * Each record is as it was when it was read, not as it was when the export began.
 */
export async function* exportContents(
  ctx: Context,
  by: User,
  { id, type }: Pick<DataExport, 'id' | 'type'>,
  turn: Turn,
): AsyncGenerator<ArchiveEntry> {
  // The archive was opened in the same turn.
  await turn()
  const scope = await scopeOf(ctx, type, turn)
  const upTo = ctx.store.messages.newestId()
  await turn()
  yield json('export.json', {
    format: 'hearth',
    version: ctx.server.version,
    export_id: id,
    export_type: type,
    export_time: seconds(ctx.clock),
    realm_url: ctx.server.url,
    newest_message_id: upTo,
    people_with_private_data: scope.people.map((user) => user.id),
  })
  yield json('organization.json', await organization(ctx, by, turn))
  yield* lines('users', inSlices(people(ctx, by, scope), turn))
  yield* lines('channels', inSlices(channels(ctx, scope), turn))
  yield* lines('private', privateData(ctx, scope, turn))
  const linked = new Set<number>()
  yield* lines('messages', messages(ctx, scope, upTo, linked, turn))
  const held = new Set(scope.people.map((user) => user.id))
  const isHeld = (file: Attachment) => linked.has(file.id) || held.has(file.owner_id)
  yield* lines('files', attachments(ctx, isHeld, turn))
  for await (const { path_id, path } of attachments(ctx, isHeld, turn))
    yield { name: path, location: ctx.fileStore.locate(storagePath(path_id)) }
  for (const name of picturesInUse(ctx))
    yield { name: `pictures/${name}.png`, location: ctx.fileStore.locate(picturePath(name)) }
}

const sections = (ctx: Context, user: User, types: readonly string[]) =>
  readOneByOne(ctx, user, {
    fetchTypes: new Set(types),
    includeSubscribers: 'false',
    clientGravatar: false,
    slimPresence: true,
    presenceHistoryDays: 0,
    vendorNames: false,
    capabilities: new Set(CAPABILITIES),
  })

async function organization(ctx: Context, by: User, turn: Turn) {
  const read: (readonly [string, Record<string, unknown>])[] = []
  for (const section of sections(ctx, by, ORGANIZATION_SECTIONS)) {
    read.push(section)
    await turn()
  }
  return assembled(ctx, read)
}

function* people(ctx: Context, by: User, { people }: ExportScope) {
  const open = new Set(people.map((user) => user.id))
  const profileOf = profileDataOfAll(ctx)
  for (const user of [...ctx.store.users.all(), ...ctx.store.users.systemBots()]) {
    const described = describeUser(ctx, user, by, { profileOf })
    yield open.has(user.id) ? { ...described, delivery_email: user.email } : described
  }
}

function* channels(ctx: Context, scope: ExportScope) {
  for (const channel of ctx.store.channels.all()) {
    if (!scope.holdsChannel(channel)) continue
    const subscribers = ctx.store.subscriptions.subscribers(channel.id)
    yield { ...describeChannel(ctx, channel), subscribers }
  }
}

/** Each person keeps drafts, snippets and messages for later of megabytes, so a record is written section by section. */
async function* privateData(ctx: Context, { people }: ExportScope, turn: Turn) {
  const pause = makePause(turn)
  for (const user of people) {
    let fields = fieldsOf({ user_id: user.id, ...versionKeys(ctx) })
    for (const [, section] of sections(ctx, user, PERSONAL_SECTIONS)) {
      fields += `,${fieldsOf(section)}`
      await pause()
    }
    fields += `,${fieldsOf({ subscriptions: personalSubscriptions(ctx, user) })}`
    yield new RawJson(`{${fields}}`)
    await pause()
  }
}

/** The JSON of an object that has fields, without its braces. */
const fieldsOf = (value: object) => JSON.stringify(value).slice(1, -1)

/** The messages of the scope. @param linked receives the IDs of the files they link */
async function* messages(
  ctx: Context,
  scope: ExportScope,
  upTo: number,
  linked: Set<number>,
  turn: Turn,
) {
  for (let after = 0; ; ) {
    const batch = ctx.store.messages.between(after, upTo, BATCH_SIZE)
    if (batch.length === 0) return
    after = batch.at(-1)!.id
    for (const message of batch) {
      if (!scope.holdsMessage(message)) continue
      if (message.traits & TRAIT.attachment)
        for (const { id } of ctx.store.attachments.ofMessage(message.id)) linked.add(id)
      yield describeMessage(ctx, message)
    }
    await turn()
  }
}

const describeMessage = (ctx: Context, message: Message) => ({
  ...formatMessage(canonicalMessage(ctx, message), {
    applyMarkdown: true,
    clientGravatar: false,
    vendorNames: false,
    emptyTopicName: true,
  }),
  raw_content: message.content,
})

async function* attachments(ctx: Context, isHeld: (file: Attachment) => boolean, turn: Turn) {
  for (let after = 0; ; ) {
    const batch = ctx.store.attachments.after(after, BATCH_SIZE)
    if (batch.length === 0) return
    after = batch.at(-1)!.id
    for (const file of batch.filter(isHeld)) {
      const { id, owner_id, name, path_id, size, content_type, created_at } = file
      const path = `files/${path_id}`
      yield { id, owner_id, name, path_id, path, size, content_type, create_time: created_at }
    }
    await turn()
  }
}

/** The same records, with turns for others while they are read and written. */
async function* inSlices<T>(records: Iterable<T>, turn: Turn) {
  const pause = makePause(turn)
  for (const record of records) {
    yield record
    await pause()
  }
}

const json = (name: string, value: unknown): ArchiveEntry => ({
  name,
  bytes: Buffer.from(`${JSON.stringify(value, null, 2)}\n`),
})

/**
 * Writes records one a line, and begins a new file when the next would make one longer than `PART_BYTES`. Each becomes
 * bytes at once: a part that is kept as text becomes old, and only a collection of all garbage frees it.
 */
async function* lines(name: string, records: AsyncIterable<object>): AsyncGenerator<ArchiveEntry> {
  let part = Buffer.alloc(0)
  let size = 0
  let count = 1
  const entry = () => ({
    name: `${count === 1 ? name : `${name}-${count}`}.jsonl`,
    bytes: part.subarray(0, size),
  })
  for await (const record of records) {
    const line = `${record instanceof RawJson ? record.text : JSON.stringify(record)}\n`
    const bytes = Buffer.byteLength(line)
    if (size > 0 && size + bytes > PART_BYTES) {
      yield entry()
      size = 0
      count++
    }
    if (size === 0) part = Buffer.allocUnsafeSlow(Math.max(PART_BYTES, bytes))
    size += part.write(line, size)
  }
  yield entry()
}
