// The small organization of the tests of convergence, and how an action chooses among its things.

import { EVERYONE, MEMBERS, NOBODY } from '../../channels.ts'
import type { Answer, Chat, Person } from '../../chat.ts'

/** An organization of few things, so that what is done concerns the same ones again and again. */
export interface World {
  chat: Chat
  /** Olga owns it, Gus is a guest; nobody listens for Eve and Tom. */
  people: Person[]
  channels: number[]
  groups: number[]
  bots: number[]
  fields: number[]
  linkifiers: number[]
  messages: number[]
}

/** What is chosen for an action: who does it, and numbers that stand for everything else. */
export interface Choice {
  by: Person
  other: Person
  a: number
  b: number
}

export type Action = (world: World, choice: Choice) => Promise<Answer>

export const of = <T>(list: readonly T[], at: number): T | undefined => list[at % list.length]

/** Keeps the ID that something new was given. */
export const keep = (list: number[], answer: Answer, key: string) => {
  if (answer.result === 'success') list.push(answer[key])
  return answer
}

/** Who may: a system group, or single people. */
export const holder = ({ a, other }: Choice) =>
  of([MEMBERS, EVERYONE, NOBODY, { direct_members: [other.id], direct_subgroups: [] }], a)
