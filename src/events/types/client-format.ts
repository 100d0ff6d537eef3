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

const SWITCHES = ['applyMarkdown', 'clientGravatar', 'slimPresence', 'vendorNames'] as const

/** What formats differ in, each a bit of a format's number. */
const ASPECTS = [...SWITCHES, ...CAPABILITIES]

export type Aspect = (typeof ASPECTS)[number]

/** A number in which these aspects are set. */
export const bitsOf = (aspects: readonly Aspect[]): number =>
  aspects.reduce((bits, aspect) => bits | (1 << ASPECTS.indexOf(aspect)), 0)

/** A number for each of the 65,536 formats. */
export const bitsOfFormat = (format: ClientFormat): number =>
  bitsOf([...SWITCHES.filter((name) => format[name]), ...format.capabilities])

/** The format that has a number. */
export function formatOfBits(bits: number): ClientFormat {
  const has = (aspect: Aspect) => (bits & bitsOf([aspect])) !== 0
  return {
    applyMarkdown: has('applyMarkdown'),
    clientGravatar: has('clientGravatar'),
    slimPresence: has('slimPresence'),
    vendorNames: has('vendorNames'),
    capabilities: new Set(CAPABILITIES.filter(has)),
  }
}
