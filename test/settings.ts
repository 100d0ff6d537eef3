// Helpers for personal settings.

import { type Chat, expectSuccess, type Person } from './chat.ts'

/** A person's own settings, as a client that starts reads them. */
export const settingsOf = async (person: Person) =>
  expectSuccess(await person.post('/register', { fetch_event_types: ['user_settings'] }))
    .user_settings

/** A setting of the organization as the snapshot of its owner has it. */
export const settingInSnapshot = async (chat: Chat, name: string) =>
  (await chat.olga.post('/register', { fetch_event_types: ['realm'] }))[`realm_${name}`]
