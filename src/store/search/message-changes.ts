// Notices which messages read differently than before: their own rows, reactions and edits, and
// names that many of them show.

import { onRowChange } from '../changes.ts'
import type { Db } from '../db.ts'

/** What many messages show. Settings decide what is shown of edits, linkifiers what topics link. */
const SHOWN_BY_MANY = [
  {
    table: 'user',
    columns: [
      'full_name',
      'email',
      'email_address_visibility',
      'avatar_source',
      'avatar_version',
      'avatar_file',
    ],
  },
  { table: 'channel', columns: ['name'] },
  { table: 'linkifier' },
  { table: 'organization', columns: ['settings'] },
]

/** More changed messages than these are all messages. */
const MAX_LISTED = 10_000

/** What has changed: single messages, all of a conversation, or any. */
export interface ChangedMessages {
  messages: ReadonlySet<number>
  conversations: ReadonlySet<number>
  any: boolean
}

/** Collects changes from now on. */
export function messageChanges(db: Db) {
  let messages = new Set<number>()
  let conversations = new Set<number>()
  let any = false
  let version = 0

  const add = (ids: Set<number>) => (id: unknown) => {
    if (id === null || any) return
    if (ids.size < MAX_LISTED) ids.add(id as number)
    else any = true
  }
  // A message just sent was in no answer yet; the other tables have rows for what happens later.
  const ofMessage = (id: unknown) => add(messages)(id)
  const ofConversation = (id: unknown) => add(conversations)(id)
  const counting = (listener: (id: unknown) => void) => (id: unknown) => {
    version++
    listener(id)
  }
  onRowChange(db, { table: 'message', key: 'id', ignoreInserts: true }, counting(ofMessage))
  for (const table of ['reaction', 'submessage', 'message_edit'])
    onRowChange(db, { table, key: 'message_id' }, ofMessage)
  onRowChange(db, { table: 'message_edit', key: 'conversation_id' }, ofConversation)
  onRowChange(
    db,
    { table: 'conversation', columns: ['topic'], key: 'id', ignoreInserts: true },
    counting(ofConversation),
  )
  for (const shown of SHOWN_BY_MANY)
    onRowChange(db, shown, () => {
      any = true
    })

  return {
    /** What has changed since the last call; undefined for nothing. */
    take(): ChangedMessages | undefined {
      if (!any && messages.size === 0 && conversations.size === 0) return undefined
      const changes = { messages, conversations, any }
      messages = new Set()
      conversations = new Set()
      any = false
      return changes
    },
    /** Another number when a message that was there before may match other narrows, or none. */
    version: () => version,
  }
}
