// A narrow in terms of the database: filters with IDs instead of names, a page, and a query plan.

/** One condition on messages, with every name already resolved to an ID. */
export type Filter = { negated: boolean } & (
  | { by: 'messages'; ids: readonly number[] }
  | { by: 'conversation' | 'channel' | 'sender' | 'mention'; id: number }
  | { by: 'senders'; ids: readonly number[] }
  | { by: 'trait'; trait: 'link' | 'image' | 'attachment' | 'reactions' }
  | { by: 'flag'; flag: 'unread' | 'starred' | 'mentioned' | 'alerted' }
  | { by: 'direct' | 'resolved' | 'nothing' }
  /** In one of these channels or conversations; the conversations lie outside the channels. */
  | { by: 'places'; channels: readonly number[]; conversations: readonly number[] }
  /** Has all these words in its text: an FTS5 expression. */
  | { by: 'words'; match: string }
  /** Has this text in its Markdown or its topic; case does not matter. */
  | { by: 'phrase'; text: string }
  | { by: 'any'; of: readonly Filter[] }
)

export interface Narrow {
  /** ID of the user whose flags are read; 0 for a spectator. */
  reader: number
  /** Only messages the reader received; else all that the filters admit. */
  personal: boolean
  /** Channels whose messages the reader received once but may no longer read. */
  hidden: readonly number[]
  filters: readonly Filter[]
}

export interface Selected {
  id: number
  /** null: the reader has no row for it. */
  flags: number | null
}

/** A page: IDs from `from` towards older or newer, until `until` where given, both inclusive. */
export interface Page {
  from: number
  until?: number
  towards: 'older' | 'newer'
  limit: number
}

/** How a narrow is read: which list drives the statement, and how the text index is used if it does not. */
export interface QueryPlan {
  narrow: Narrow
  driving: DrivingIndex
  /** About each message by itself, or once for all of the page's IDs. */
  asksText: 'each' | 'once'
}

/** Which list of message IDs a statement walks: a filter's own, the reader's rows, or all there is. */
export type DrivingIndex = Filter | 'rows' | 'all'
