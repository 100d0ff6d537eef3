// Helpers for narrows.

import { type Answer, expectSuccess, type Person } from './chat.ts'

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

/** IDs that a person finds through a narrow, oldest first. */
export const find = async (person: Person, ...narrow: Term[]): Promise<number[]> =>
  ids(await ask(person, ...narrow))

/** IDs of the messages in an answer, in its order. */
export const ids = (answer: Answer): number[] =>
  expectSuccess(answer).messages.map((message: { id: number }) => message.id)

/** Everything in `all` that is not in `some`. */
export const without = (all: number[], some: number[]) => all.filter((id) => !some.includes(id))
