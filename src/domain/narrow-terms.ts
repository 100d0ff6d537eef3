import { refuse } from '../errors.ts'
import type { Channel } from '../store/channels.ts'
import { channelKey } from './channels.ts'
import type { Context } from './context.ts'
import { mayReadMessage } from './message-access.ts'
import { memberIds } from './message-facts.ts'
import { refuseSpectator } from './spectators.ts'
import { findByKnownEmail, type User, type Viewer } from './users.ts'

/** One term of a narrow as a client sends it (messages 3.3). */
export interface Term {
  operator: string
  operand: string | number | readonly (string | number)[]
  negated: boolean
}

export const badNarrow = (desc: string): never =>
  refuse('BAD_NARROW', `Invalid narrow operator: ${desc}`, { desc })

/** Terms one narrow may have: each is a condition of the statement it becomes. */
const MOST_TERMS = 100

/** Operators by the names they have had. */
const CURRENT_NAMES: Record<string, string> = {
  stream: 'channel',
  streams: 'channels',
  'pm-with': 'dm',
  pm_with: 'dm',
  'dm-including': 'dm-with',
  group_pm_with: 'group-pm-with',
}

/** The terms under their operators' current names, as far as they mean anything. */
export function checkTerms(ctx: Context, viewer: Viewer, sent: readonly Term[]): Term[] {
  if (sent.length > MOST_TERMS)
    refuse('BAD_REQUEST', `narrow has too many terms (maximum: ${MOST_TERMS})`)
  const terms = sent.map((term) => ({
    ...term,
    operator: Object.hasOwn(CURRENT_NAMES, term.operator)
      ? CURRENT_NAMES[term.operator]!
      : term.operator,
  }))
  const open = viewer === undefined ? checkSpectatorTerms(terms) : terms
  const following = followMessage(ctx, viewer, open)
  requireOneKind(following)
  // Clients note there where they were; they send it as the anchor too.
  return following.filter(({ operator }) => operator !== 'near')
}

/** What people without an account may ask for (messages 3.2). */
const SPECTATOR_OPERATORS = new Set(
  'channel channels topic sender has search near id with'.split(' '),
)

function checkSpectatorTerms(terms: readonly Term[]): Term[] {
  // Web clients send it with every narrow; people who mute nothing lose nothing by it.
  const open = terms.filter(
    ({ operator, operand, negated }) => operator !== 'in' || operand !== 'home' || negated,
  )
  const isAllowed = ({ operator, operand }: Term) =>
    SPECTATOR_OPERATORS.has(operator) || (operator === 'is' && operand === 'resolved')
  const staysPublic = open.some(
    ({ operator, operand, negated }) =>
      operator === 'channels' && operand === 'web-public' && !negated,
  )
  if (!staysPublic || !open.every(isAllowed)) refuseSpectator()
  return open
}

/** `with` stands for the place where a message is now, whatever the narrow says it was. */
function followMessage(ctx: Context, viewer: Viewer, terms: readonly Term[]): Term[] {
  const [followed, second] = terms.filter(({ operator }) => operator === 'with')
  if (!followed) return [...terms]
  if (second) badNarrow("Duplicate 'with' operators.")
  const others = terms.filter((term) => term !== followed)
  const message = ctx.store.messages.find(messageId(followed.operand))
  if (!message || !mayReadMessage(ctx, viewer, message)) {
    const has = (name: string) => others.some(({ operator }) => operator === name)
    if (has('dm') || (has('channel') && has('topic'))) return others
    return badNarrow("Invalid 'with' operator")
  }
  const place: Omit<Term, 'negated'>[] =
    message.channel_id === null
      ? [{ operator: 'dm', operand: memberIds(message.member_key!) }]
      : [
          { operator: 'channel', operand: message.channel_id },
          { operator: 'topic', operand: message.topic! },
        ]
  return [
    ...others.filter(({ operator }) => !['channel', 'topic', 'dm'].includes(operator)),
    ...place.map((term) => ({ ...term, negated: false })),
  ]
}

const IN_CHANNELS = new Set(['channel', 'channels', 'topic'])
const STATES_IN_CHANNELS = new Set<unknown>(['resolved', 'followed', 'muted'])
const AMONG_PEOPLE = new Set(['dm', 'dm-with', 'group-pm-with'])

const isDirectState = ({ operator, operand }: Term) =>
  operator === 'is' && (operand === 'dm' || operand === 'private')

function requireOneKind(terms: readonly Term[]) {
  const inChannels = terms.some((term) =>
    term.negated
      ? isDirectState(term)
      : IN_CHANNELS.has(term.operator) ||
        (term.operator === 'is' && STATES_IN_CHANNELS.has(term.operand)),
  )
  const direct = terms.some(
    (term) => !term.negated && (AMONG_PEOPLE.has(term.operator) || isDirectState(term)),
  )
  if (!inChannels || !direct) return
  const desc = 'No message can be both a channel message and direct message'
  refuse('BAD_NARROW', `Invalid narrow operator combination: ${desc}`, { desc })
}

/** A channel a term names; whether the viewer may read it shows in what they find there. */
export function channelOf(ctx: Context, viewer: Viewer, { operand }: Term): Channel {
  const { channels } = ctx.store
  const found =
    typeof operand === 'number'
      ? channels.find(operand)
      : typeof operand === 'string'
        ? channels.findByName(channelKey(operand))
        : undefined
  if (found && (viewer !== undefined || found.is_web_public)) return found
  const kind = viewer === undefined ? 'web-public channel' : 'channel'
  return badNarrow(`unknown ${kind} ${shown(operand)}`)
}

export const textOf = ({ operator, operand }: Term): string =>
  typeof operand === 'string'
    ? operand
    : refuse('BAD_REQUEST', `The operand of '${operator}' is not a string`)

/** Someone a term names, by ID or address. */
export const personOf = (ctx: Context, viewer: Viewer, operand: Term['operand']): User =>
  findPerson(ctx, viewer, operand) ?? badNarrow(`unknown user ${shown(operand)}`)

function findPerson(ctx: Context, viewer: Viewer, who: Term['operand']): User | undefined {
  if (typeof who === 'number') return ctx.store.users.find(who)
  return typeof who === 'string' ? findByKnownEmail(ctx, viewer, who) : undefined
}

/** The people a term lists: IDs, addresses, or addresses with commas between. */
export function peopleOf(ctx: Context, viewer: Viewer, { operand }: Term): User[] {
  const list = typeof operand === 'string' ? operand.split(',').map((part) => part.trim()) : operand
  return [...(typeof list === 'number' ? [list] : list)]
    .filter((who) => who !== '')
    .map((who) => findPerson(ctx, viewer, who) ?? badNarrow(`unknown user in ${shown(operand)}`))
}

export function messageId(operand: Term['operand']): number {
  const id = typeof operand === 'string' && /^\d{1,15}$/.test(operand) ? Number(operand) : operand
  return typeof id === 'number' && Number.isSafeInteger(id) && id >= 0
    ? id
    : badNarrow('Invalid message ID')
}

/** An operand in an error's text. */
export function shown(operand: Term['operand']): string {
  const text = typeof operand === 'object' ? JSON.stringify(operand) : String(operand)
  return text.length <= MAX_SHOWN ? text : `${text.slice(0, MAX_SHOWN)}…`
}

/** Characters of an operand that a refusal says again. */
const MAX_SHOWN = 1000
