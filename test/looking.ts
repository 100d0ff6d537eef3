// Sending pictures and looking at them, for tests.

import type { Chat } from './chat.ts'

export const look = (chat: Chat, url: string, init: RequestInit = {}) =>
  fetch(`${chat.url}${url}`, { redirect: 'manual', ...init })
