// What the search field suggests: operators, their operands, and people and channels for words.

import type { Term } from '../../model/narrow.ts'
import { termIn, textOf } from '../../model/search.ts'
import { model } from '../here.ts'
import { folded, ranked } from '../rank.ts'
import { searchText as t } from './text.ts'

/** A whole term, or the beginning of one that goes on in the field. */
export type Suggestion =
  | { key: string; words: string; term: Term }
  | { key: string; words: string; begin: string }

const SHOWN = 8

/** For a piece that is being typed, with the terms that stand before it. */
export function suggestionsFor(piece: string, terms: readonly Term[]): Suggestion[] {
  const [, minus = '', operator, operand = ''] = /^(-?)(?:([a-z-]+):)?(.*)$/s.exec(piece) ?? []
  const negated = minus !== ''
  if (operator !== undefined) {
    const found = operandsOf(ALIASES[operator] ?? operator, operand.replaceAll('"', ''), terms)
    return found.map((term) => suggestion(negated ? { ...term, negated } : term))
  }
  const operators = Object.keys(t.operators)
    .filter((name) => operand === '' || name.startsWith(operand.toLowerCase()))
    .map((name) => begin(minus, name))
  if (operand.length < 2) return operators
  const guesses = [
    ...operandsOf('channel', operand, terms).slice(0, 2),
    ...operandsOf('sender', operand, terms).slice(0, 2),
    ...operandsOf('dm', operand, terms).slice(0, 2),
    ...operandsOf('topic', operand, terms).slice(0, 2),
  ]
  return [
    ...operators,
    ...guesses.map((term) => suggestion(negated ? { ...term, negated } : term)),
  ].slice(0, SHOWN)
}

const ALIASES: Record<string, string> = { from: 'sender', stream: 'channel', in: 'channel' }

const begin = (minus: string, name: string): Suggestion => ({
  key: `${minus}${name}:`,
  words: t.operators[name]!,
  begin: `${minus}${name}:`,
})

const suggestion = (term: Term): Suggestion => ({
  key: textOf(term, model.names),
  words: describeTerm(term),
  term,
})

function operandsOf(operator: string, typed: string, terms: readonly Term[]): Term[] {
  switch (operator) {
    case 'channel':
      return channels(typed).map((operand) => ({ operator, operand }))
    case 'topic':
      return topics(typed, terms).map((operand) => ({ operator, operand }))
    case 'sender':
    case 'dm-with':
    case 'mentions':
      return people(typed).map((operand) => ({ operator, operand }))
    case 'dm':
      return people(typed).map((id) => ({ operator, operand: [id] }))
    case 'is':
    case 'has':
      return Object.keys(t[operator])
        .filter((name) => name.startsWith(typed.toLowerCase()))
        .map((operand) => ({ operator, operand }))
    default: {
      const term = termIn(`${operator}:${typed}`, model.names)
      return term ? [term] : []
    }
  }
}

function channels(typed: string): number[] {
  const all = model.channels.all().map(({ stream_id, name, is_subscribed }) => ({
    item: stream_id,
    name: folded(name),
    weight: is_subscribed ? 1 : 0,
  }))
  return ranked(all, typed, SHOWN)
}

function people(typed: string): number[] {
  const all = model.users.all().map(({ user_id, full_name, is_active }) => ({
    item: user_id,
    name: folded(full_name),
    weight: is_active === false ? 0 : 1,
  }))
  return ranked(all, typed, SHOWN)
}

/** Topics of the channel that is searched, or else of all channels. */
function topics(typed: string, terms: readonly Term[]): string[] {
  const channel = terms.find((term) => term.operator === 'channel')
  const ids =
    channel?.operator === 'channel'
      ? [channel.operand]
      : model.channels.subscribed.peek().map(({ stream_id }) => stream_id)
  const all = ids.flatMap((id) =>
    model.topics
      .of(id)
      .map(({ name, max_id }) => ({ item: name, name: folded(name), weight: max_id })),
  )
  return [...new Set(ranked(all, typed, SHOWN))]
}

/** A term in words: "Sent by Ana". */
export function describeTerm(term: Term): string {
  const words = wordsFor(term)
  return term.negated ? t.not(words) : words
}

function wordsFor(term: Term): string {
  switch (term.operator) {
    case 'channel':
      return t.channel(model.channels.name(term.operand))
    case 'topic':
      return t.topic(term.operand)
    case 'sender':
      return t.sender(model.users.name(term.operand))
    case 'dm-with':
      return t['dm-with'](model.users.name(term.operand))
    case 'mentions':
      return t.mentions(model.users.name(term.operand))
    case 'dm':
      return t.dm(term.operand.map((id) => model.users.name(id)).join(', '))
    case 'is':
      return t.is[term.operand] ?? `is:${term.operand}`
    case 'has':
      return t.has[term.operand] ?? `has:${term.operand}`
    case 'search':
      return t.forWords(term.operand)
    default:
      return textOf(term, model.names)
  }
}
