// Tables outbox and refused_address: mails and pushes that wait to be sent, or were.

import type { Db } from '../db.ts'
import { writing } from '../writing.ts'

/** Something to send, before it is written. */
export interface OutboxRow {
  id: number
  kind: string
  user_id: number | null
  address_key: string | null
  subscription_id: number | null
  caused_by: number | null
  /** JSON of the IDs it is written from. */
  about: string
  created_at: number
  /** UNIX seconds of the next attempt; null: it has ended. */
  due_at: number | null
  attempts: number
  ended_at: number | null
  /** `sent`, `dropped`, or why it was given up; null while it waits. */
  outcome: string | null
}

export type NewOutboxRow = Omit<OutboxRow, 'id' | 'due_at' | 'attempts' | 'ended_at' | 'outcome'>

/** What waits and what failed, for those who run the server. */
export interface OutboxCounts {
  waiting: number
  sent: number
  failed: number
}

const COLUMNS = `id, kind, user_id, address_key, subscription_id, caused_by, about, created_at, due_at,
  attempts, ended_at, outcome`

/** Statements on what is to be sent. */
export function outbox(db: Db) {
  const due = db.prepare<[now: number, isMail: number, limit: number], OutboxRow>(`
    SELECT ${COLUMNS} FROM outbox WHERE due_at <= ? AND (address_key IS NOT NULL) = ?
     ORDER BY due_at, id LIMIT ?`)
  const nextDue = db.prepare<[], number | null>('SELECT min(due_at) FROM outbox').pluck()
  const waiting = db
    .prepare<[], number>('SELECT count(*) FROM outbox WHERE due_at IS NOT NULL')
    .pluck()
  const pushes = db
    .prepare<[], number>(
      'SELECT count(*) FROM outbox WHERE due_at IS NOT NULL AND address_key IS NULL',
    )
    .pluck()
  const toAddress = db
    .prepare<[key: string, since: number], number>(
      'SELECT count(*) FROM outbox WHERE address_key = ? AND created_at > ?',
    )
    .pluck()
  const causedBy = db
    .prepare<[user: number, since: number], number>(
      'SELECT count(*) FROM outbox WHERE caused_by = ? AND created_at > ?',
    )
    .pluck()
  const counts = db.prepare<[], OutboxCounts>(`
    SELECT count(*) FILTER (WHERE due_at IS NOT NULL) AS waiting,
           count(*) FILTER (WHERE outcome = 'sent') AS sent,
           count(*) FILTER (WHERE outcome NOT IN ('sent', 'dropped')) AS failed
      FROM outbox WHERE address_key IS NOT NULL`)
  const lastFailure = db
    .prepare<[], string>(`
      SELECT outcome FROM outbox
       WHERE address_key IS NOT NULL AND outcome NOT IN ('sent', 'dropped') ORDER BY id DESC LIMIT 1`)
    .pluck()
  const insert = db.prepare<NewOutboxRow & { due_at: number }>(`
    INSERT INTO outbox (kind, user_id, address_key, subscription_id, caused_by, about, created_at, due_at)
    VALUES (@kind, @user_id, @address_key, @subscription_id, @caused_by, @about, @created_at, @due_at)`)
  const postpone = db.prepare<[dueAt: number, id: number]>(
    'UPDATE outbox SET due_at = ?, attempts = attempts + 1 WHERE id = ?',
  )
  const setAbout = db.prepare<[about: string, id: number]>(
    'UPDATE outbox SET about = ? WHERE id = ?',
  )
  const end = db.prepare<[at: number, outcome: string, id: number]>(`
    UPDATE outbox SET due_at = NULL, attempts = attempts + 1, ended_at = ?, outcome = ?, about = '{}'
     WHERE id = ?`)
  const removeEnded = db.prepare<[until: number]>('DELETE FROM outbox WHERE ended_at <= ?')
  const removePushesTo = db.prepare<[subscription: number]>(
    'DELETE FROM outbox WHERE due_at IS NOT NULL AND subscription_id = ?',
  )
  const isRefused = db
    .prepare<[key: string], 1>('SELECT 1 FROM refused_address WHERE address_key = ?')
    .pluck()
  const refuse = db.prepare<[key: string, at: number]>(
    'INSERT OR IGNORE INTO refused_address (address_key, refused_at) VALUES (?, ?)',
  )

  return {
    /** What is to be tried now, the longest due first. */
    due: (now: number, limit: number, isMail: boolean) => due.all(now, isMail ? 1 : 0, limit),
    /** UNIX seconds; undefined if nothing waits. */
    nextDue: () => nextDue.get() ?? undefined,
    countWaiting: () => waiting.get()!,
    /** Pushes that wait. */
    countPushes: () => pushes.get()!,
    /** Mails to an address made after a time. */
    countTo: (addressKey: string, since: number) => toAddress.get(addressKey, since)!,
    /** Mails that a user caused after a time. */
    countCausedBy: (userId: number, since: number) => causedBy.get(userId, since)!,
    /** Mails of the last day, and all that wait. */
    mailCounts: () => counts.get()!,
    /** Why the last mail was given up; undefined if none was. */
    lastMailFailure: () => lastFailure.get(),
    isRefused: (addressKey: string) => isRefused.get(addressKey) !== undefined,

    ...writing({
      add: (row: NewOutboxRow, dueAt: number) => void insert.run({ ...row, due_at: dueAt }),
      /** Counts an attempt that failed. */
      postpone: (id: number, dueAt: number) => void postpone.run(dueAt, id),
      setAbout: (id: number, about: string) => void setAbout.run(about, id),
      end: (id: number, outcome: string, at: number) => void end.run(at, outcome, id),
      /** Forgets what ended until a time. */
      removeEnded: (until: number) => void removeEnded.run(until),
      removePushesTo: (subscriptionId: number) => void removePushesTo.run(subscriptionId),
      /** The owner of an address wants no mail. */
      refuseAddress: (addressKey: string, at: number) => void refuse.run(addressKey, at),
    }),
  }
}
