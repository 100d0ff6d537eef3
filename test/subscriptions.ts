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
