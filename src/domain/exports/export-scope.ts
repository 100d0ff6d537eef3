// Which channels, messages and people an export covers.

import { makePause } from '../../base/jobs.ts'
import type { Channel } from '../../store/tables/channels.ts'
import type { ExportType } from '../../store/tables/exports.ts'
import type { Message } from '../../store/tables/messages.ts'
import { canReadChannel, loadMembership } from '../access/access.ts'
import type { Context } from '../kernel/context.ts'
import { memberIds } from '../messages/canonical-message.ts'
import { hasConsented } from '../users/export-consents.ts'
import { isPerson, type User } from '../users/users.ts'

/** What an export covers. */
export interface ExportScope {
  holdsChannel(channel: Channel): boolean
  holdsMessage(message: Message): boolean
  /** Users whose private data is included: settings, drafts, real address. */
  people: readonly User[]
}

/** The scope of an export by its type. @param turn lets other requests run */
export async function scopeOf(
  ctx: Context,
  type: ExportType,
  turn: () => Promise<void>,
): Promise<ExportScope> {
  const people = ctx.store.users.all().filter(isPerson)
  switch (type) {
    case 'public':
      return { holdsChannel: isPublic, holdsMessage: isInPublic(ctx), people: [] }
    case 'full_without_consent':
      return { holdsChannel: () => true, holdsMessage: () => true, people }
    case 'full_with_consent':
      return consentScope(ctx, await consentingAmong(people, turn), turn)
  }
}

/** In turns, because the settings of each are read. */
async function consentingAmong(people: readonly User[], turn: () => Promise<void>) {
  const consenting: User[] = []
  const pause = makePause(turn)
  for (const user of people) {
    if (hasConsented(user)) consenting.push(user)
    await pause()
  }
  return consenting
}

const isPublic = (channel: Channel) => !channel.invite_only

const isInPublic =
  (ctx: Context) =>
  ({ channel_id }: Message) =>
    channel_id !== null && isPublic(ctx.store.channels.find(channel_id)!)

/** Everything public, and what at least one of these people can read. */
async function consentScope(
  ctx: Context,
  people: readonly User[],
  turn: () => Promise<void>,
): Promise<ExportScope> {
  const readers = await readersOfPrivate(ctx, people, turn)
  const consenting = new Set(people.map(({ id }) => id))
  const isReceived = (messageId: number, by: ReadonlySet<number>) =>
    ctx.store.userMessages.owners(messageId).some((userId) => by.has(userId))
  return {
    people,
    holdsChannel: (channel) => isPublic(channel) || readers.has(channel.id),
    holdsMessage(message) {
      if (message.channel_id === null)
        return memberIds(message.member_key!).some((id) => consenting.has(id))
      const channel = ctx.store.channels.find(message.channel_id)!
      if (isPublic(channel)) return true
      const by = readers.get(channel.id)
      if (by === undefined) return false
      return channel.history_public_to_subscribers === 1 || isReceived(message.id, by)
    },
  }
}

/** Which of these people may read which private channels. */
async function readersOfPrivate(ctx: Context, people: readonly User[], turn: () => Promise<void>) {
  const channels = ctx.store.channels.all().filter((channel) => !isPublic(channel))
  const readers = new Map<number, Set<number>>()
  for (const user of people) {
    const membership = loadMembership(ctx, user)
    for (const channel of channels) {
      if (!canReadChannel(membership, channel)) continue
      const known = readers.get(channel.id)
      if (known) known.add(user.id)
      else readers.set(channel.id, new Set([user.id]))
    }
    await turn()
  }
  return readers
}
