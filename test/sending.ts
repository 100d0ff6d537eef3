// Sending a message to a channel or to people, for tests.

import type { Person } from './chat.ts'

export const send = (person: Person, to: unknown, content = 'hello', more: object = {}) =>
  person.post('/messages', { type: 'channel', to, topic: 'lunch', content, ...more })

export const tell = (person: Person, to: unknown, content = 'hello') =>
  person.post('/messages', { type: 'direct', to, content })
