// Unsent messages that a person's clients share.

import { seconds } from '../../base/clock.ts'
import { makePause } from '../../base/jobs.ts'
import { MAX_MESSAGE_LENGTH, MAX_TOPIC_LENGTH } from '../../base/limits.ts'
import { listInSlices } from '../../base/list-text.ts'
import { NO_DRAFT } from '../../errors/personal.ts'
import { refuse } from '../../errors.ts'
import type * as Rows from '../../store/tables/drafts.ts'
import { normaliseContent, truncate } from '../../text/content.ts'
import { readableChannel } from '../access/access.ts'
import { requireRoom } from '../kernel/collections.ts'
import type { App, Context } from '../kernel/context.ts'
import { userSetting } from '../users/user-settings.ts'
import { type User, visibleUser } from '../users/users.ts'

/** A draft as its owner reads it; `to` holds one channel ID, or user IDs. */
export interface DraftDescription {
  id: number
  type: '' | 'stream' | 'private'
  to: number[]
  topic: string
  content: string
  timestamp: number
}

/** A draft as clients send it; without a timestamp it gets the current time. */
export type NewDraft = Omit<DraftDescription, 'id' | 'timestamp'> & {
  /** UNIX seconds, perhaps with a fraction. */
  timestamp?: number | undefined
}

/** How many POST /register hands out. */
const DRAFTS_IN_SNAPSHOT = 1000

/** Drafts of one person, so that no one can fill the database with them. */
const MAX_DRAFTS = 10_000

const describe = ({ recipients, edited_at, ...row }: Rows.Draft): DraftDescription => ({
  ...row,
  to: JSON.parse(recipients) as number[],
  timestamp: edited_at,
})

/** Most recently edited first. */
export const newestDrafts = (ctx: Context, user: User): DraftDescription[] =>
  ctx.store.drafts.ofUser(user.id, DRAFTS_IN_SNAPSHOT).map(describe)

/** GET /drafts: most recently edited last. */
export async function listDrafts(ctx: Context, user: User) {
  const { drafts } = ctx.store
  const listed: Rows.Draft[] = []
  const pause = makePause()
  for (const id of drafts.idsOfUser(user.id)) {
    const draft = drafts.find(user.id, id)
    // It may have been deleted in a turn of others.
    if (draft) listed.push(draft)
    await pause()
  }
  return { count: listed.length, drafts: await listInSlices(listed, describe) }
}

/** @returns their IDs, in the order given */
export const createDrafts = (ctx: App, user: User, asked: readonly NewDraft[]): Promise<number[]> =>
  ctx.commit((tx) => {
    requireSynchronised(user)
    const rows = asked.map((draft) => checkDraft(tx, user, draft))
    const characters = rows.reduce((sum, { content }) => sum + content.length, 0)
    const more = { count: rows.length, characters }
    requireRoom('drafts', () => tx.store.drafts.kept(user.id), MAX_DRAFTS, more)
    const drafts = rows.map((row) => describe({ id: tx.store.drafts.create(user.id, row), ...row }))
    tx.emit({ type: 'drafts', op: 'add', drafts }, [user.id])
    return drafts.map(({ id }) => id)
  })

/** PATCH /drafts/{id}. @throws RequestError for an unknown draft */
export const changeDraft = (ctx: App, user: User, id: number, asked: NewDraft) =>
  ctx.commit((tx) => {
    requireSynchronised(user)
    const before = find(tx, user, id)
    const row = { ...before, ...checkDraft(tx, user, asked) }
    const more = { count: 0, characters: row.content.length - before.content.length }
    requireRoom('drafts', () => tx.store.drafts.kept(user.id), MAX_DRAFTS, more)
    tx.store.drafts.save(row)
    tx.emit({ type: 'drafts', op: 'update', draft: describe(row) }, [user.id])
  })

/** DELETE /drafts/{id}. @throws RequestError for an unknown draft */
export const removeDraft = (ctx: App, user: User, id: number) =>
  ctx.commit((tx) => {
    requireSynchronised(user)
    tx.store.drafts.remove(find(tx, user, id).id)
    tx.emit({ type: 'drafts', op: 'remove', draft_id: id }, [user.id])
  })

const find = (ctx: Context, user: User, id: number): Rows.Draft =>
  ctx.store.drafts.find(user.id, id) ?? refuse(NO_DRAFT)

function requireSynchronised(user: User) {
  if (!userSetting(user, 'enable_drafts_synchronization')) {
    refuse('BAD_REQUEST', 'User has disabled synchronizing drafts.')
  }
}

function checkDraft(ctx: Context, user: User, draft: NewDraft): Omit<Rows.Draft, 'id'> {
  const { value: content, problem } = normaliseContent(draft.content, MAX_MESSAGE_LENGTH)
  if (content === undefined) refuse('BAD_REQUEST', problem)
  return {
    type: draft.type,
    recipients: JSON.stringify(checkRecipients(ctx, user, draft)),
    topic: draft.type === 'stream' ? checkTopic(draft.topic) : '',
    content,
    edited_at: checkTime(draft.timestamp ?? seconds(ctx.clock)),
  }
}

function checkRecipients(ctx: Context, user: User, { type, to }: NewDraft): number[] {
  if (type === '') return []
  if (type === 'private') return to.map((id) => visibleUser(ctx, user, id).id)
  if (to.length !== 1)
    refuse('BAD_REQUEST', 'Must specify exactly 1 channel ID for channel messages')
  return [readableChannel(ctx, user, to[0]!).id]
}

/** Checks only the length: the topic of a draft may still be incomplete. */
function checkTopic(topic: string): string {
  if (topic.includes('\0')) refuse('BAD_REQUEST', 'Topic must not contain null bytes')
  return truncate(topic.trim(), MAX_TOPIC_LENGTH, '...')
}

function checkTime(timestamp: number): number {
  return timestamp >= 0
    ? Math.floor(timestamp)
    : refuse('BAD_REQUEST', 'Timestamp must not be negative.')
}
