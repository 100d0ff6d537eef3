// Counts what people have created of the things that everyone is told of.

import type { Db } from '../db.ts'

/** Each kind: its rows, and the column of who created them. What was archived or deactivated counts. */
const KINDS = {
  channels: { rows: 'channel', creator: 'creator_id' },
  groups: { rows: 'user_group WHERE name IS NOT NULL', creator: 'creator_id' },
  bots: { rows: 'user WHERE bot_owner_id IS NOT NULL', creator: 'bot_owner_id' },
  emoji: { rows: 'emoji', creator: 'author_id' },
} as const

export type CreatedKind = keyof typeof KINDS

/** Statements that count what was created. */
export function creations(db: Db) {
  const count = (kind: CreatedKind, creator: string) => {
    const { rows } = KINDS[kind]
    const condition = creator && `${rows.includes('WHERE') ? 'AND' : 'WHERE'} ${creator} = ?`
    return db.prepare<number[], number>(`SELECT count(*) FROM ${rows} ${condition}`).pluck()
  }
  const kinds = Object.keys(KINDS) as CreatedKind[]
  const inAll = new Map(kinds.map((kind) => [kind, count(kind, '')]))
  const byOne = new Map(kinds.map((kind) => [kind, count(kind, KINDS[kind].creator)]))
  return {
    inAll: (kind: CreatedKind): number => inAll.get(kind)!.get()!,
    by: (userId: number, kind: CreatedKind): number => byOne.get(kind)!.get(userId)!,
  }
}
