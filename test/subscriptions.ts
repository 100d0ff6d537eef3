// Helpers for subscriptions.

import { expectSuccess, type Person } from './chat.ts'

export const subscriptionsOf = async (person: Person, parameters = {}) =>
  expectSuccess(await person.get('/users/me/subscriptions', parameters)).subscriptions

/** What a refusal comes down to. */
export const refusal = ({ status, code, msg }: { status: number; code?: string; msg?: string }) => [
  status,
  code,
  msg,
]

/** The names of the channels a person is subscribed to. */
export const namesOf = async (person: Person) =>
  (await subscriptionsOf(person)).map((channel: { name: string }) => channel.name)
