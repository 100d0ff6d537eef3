// Counts what people have created of the things that everyone is told of.

import type { Db } from '../db.ts'

/** What is counted. What was archived or deactivated counts too. */
export type CreatedKind = 'channels' | 'groups' | 'bots' | 'emoji'

/** Statements that count what was created. */
export function creations(db: Db) {
  const count = (rows: string) =>
    db.prepare<number[], number>(`SELECT count(*) FROM ${rows}`).pluck()
  const inAll = {
    channels: count('channel'),
    groups: count('user_group WHERE name IS NOT NULL'),
    bots: count('user WHERE bot_owner_id IS NOT NULL'),
    emoji: count('emoji'),
  }
  const byOne = {
    channels: count('channel WHERE creator_id = ?'),
    groups: count('user_group WHERE creator_id = ? AND name IS NOT NULL'),
    bots: count('user WHERE bot_owner_id = ?'),
    emoji: count('emoji WHERE author_id = ?'),
  }
  return {
    inAll: (kind: CreatedKind): number => inAll[kind].get()!,
    by: (userId: number, kind: CreatedKind): number => byOne[kind].get(userId)!,
  }
}
