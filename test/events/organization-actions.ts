// Random actions in a small organization, for tests of convergence.

import type { Chat } from '../chat.ts'
import { CHANNEL_ACTIONS } from './actions/channels.ts'
import { MESSAGE_ACTIONS } from './actions/messages.ts'
import { ORGANIZATION_ACTIONS } from './actions/organization.ts'
import { PEOPLE_ACTIONS } from './actions/people.ts'
import { PERSONAL_ACTIONS } from './actions/personal.ts'
import type { Action, World } from './actions/world.ts'

export const ACTIONS: Record<string, Action> = {
  ...CHANNEL_ACTIONS,
  ...PEOPLE_ACTIONS,
  ...ORGANIZATION_ACTIONS,
  ...PERSONAL_ACTIONS,
  ...MESSAGE_ACTIONS,
}

/** @returns an organization with one or some of everything that is changed later */
export async function settle(chat: Chat): Promise<World> {
  const { olga } = chat
  const people = [olga, await chat.join('Ben'), await chat.join('Mia'), await chat.join('Gus', 600)]
  people.push(await chat.join('Eve'), await chat.join('Tom', 600))
  const world: World = {
    ...{ chat, people, channels: [], groups: [], bots: [] },
    ...{ fields: [], linkifiers: [], messages: [] },
  }
  for (const a of [0, 1, 2, 3])
    await ACTIONS.createChannel!(world, { by: olga, other: people[1 + (a % 3)]!, a, b: 0 })
  await ACTIONS.addField!(world, { by: olga, other: olga, a: 0, b: 0 })
  await ACTIONS.createGroup!(world, { by: olga, other: people[2]!, a: 0, b: 0 })
  await ACTIONS.createFolder!(world, { by: olga, other: olga, a: 0, b: 0 })
  await ACTIONS.makeBot!(world, { by: people[1]!, other: olga, a: 0, b: 0 })
  for (const a of [0, 1, 2, 3]) await ACTIONS.send!(world, { by: olga, other: olga, a, b: a })
  return world
}
