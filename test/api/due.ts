// Deliveries that come due together, of which the last is removed before its turn.

import { type Chat, expectSuccess } from '../chat.ts'

const DELIVERIES = 10

/**
 * Lets them come due and removes the last once the first was sent.
 * @param schedule has one sent a minute later that says `Sum 4`, with formulas, and returns its path
 * @returns which were sent, each as `Sum 4`
 */
export async function sentBesideRemoval(
  chat: Chat,
  type: 'reminders' | 'scheduled_messages',
  schedule: (n: number) => Promise<string>,
): Promise<string[]> {
  const inbox = await chat.olga.listen({ event_types: ['message', type] })
  const paths: string[] = []
  for (let n = 0; n < DELIVERIES; n++) paths.push(await schedule(n))
  await inbox.read()

  chat.clock.advance(62)
  const events = [...(await inbox.wait())]
  expectSuccess(await chat.olga.delete(paths.at(-1)!))
  const removed = () => events.filter(({ op }) => op === 'remove').length
  while (removed() < DELIVERIES) events.push(...(await inbox.wait()))
  return events.flatMap(({ message }) => (message ? [/Sum \d/.exec(message.content)![0]] : []))
}

/** What is sent of them. */
export const ALL_BUT_THE_LAST = Array.from({ length: DELIVERIES - 1 }, (_, n) => `Sum ${n}`)
