// Exports as people ask for them and list them, for tests.

import { type Chat, expectSuccess, type Person } from './chat.ts'

export const listed = async (person: Person) =>
  expectSuccess(await person.get('/export/realm')).exports

export const now = (chat: Chat) => Math.floor(chat.clock.now() / 1000)
