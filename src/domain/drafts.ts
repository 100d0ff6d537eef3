import { seconds } from '../base/clock.ts'
import { MAX_MESSAGE_LENGTH, MAX_TOPIC_LENGTH } from '../base/limits.ts'
import { refuse } from '../errors.ts'
import type * as Rows from '../store/drafts.ts'
import { normaliseContent, truncate } from '../text/content.ts'
import { readableChannel } from './access.ts'
import type { Context } from './context.ts'
import { userSetting } from './user-settings.ts'
import { type User, visibleUser } from './users.ts'

/** Events 1.9. */
export interface Draft {
  id: number
  type: '' | 'stream' | 'private'
  to: number[]
  topic: string
  content: string
  timestamp: number
}

/** What a client may say of a draft; it is dated now where it says no time. */
export type NewDraft = Omit<Draft, 'id' | 'timestamp'> & { timestamp?: number | undefined }

/** How many POST /register hands out. */
export const DRAFTS_IN_SNAPSHOT = 1000

/** A person who fills the database with drafts is stopped here. */
const MOST_DRAFTS = 10_000

const describe = ({ recipients, edited_at, ...row }: Rows.Draft): Draft => ({
  ...row,
  to: JSON.parse(recipients) as number[],
  timestamp: edited_at,
})

/** Most recently edited first. */
export const ownDrafts = (ctx: Context, user: User, limit = MOST_DRAFTS): Draft[] =>
  ctx.store.drafts.ofUser(user.id, limit).map(describe)

/** @returns their IDs, in the order given */
export const createDrafts = (
  ctx: Context,
  user: User,
  asked: readonly NewDraft[],
): Promise<number[]> =>
  ctx.commit((emit) => {
    requireSynchronised(user)
    if (ctx.store.drafts.count(user.id) + asked.length > MOST_DRAFTS) {
      refuse('BAD_REQUEST', `You can keep ${MOST_DRAFTS} drafts at most.`)
    }
    const ids = asked.map((draft) => ctx.store.drafts.create(user.id, checkDraft(ctx, user, draft)))
    const drafts = ids.map((id) => describe(ctx.store.drafts.find(user.id, id)!))
    emit({ type: 'drafts', op: 'add', drafts }, [user.id])
    return ids
  })

export const changeDraft = (ctx: Context, user: User, id: number, asked: NewDraft) =>
  ctx.commit((emit) => {
    requireSynchronised(user)
    const row = { ...find(ctx, user, id), ...checkDraft(ctx, user, asked) }
    ctx.store.drafts.save(row)
    emit({ type: 'drafts', op: 'update', draft: describe(row) }, [user.id])
  })

export const removeDraft = (ctx: Context, user: User, id: number) =>
  ctx.commit((emit) => {
    requireSynchronised(user)
    ctx.store.drafts.remove(find(ctx, user, id).id)
    emit({ type: 'drafts', op: 'remove', draft_id: id }, [user.id])
  })

const find = (ctx: Context, user: User, id: number): Rows.Draft =>
  ctx.store.drafts.find(user.id, id) ?? refuse('NOT_FOUND', 'Draft does not exist')

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

/** Unlike a message's topic, one that is being typed may still be anything. */
function checkTopic(topic: string): string {
  if (topic.includes('\0')) refuse('BAD_REQUEST', 'Topic must not contain null bytes')
  return truncate(topic.trim(), MAX_TOPIC_LENGTH, '...')
}

function checkTime(timestamp: number): number {
  return timestamp >= 0 ? timestamp : refuse('BAD_REQUEST', 'Timestamp must not be negative.')
}
