// Who is here, drawn anew in one pass for everybody, and who is writing where.

import { directKey, topicKey } from './conversations.ts'
import type { TypingEvent } from './events.ts'
import { Table } from './table.ts'
import type { PresenceTimes } from './wire.ts'

export type PresenceStatus = 'active' | 'idle'

export class Presence {
  /** People who are here; everybody else is offline. */
  readonly #statuses = new Table<number, PresenceStatus>()
  readonly #times = new Map<number, PresenceTimes>()
  #offlineAfter = 200

  /** @param offlineAfter seconds of silence after which a user counts as offline */
  load(presences: Record<string, PresenceTimes>, offlineAfter: number, now: number) {
    this.#offlineAfter = offlineAfter
    this.#times.clear()
    this.update(presences, now)
  }

  /** Takes in what an event or the answer to a ping says, for everybody at once. */
  update(presences: Record<string, PresenceTimes>, now: number) {
    for (const [id, times] of Object.entries(presences)) this.#times.set(Number(id), times)
    this.refresh(now)
  }

  /** Works out anew who is here. @param now milliseconds */
  refresh(now: number) {
    const since = now / 1000 - this.#offlineAfter
    const here: [number, PresenceStatus][] = []
    for (const [id, { active_timestamp, idle_timestamp }] of this.#times) {
      if (active_timestamp > since) here.push([id, 'active'])
      else if (idle_timestamp > since) here.push([id, 'idle'])
    }
    this.#statuses.replace(here)
  }

  statusOf(userId: number): PresenceStatus | 'offline' {
    return this.#statuses.get(userId) ?? 'offline'
  }

  /** UNIX seconds when a user was last active or connected; undefined if that is unknown. */
  lastSeen(userId: number): number | undefined {
    const times = this.#times.get(userId)
    return times && Math.max(times.active_timestamp, times.idle_timestamp)
  }

  /** People who are here; subscribes to all of them. */
  everybodyHere(): number[] {
    return this.#statuses.keys()
  }
}

export class Typing {
  /** The people who are writing, by conversation key, in the order in which they began. */
  readonly #writers = new Table<string, readonly Writer[]>()
  /** The people who are editing a message, by its ID. */
  readonly #editors = new Table<number, readonly Writer[]>()

  /** Who is writing in a conversation, without oneself. */
  writersIn(conversation: string): number[] {
    return (this.#writers.get(conversation) ?? []).map(({ userId }) => userId)
  }

  editorsOf(messageId: number): number[] {
    return (this.#editors.get(messageId) ?? []).map(({ userId }) => userId)
  }

  apply(event: TypingEvent, ownId: number, until: number) {
    const userId = event.sender.user_id
    if (userId === ownId) return
    const key =
      event.message_type === 'stream'
        ? topicKey(event.stream_id, event.topic)
        : directKey(
            event.recipients.map(({ user_id }) => user_id),
            ownId,
          )
    change(this.#writers, key, userId, event.op === 'start' ? until : undefined)
  }

  /** @param until milliseconds; undefined if the user has stopped */
  applyEdit(messageId: number, userId: number, until: number | undefined) {
    change(this.#editors, messageId, userId, until)
  }

  /** Ends the typing of a user who has sent the message. */
  sent(conversation: string, userId: number) {
    change(this.#writers, conversation, userId, undefined)
  }

  /** Forgets those who have not been heard of for too long. */
  refresh(now: number) {
    for (const table of [this.#writers, this.#editors] as Table<unknown, readonly Writer[]>[]) {
      for (const [key, writers] of table.peekAll()) {
        const left = writers.filter(({ until }) => until > now)
        if (left.length < writers.length) put(table, key, left)
      }
    }
  }

  clear() {
    this.#writers.replace([])
    this.#editors.replace([])
  }
}

interface Writer {
  userId: number
  until: number
}

function change<K>(
  table: Table<K, readonly Writer[]>,
  key: K,
  userId: number,
  until: number | undefined,
) {
  const others = (table.peek(key) ?? []).filter((writer) => writer.userId !== userId)
  put(table, key, until === undefined ? others : [...others, { userId, until }])
}

function put<K>(table: Table<K, readonly Writer[]>, key: K, writers: readonly Writer[]) {
  if (writers.length > 0) table.set(key, writers)
  else table.delete(key)
}
