// What the renderer asks about the organization. It never touches the database itself.

/**
 * What rendering may ask about the organization. The domain answers from the
 * database as the sender sees it, the web client from its own state. Every
 * function is called only for names that really occur in the source.
 */
export interface Lookup {
  /** Case-insensitive; only users the sender may see. The smallest ID where a name is shared. */
  userByName(fullName: string): MentionedUser | undefined
  /** Only users the sender may see. */
  userById(id: number): MentionedUser | undefined
  /** Exact; system groups go by their internal name, such as `role:moderators`. */
  groupByName(name: string): MentionedGroup | undefined
  /** Case-sensitive; only channels whose content the sender may read. */
  channelByName(name: string): LinkedChannel | undefined
  /**
   * Newest message of the topic that the sender may read; topics match case-insensitively. Undefined also
   * where it would take long to find.
   */
  newestMessageId(channelId: number, topic: string): number | undefined
  /** Active custom emoji only. */
  realmEmoji(name: string): RealmEmoji | undefined
  /** Only uploads that the sender may attach to a message. `pathId` as in `/user_uploads/{pathId}`. */
  upload(pathId: string): LinkedUpload | undefined
  /** In the organization's order. */
  linkifiers(): readonly CompiledLinkifier[]
  /** The stored preview of a website, undefined if none is stored. The renderer never fetches. */
  websitePreview?(url: string): WebsitePreview | undefined
}

export interface MentionedUser {
  id: number
  fullName: string
  isActive: boolean
}

export interface MentionedGroup {
  id: number
  /** What is shown: for system groups the display name, such as `Moderators`. */
  displayName: string
  isActive: boolean
}

export interface LinkedChannel {
  id: number
  name: string
}

export interface RealmEmoji {
  /** Path or URL of the picture. */
  sourceUrl: string
}

export interface LinkedUpload {
  /** Media type, such as `image/png`. */
  contentType: string
  /** Present exactly if the file is an image whose header parses. */
  image?: UploadedImage
}

export interface UploadedImage {
  width: number
  height: number
  isAnimated: boolean
  /** Whether its thumbnails are there; until then a placeholder is shown. */
  isReady: boolean
}

export interface WebsitePreview {
  imageUrl: string
  title?: string
  description?: string
}

/** A compiled linkifier; made by `compileLinkifier`. */
export interface CompiledLinkifier {
  /** Matches that respect the boundary rule, leftmost first, not overlapping. */
  matches(text: string): LinkifierMatch[]
}

export interface LinkifierMatch {
  start: number
  end: number
  /** The expanded URL template. */
  url: string
}

/** Finds nothing: for rendering outside an organization. */
export const emptyLookup: Lookup = {
  userByName: () => undefined,
  userById: () => undefined,
  groupByName: () => undefined,
  channelByName: () => undefined,
  newestMessageId: () => undefined,
  realmEmoji: () => undefined,
  upload: () => undefined,
  linkifiers: () => [],
}
