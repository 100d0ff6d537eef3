/** What a client declared it understands (specification 4.21; all false unless said). */
export const CAPABILITIES = [
  'notification_settings_null',
  'bulk_message_deletion',
  'user_avatar_url_field_optional',
  'stream_typing_notifications',
  'user_settings_object',
  'linkifier_url_template',
  'user_list_incomplete',
  'include_deactivated_groups',
  'archived_channels',
  'empty_topic_name',
  'simplified_presence_events',
  'individual_emoji_changes',
] as const

export type Capability = (typeof CAPABILITIES)[number]

/**
 * Everything about a client that changes what it is sent. Two clients of one shape get the same
 * bytes, so an event is serialised once per shape and not once per queue.
 */
export interface ClientShape {
  /** Message content as HTML, else as Markdown. */
  applyMarkdown: boolean
  /** avatar_url may be null: the client computes the Gravatar address itself. */
  clientGravatar: boolean
  slimPresence: boolean
  /** The client knows some values by a vendor's name (its User-Agent says so). */
  vendorNames: boolean
  capabilities: ReadonlySet<Capability>
}

const shapes = new Map<string, { key: string; shape: ClientShape }>()

/** The one shape, and its key, that stands for all equal ones: thousands of queues have a few. */
export function oneShape(shape: ClientShape): { key: string; shape: ClientShape } {
  const key = shapeKey(shape)
  const known = shapes.get(key) ?? { key, shape }
  shapes.set(known.key, known)
  return known
}

const shapeKey = (shape: ClientShape) =>
  [shape.applyMarkdown, shape.clientGravatar, shape.slimPresence, shape.vendorNames]
    .map(Number)
    .concat(CAPABILITIES.map((name) => Number(shape.capabilities.has(name))))
    .join('')
