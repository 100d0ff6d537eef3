import { refuse } from '../errors.ts'
import type { Channel } from '../store/channels.ts'
import type { Filter, Narrow } from '../store/narrows.ts'
import { hasContentAccess, hasSharedHistory } from './access.ts'
import { channelKey } from './channels.ts'
import type { Context } from './context.ts'
import { namedTopic, topicKey } from './topics.ts'
import { findByEmail, type User, type Viewer } from './users.ts'

/** One term of a narrow as a client sends it (messages 3.3). */
export interface Term {
  operator: string
  operand: string | number | readonly (string | number)[]
  negated: boolean
}

const badNarrow = (desc: string): never =>
  refuse('BAD_NARROW', `Invalid narrow operator: ${desc}`, { desc })

/**
 * What a viewer reads through a narrow: every name resolved, and the decision whether only the
 * messages they received count or all of a channel's history (messages 3.2).
 *
 * @throws RequestError BAD_NARROW
 */
export function resolveNarrow(ctx: Context, viewer: User, terms: readonly Term[]): Narrow {
  const channel = terms.map((term) => channelOf(ctx, term)).find((found) => found !== undefined)
  const filters = terms.map((term) => resolveTerm(ctx, viewer, term, channel))
  const named = terms.find((term) => isChannel(term) && !term.negated)
  const shared =
    named !== undefined && channel !== undefined && hasSharedHistory(ctx, viewer, channel)
  const barred =
    named !== undefined && channel !== undefined && !hasContentAccess(ctx, viewer, channel)
  return {
    reader: viewer.id,
    personal: !shared,
    hidden: named === undefined ? hiddenChannels(ctx, viewer) : [],
    filters: barred ? [{ by: 'nothing', negated: false }] : filters,
  }
}

const isChannel = ({ operator }: Term) => operator === 'channel' || operator === 'stream'

function channelOf(ctx: Context, term: Term): Channel | undefined {
  if (!isChannel(term)) return undefined
  const { channels } = ctx.store
  const found =
    typeof term.operand === 'number'
      ? channels.find(term.operand)
      : channels.findByName(channelKey(String(term.operand)))
  return found ?? badNarrow(`unknown channel ${String(term.operand)}`)
}

function resolveTerm(ctx: Context, viewer: User, term: Term, channel: Channel | undefined): Filter {
  const { negated } = term
  switch (term.operator) {
    case 'channel':
    case 'stream':
      return { by: 'channel', id: channel!.id, negated }
    case 'topic': {
      const name = namedTopic(text(term)).trim()
      const topic = channel && ctx.store.conversations.findTopic(channel.id, topicKey(name))
      return topic ? { by: 'conversation', id: topic.id, negated } : { by: 'nothing', negated }
    }
    case 'dm':
    case 'pm-with':
    case 'pm_with': {
      const people = peopleOf(ctx, term).map((user) => user.id)
      const members = [...new Set([viewer.id, ...people])].sort((a, b) => a - b)
      const direct = people.length > 0 && ctx.store.conversations.findDirect(members)
      return direct ? { by: 'conversation', id: direct.id, negated } : { by: 'nothing', negated }
    }
    case 'sender':
      return { by: 'sender', id: personOf(ctx, term.operand).id, negated }
    case 'id':
      return { by: 'message', id: messageId(term.operand), negated }
    default:
      return badNarrow(`unknown operator ${term.operator}`)
  }
}

const text = ({ operator, operand }: Term): string =>
  typeof operand === 'string' ? operand : badNarrow(`${operator} operand is not a string`)

function personOf(ctx: Context, operand: Term['operand']): User {
  const found =
    typeof operand === 'number'
      ? ctx.store.users.find(operand)
      : typeof operand === 'string'
        ? findByEmail(ctx, operand)
        : undefined
  return found ?? badNarrow(`unknown user ${String(operand)}`)
}

function peopleOf(ctx: Context, { operand }: Term): User[] {
  const list = typeof operand === 'string' ? operand.split(',').map((part) => part.trim()) : operand
  if (typeof list === 'number') return [personOf(ctx, list)]
  return list
    .filter((who) => who !== '')
    .map((who) => {
      const found = typeof who === 'number' ? ctx.store.users.find(who) : findByEmail(ctx, who)
      return found ?? badNarrow(`unknown user in ${String(operand)}`)
    })
}

function messageId(operand: Term['operand']): number {
  const id = typeof operand === 'string' && /^\d{1,15}$/.test(operand) ? Number(operand) : operand
  return typeof id === 'number' && Number.isSafeInteger(id) && id >= 0
    ? id
    : badNarrow('Invalid message ID')
}

/** Channels whose messages this person may have received but may no longer read. */
function hiddenChannels(ctx: Context, viewer: Viewer): number[] {
  if (viewer === undefined) return []
  return ctx.store.channels
    .notSubscribed(viewer.id)
    .filter((channel) => !hasContentAccess(ctx, viewer, channel))
    .map((channel) => channel.id)
}
