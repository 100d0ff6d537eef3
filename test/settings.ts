// Helpers for personal settings.

import { expectSuccess, type Person } from './chat.ts'

/** A person's own settings, as a client that starts reads them. */
export const settingsOf = async (person: Person) =>
  expectSuccess(await person.post('/register', { fetch_event_types: ['user_settings'] }))
    .user_settings
