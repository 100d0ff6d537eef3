// Addresses of views: what stands after the # of the page's address, and in links inside messages.

import { encodeOperand } from '../../text/narrow-links.ts'
import { othersOf } from './conversations.ts'
import { FEED, keyOf, type Place, type Term } from './narrow.ts'

/** What addresses ask about names. */
export interface Names {
  ownId: number
  channelName(id: number): string | undefined
  channelNamed(name: string): number | undefined
  userName(id: number): string | undefined
  /** By e-mail or name. */
  userNamed(text: string): number | undefined
}

/** Words that were used for operators, and what they are called now. */
const ALIASES: Record<string, string> = {
  stream: 'channel',
  streams: 'channels',
  subject: 'topic',
  from: 'sender',
  'pm-with': 'dm',
  pm_with: 'dm',
  'pm-including': 'dm-with',
  'dm-including': 'dm-with',
}

const PEOPLE = new Set(['sender', 'dm-with', 'mentions'])
const TEXTS = new Set(['channels', 'topic', 'is', 'in', 'has', 'search'])

/**
 * A term as people write it, in an address or in the search field.
 * @returns undefined for what is no term, or names a person or channel that is not there
 */
export function termFrom(name: string, operand: string, names: Names): Term | undefined {
  const operator = ALIASES[name] ?? name
  if (operator === 'channel') {
    const id = channelFrom(operand, names)
    return id === undefined ? undefined : { operator, operand: id }
  }
  if (PEOPLE.has(operator)) {
    const id = userFrom(operand, names)
    return id === undefined ? undefined : ({ operator, operand: id } as Term)
  }
  if (operator === 'dm') {
    const ids = peopleFrom(operand, names)
    return ids && { operator, operand: othersOf(ids, names.ownId) }
  }
  if (operator === 'id') return isId(operand) ? { operator, operand: Number(operand) } : undefined
  if (operator === 'is' && operand === 'private') return { operator, operand: 'dm' }
  return TEXTS.has(operator) ? ({ operator, operand } as Term) : undefined
}

/** The place that an address names; undefined for those of other views, and for nonsense. */
export function parseHash(hash: string, names: Names): Place | undefined {
  const [view, ...parts] = hash.replace(/^#/, '').split('/')
  if (view === 'feed' || view === 'all_messages') return { narrow: FEED }
  if (view !== 'narrow' || parts.length % 2 === 1) return undefined
  const place: Place & { narrow: Term[] } = { narrow: [] }
  for (let at = 0; at < parts.length; at += 2) {
    const operand = decodeOperand(parts[at + 1]!)
    if (operand === undefined || !readPart(place, parts[at]!, operand, names)) return undefined
  }
  return place
}

/** Adds one pair of an address to the place. @returns false for what means nothing */
function readPart(place: Place & { narrow: Term[] }, name: string, operand: string, names: Names) {
  if (name === 'near' || name === 'with') {
    place[name] = Number(operand)
    return isId(operand)
  }
  const negated = name.startsWith('-')
  const term = termFrom(negated ? name.slice(1) : name, operand, names)
  if (term) place.narrow.push(negated ? { ...term, negated } : term)
  return term !== undefined
}

/** The address of a place, the same for everybody who may see it. */
export function hashOf({ narrow, near, with: withId }: Place, names: Names): string {
  if (keyOf(narrow) === keyOf(FEED) && near === undefined) return '#feed'
  const parts = narrow.map(
    (term) => `/${term.negated ? '-' : ''}${term.operator}/${operandOf(term, names)}`,
  )
  if (withId !== undefined) parts.push(`/with/${withId}`)
  if (near !== undefined) parts.push(`/near/${near}`)
  return `#narrow${parts.join('')}`
}

export const isId = (text: string) => /^\d{1,15}$/.test(text)

function operandOf(term: Term, names: Names): string {
  switch (term.operator) {
    case 'channel':
      return withSlug(term.operand, names.channelName(term.operand))
    case 'sender':
    case 'dm-with':
    case 'mentions':
      return withSlug(term.operand, names.userName(term.operand))
    case 'dm': {
      const ids = [...new Set([...term.operand, names.ownId])].sort((a, b) => a - b)
      return `${ids.join(',')}-${ids.length > 2 ? 'group' : 'dm'}`
    }
    default:
      return encodeOperand(String(term.operand))
  }
}

const withSlug = (id: number, name: string | undefined) =>
  name === undefined ? String(id) : `${id}-${encodeOperand(name.replaceAll(' ', '-'))}`

/** `.20` is a space: percent signs do not survive being copied. */
function decodeOperand(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replace(/\.(?=[0-9A-Fa-f]{2})/g, '%'))
  } catch {
    return undefined
  }
}

/** `5-design`, `5`, or, as it was, the name alone. */
function channelFrom(text: string, names: Names): number | undefined {
  const named = names.channelNamed(text) ?? names.channelNamed(text.replaceAll('-', ' '))
  const id = /^(\d+)(-|$)/.exec(text)?.[1]
  if (id === undefined) return named
  return names.channelName(Number(id)) === undefined && named !== undefined ? named : Number(id)
}

function userFrom(text: string, names: Names): number | undefined {
  if (text === 'me') return names.ownId
  const id = /^(user)?(\d+)(-|$)/.exec(text)?.[2]
  return id === undefined ? names.userNamed(text) : Number(id)
}

/** `3,9-dm`, `9-Ana`, or addresses or names with commas between. */
function peopleFrom(text: string, names: Names): number[] | undefined {
  const listed = /^(\d+(?:,\d+)*)(-|$)/.exec(text)?.[1]
  if (listed) return listed.split(',').map(Number)
  const ids = text.split(',').map((name) => userFrom(name.trim(), names))
  return ids.every((id) => id !== undefined) ? ids : undefined
}
