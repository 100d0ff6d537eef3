// Actions on what one person keeps: muted users, alert words, drafts, scheduled messages, views, reminders.

import { type Action, of } from './world.ts'

export const PERSONAL_ACTIONS: Record<string, Action> = {
  muteUser: (_, { by, other }) => by.post(`/users/me/muted_users/${other.id}`),
  unmuteUser: (_, { by, other }) => by.delete(`/users/me/muted_users/${other.id}`),
  watchWord: (_, { by, a }) =>
    by.post('/users/me/alert_words', { alert_words: [of(['tea', 'Tea', 'rum'], a)] }),
  dropWord: (_, { by, a }) =>
    by.delete('/users/me/alert_words', { alert_words: [of(['tea', 'Tea', 'rum'], a)] }),
  draft: (_, { by, a, b }) => {
    const draft = { type: 'stream', to: [1], topic: 'tea', content: `hm ${b}`, timestamp: b }
    const id = 1 + (a % 3)
    if (b % 3 === 0) return by.post('/drafts', { drafts: [draft] })
    return b % 3 === 1 ? by.patch(`/drafts/${id}`, { draft }) : by.delete(`/drafts/${id}`)
  },
  snippet: (_, { by, a, b }) => {
    const snippet = { title: `snippet ${b}`, content: 'Hello' }
    const path = `/saved_snippets/${1 + (a % 3)}`
    if (b % 3 === 0) return by.post('/saved_snippets', snippet)
    return b % 3 === 1 ? by.patch(path, snippet) : by.delete(path)
  },
  schedule: ({ chat, channels }, { by, a, b }) => {
    const at = Math.floor(chat.clock.now() / 1000) + 60
    const message = { type: 'channel', to: of(channels, a), topic: 'tea', content: `soon ${b}` }
    const path = `/scheduled_messages/${1 + (a % 3)}`
    if (b % 3 === 0)
      return by.post('/scheduled_messages', { ...message, scheduled_delivery_timestamp: at })
    return b % 3 === 1 ? by.patch(path, { content: `later ${b}` }) : by.delete(path)
  },
  view: (_, { by, a, b }) => {
    const fragment = of(['inbox', 'narrow/is/alerted'], a)
    if (b % 3 === 0) {
      const name = fragment === 'inbox' ? {} : { name: 'Alerts' }
      return by.post('/navigation_views', { fragment, is_pinned: true, ...name })
    }
    const path = `/navigation_views/${fragment}`
    return b % 3 === 1 ? by.patch(path, { is_pinned: a % 4 < 2 }) : by.delete(path)
  },
  remind: ({ chat, messages }, { by, a, b }) =>
    b % 2
      ? by.delete(`/reminders/${1 + (a % 3)}`)
      : by.post('/reminders', {
          message_id: of(messages, a),
          scheduled_delivery_timestamp: Math.floor(chat.clock.now() / 1000) + 90,
        }),
}
