// Reads the terms of a narrow as clients send them.

import { BAD_TERM, BAD_TERMS_TOGETHER } from '../../errors/messages.ts'
import { WRONG_TYPE } from '../../errors/parameters.ts'
import { refuse } from '../../errors.ts'
import type { Channel } from '../../store/tables/channels.ts'
import { hasMetadataAccess } from '../access/access.ts'
import { mayReadMessage } from '../access/message-access.ts'
import { refuseSpectator } from '../access/spectators.ts'
import { channelKey } from '../channels/channels.ts'
import type { Context } from '../kernel/context.ts'
import type { Viewer } from '../kernel/viewer.ts'
import { memberIds } from '../messages/canonical-message.ts'
import { findByKnownEmail, seesUser, type User } from '../users/users.ts'

/** One term of a narrow as a client sends it. */
export interface Term {
  operator: string
  operand: string | number | readonly (string | number)[]
  negated: boolean
}

/** @throws RequestError BAD_NARROW with this description */
export const badNarrow = (desc: string): never => refuse(BAD_TERM, { desc })

/** Terms one narrow may have: each is a condition of the statement it becomes. */
const MAX_TERMS = 100

/** Current names of operators by their older names. */
const CURRENT_NAMES: Record<string, string> = {
  stream: 'channel',
  streams: 'channels',
  'pm-with': 'dm',
  pm_with: 'dm',
  'dm-including': 'dm-with',
  group_pm_with: 'group-pm-with',
}

/**
 * Normalises the terms of a narrow: current names of operators, `with` resolved, `near` dropped.
 * @throws RequestError BAD_NARROW; BAD_REQUEST above MAX_TERMS; UNAUTHORIZED for spectators
 */
export function checkTerms(ctx: Context, viewer: Viewer, sent: readonly Term[]): Term[] {
  if (sent.length > MAX_TERMS)
    refuse('BAD_REQUEST', `narrow has too many terms (maximum: ${MAX_TERMS})`)
  const terms = sent.map((term) => ({
    ...term,
    operator: Object.hasOwn(CURRENT_NAMES, term.operator)
      ? CURRENT_NAMES[term.operator]!
      : term.operator,
  }))
  const open = viewer === undefined ? checkSpectatorTerms(terms) : terms
  const following = followMessage(ctx, viewer, open)
  requireOneKind(following)
  // `near` repeats the anchor, which clients send separately.
  return following.filter((term) => {
    if (term.operator === 'near') textOf(term)
    return term.operator !== 'near'
  })
}

/** The operators that people without an account may use. */
const SPECTATOR_OPERATORS = new Set(
  'channel channels topic sender has search near id with'.split(' '),
)

function checkSpectatorTerms(terms: readonly Term[]): Term[] {
  // Web clients send this term with every narrow; spectators mute nothing, so it has no effect.
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

/** Replaces channel and topic by the current place of the message that `with` names. */
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
  refuse(BAD_TERMS_TOGETHER, { desc })
}

/** The channel of a term. Access is not checked here: an unreadable channel matches no messages. */
export function channelOf(ctx: Context, viewer: Viewer, { operand }: Term): Channel {
  const { channels } = ctx.store
  const found =
    typeof operand === 'number'
      ? channels.find(operand)
      : typeof operand === 'string'
        ? channels.findByName(channelKey(operand))
        : undefined
  const isKnown =
    found && (viewer === undefined ? found.is_web_public : hasMetadataAccess(ctx, viewer, found))
  if (isKnown) return found
  const kind = viewer === undefined ? 'web-public channel' : 'channel'
  return badNarrow(`unknown ${kind} ${shown(operand)}`)
}

/** The operand of a term as text. @throws RequestError if it is not text */
export const textOf = ({ operator, operand }: Term): string =>
  typeof operand === 'string'
    ? operand
    : refuse(WRONG_TYPE, { name: `The operand of '${operator}'`, type: 'a string' })

/** Someone a term names, by ID or address. */
export const personOf = (ctx: Context, viewer: Viewer, operand: Term['operand']): User =>
  findPerson(ctx, viewer, operand) ?? badNarrow(`unknown user ${shown(operand)}`)

function findPerson(ctx: Context, viewer: Viewer, who: Term['operand']): User | undefined {
  if (typeof who === 'number') {
    const user = ctx.store.users.find(who)
    return user && (viewer === undefined || seesUser(ctx, viewer, user)) ? user : undefined
  }
  return typeof who === 'string' ? findByKnownEmail(ctx, viewer, who) : undefined
}

/** The people a term lists: IDs, addresses, or addresses with commas between. */
export function peopleOf(ctx: Context, viewer: Viewer, { operand }: Term): User[] {
  const list = typeof operand === 'string' ? operand.split(',').map((part) => part.trim()) : operand
  return [...(typeof list === 'number' ? [list] : list)]
    .filter((who) => who !== '')
    .map((who) => findPerson(ctx, viewer, who) ?? badNarrow(`unknown user in ${shown(operand)}`))
}

/** The operand of a term as a message ID. @throws RequestError BAD_NARROW if it is not one */
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

/** Characters of an operand that an error repeats. */
const MAX_SHOWN = 1000
