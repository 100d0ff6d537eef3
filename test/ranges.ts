// Filling a channel and asking for ranges of it, for tests.

import type { Person } from './chat.ts'

export const LARGER_THAN_ANY_ID = 10_000_000_000_000_000

export const IN_DESIGN = [['channel', 'Design']]

/** Messages of a channel with others between them. */
export async function fillDesign(olga: Person, count: number): Promise<number[]> {
  await olga.subscribe('Design')
  const sent = []
  for (let at = 0; at < count; at++) {
    sent.push(await olga.say('Design', 'x', `${at}`))
    await olga.say('general', 'between', `${at}`)
  }
  return sent
}
