// What a client can understand. Clients of one format receive the same bytes.

/** What a client declared it understands; a capability that is not named is false. */
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
 * Everything about a client that changes what it is sent. Two clients of one format get the same
 * bytes, so an event is serialised once per format and not once per queue.
 */
export interface ClientFormat {
  /** Message content as HTML, else as Markdown. */
  applyMarkdown: boolean
  /** avatar_url may be null: the client computes the Gravatar address itself. */
  clientGravatar: boolean
  slimPresence: boolean
  /** The client knows some values by a vendor's name (its User-Agent says so). */
  vendorNames: boolean
  capabilities: ReadonlySet<Capability>
}

const formats = new Map<string, { key: string; format: ClientFormat }>()

/**
 * Formats that are shared. Programs use a dozen of the 65,536 that exist; the bound is there because
 * one account can request all of them.
 */
const MOST_KEPT = 500

/** The shared object for a format, with its key, so that thousands of queues hold a few objects. */
export function internFormat(format: ClientFormat): { key: string; format: ClientFormat } {
  const key = formatKey(format)
  const known = formats.get(key)
  if (known) return known
  const made = { key, format }
  if (formats.size < MOST_KEPT) formats.set(key, made)
  return made
}

const formatKey = (format: ClientFormat) =>
  [format.applyMarkdown, format.clientGravatar, format.slimPresence, format.vendorNames]
    .map(Number)
    .concat(CAPABILITIES.map((name) => Number(format.capabilities.has(name))))
    .join('')
