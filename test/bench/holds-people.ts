// What members build up, described for `holds-built-up.ts`, and how they do it.

import type { Member } from './data.ts'
import type { LargeOrganization } from './holds-data.ts'

export type Ask = (
  method: string,
  path: string,
  parameters?: object,
) => Promise<Record<string, unknown>>

/** Who builds up, what, and what they or others ask for then. */
export interface BuiltUp {
  work: string
  build(people: People): Promise<unknown>
  ask(people: People): Promise<unknown>
}

/** All of them ordinary members but the owner. */
export interface People {
  large: LargeOrganization
  owner: Ask
  builder: Ask
  other: Ask
  third: Ask
  as(member: Member): Ask
  /** Adds a file of the builder. @returns its address */
  addFile(): Promise<string>
}

/** Requests of a builder that are under way at once. */
const AT_ONCE = 50

export async function many(count: number, one: (at: number) => Promise<unknown>) {
  let at = 0
  const work = async () => {
    while (at < count) await one(at++)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
}

export const message = (large: LargeOrganization, content: string, topic = 'built up') => ({
  ...{ type: 'channel', to: large.everyone },
  ...{ topic, content },
})
