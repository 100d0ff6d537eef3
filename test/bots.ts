// Making bots and acting as one, for tests.

import { type Answer, type Chat, expectSuccess, Person } from './chat.ts'

export const makeBot = async (
  owner: Person,
  parameters: Record<string, unknown> = {},
): Promise<Answer> =>
  expectSuccess(await owner.post('/bots', { full_name: 'Robo', short_name: 'robo', ...parameters }))

export const asBot = (chat: Chat, { user_id, api_key }: Answer, email = 'robo-bot@hearth.local') =>
  new Person(chat.url, { id: user_id, email, name: 'Robo', key: api_key })
