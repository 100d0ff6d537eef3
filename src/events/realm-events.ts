import type { ClientShape } from './client-shape.ts'

/** Changes of custom emoji, with all of them for clients that take no single ones (events 1.2). */
export type EmojiEvent = { type: 'realm_emoji'; realm_emoji: object } & (
  | { op: 'add'; emoji: object }
  | { op: 'update_one'; emoji_id: string; data: object }
)

export function shapeEmoji(event: EmojiEvent, shape: ClientShape): readonly object[] {
  const { realm_emoji, ...change } = event
  if (shape.capabilities.has('individual_emoji_changes')) return [change]
  return [{ type: event.type, op: 'update', realm_emoji }]
}

export interface LinkifiersEvent {
  type: 'realm_linkifiers'
  realm_linkifiers: readonly object[]
}

/** Clients that do not know URL templates are told of no linkifiers at all. */
export const shapeLinkifiers = (event: LinkifiersEvent, shape: ClientShape): readonly object[] =>
  shape.capabilities.has('linkifier_url_template') ? [event] : []
