import type { Channel } from '../store/channels.ts'
import type { ExportType } from '../store/exports.ts'
import type { Message } from '../store/messages.ts'
import { mayRead, standingOf } from './access.ts'
import type { Context } from './context.ts'
import { hasConsented } from './export-consents.ts'
import { memberIds } from './message-facts.ts'
import { isPerson, type User } from './users.ts'

/** What an export may hold. */
export interface ExportScope {
  holdsChannel(channel: Channel): boolean
  holdsMessage(message: Message): boolean
  /** Whose private data is in it: settings, drafts, the real address and the like. */
  people: readonly User[]
}

/** @param turn lets others have theirs */
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
      return consentScope(ctx, people.filter(hasConsented), turn)
  }
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
    const standing = standingOf(ctx, user)
    for (const channel of channels) {
      if (!mayRead(standing, channel)) continue
      const known = readers.get(channel.id)
      if (known) known.add(user.id)
      else readers.set(channel.id, new Set([user.id]))
    }
    await turn()
  }
  return readers
}
