// Table invitation: e-mail invitations and reusable links.

import type { Bool, Db } from '../db.ts'
import { writing } from '../writing.ts'

export interface Invitation {
  id: number
  /** What its link ends in. */
  key: string
  inviter_id: number
  is_multiuse: Bool
  /** null on reusable links. */
  email: string | null
  email_key: string | null
  role: number
  created_at: number
  /** null: never. */
  expires_at: number | null
  status: 'open' | 'accepted' | 'revoked'
  include_default_channels: Bool
  notify_inviter: Bool
  /** null: the organization's; '': none. */
  welcome_text: string | null
  /** JSON array of channel IDs. */
  channel_ids: string
  /** JSON array of group IDs. */
  group_ids: string
}

export type NewInvitation = Omit<Invitation, 'id' | 'status'>

/** What a list of invitations shows: the channels of each may be hundreds. */
export type ListedInvitation = Omit<Invitation, 'channel_ids' | 'group_ids' | 'welcome_text'>

const LISTED = `id, key, inviter_id, is_multiuse, email, email_key, role, created_at, expires_at, status,
  include_default_channels, notify_inviter`

/** Statements on invitations. */
export function invitations(db: Db) {
  const byId = db.prepare<[id: number], Invitation>('SELECT * FROM invitation WHERE id = ?')
  const byKey = db.prepare<[key: string], Invitation>('SELECT * FROM invitation WHERE key = ?')
  const OPEN = "status = 'open' AND (expires_at IS NULL OR expires_at > @now)"
  const open = db.prepare<{ now: number }, ListedInvitation>(
    `SELECT ${LISTED} FROM invitation WHERE ${OPEN} ORDER BY id`,
  )
  const openOf = db.prepare<{ now: number; inviter: number }, ListedInvitation>(
    `SELECT ${LISTED} FROM invitation WHERE inviter_id = @inviter AND ${OPEN} ORDER BY id`,
  )
  const count = db
    .prepare<{ now: number }, number>(`SELECT count(*) FROM invitation WHERE ${OPEN}`)
    .pluck()
  const countOf = db
    .prepare<{ now: number; inviter: number }, number>(
      `SELECT count(*) FROM invitation WHERE inviter_id = @inviter AND ${OPEN}`,
    )
    .pluck()
  const openTo = db.prepare<[email: string], Invitation>(
    `SELECT * FROM invitation WHERE email_key = ? AND status = 'open' ORDER BY id`,
  )
  const openBy = db.prepare<[inviter: number], Invitation>(
    `SELECT * FROM invitation WHERE inviter_id = ? AND status = 'open' ORDER BY id`,
  )
  const insert = db.prepare<NewInvitation>(`
    INSERT INTO invitation (key, inviter_id, is_multiuse, email, email_key, role, created_at,
                            expires_at, include_default_channels, notify_inviter, welcome_text,
                            channel_ids, group_ids)
    VALUES (@key, @inviter_id, @is_multiuse, @email, @email_key, @role, @created_at, @expires_at,
            @include_default_channels, @notify_inviter, @welcome_text, @channel_ids, @group_ids)`)
  const setStatus = db.prepare<[status: Invitation['status'], id: number]>(
    'UPDATE invitation SET status = ? WHERE id = ?',
  )
  const renew = db.prepare<
    Pick<Invitation, 'id' | 'key' | 'created_at' | 'expires_at'>
  >(`UPDATE invitation SET key = @key, created_at = @created_at, expires_at = @expires_at
      WHERE id = @id`)

  return {
    find: (id: number) => byId.get(id),
    findByKey: (key: string) => byKey.get(key),
    /** Neither used up nor revoked nor expired: of one inviter, or of all. */
    open: (now: number, inviter?: number): ListedInvitation[] =>
      inviter === undefined ? open.all({ now }) : openOf.all({ now, inviter }),
    countOpen: (now: number, inviter?: number): number =>
      (inviter === undefined ? count.get({ now }) : countOf.get({ now, inviter }))!,
    /** Not used up, to one address. @param emailKey case-folded */
    openTo: (emailKey: string) => openTo.all(emailKey),
    openBy: (inviterId: number) => openBy.all(inviterId),

    ...writing({
      create: (invitation: NewInvitation): number => Number(insert.run(invitation).lastInsertRowid),
      setStatus: (id: number, status: Invitation['status']) => void setStatus.run(status, id),
      renew: (invitation: Pick<Invitation, 'id' | 'key' | 'created_at' | 'expires_at'>) =>
        void renew.run(invitation),
    }),
  }
}
