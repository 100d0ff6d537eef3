// Helpers for narrows.

import type { Person } from './chat.ts'

/** A term of a narrow, in either of the two forms clients send. */
export type Term = [string, string] | { operator: string; operand: unknown; negated?: boolean }

/** The newest messages that a person finds through a narrow. */
export const ask = (person: Person, ...narrow: Term[]) =>
  person.get('/messages', { anchor: 'newest', num_before: 100, num_after: 0, narrow })

export const term = (operator: string, operand: unknown): Term => ({ operator, operand })
export const not = (operator: string, operand: unknown): Term => ({
  operator,
  operand,
  negated: true,
})
