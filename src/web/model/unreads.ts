// What one has not read: kept in sets and counts that change with single messages, never recounted.

import { computed, type ReadonlySignal, signal } from '@preact/signals-core'
import { channelIn, directKey, topicKey } from './conversations.ts'
import { Table } from './table.ts'
import type { Snapshot, VisibilityPolicy } from './wire.ts'

/** What the counts ask of channels and topics; muting decides only when a number is read. */
export interface Muting {
  isChannelMuted(channelId: number): boolean
  policyOf(conversation: string): VisibilityPolicy
}

/** Unread messages of a channel by what one wants to see of their topics. */
interface ChannelCount {
  plain: number
  muted: number
  /** Unmuted or followed. */
  raised: number
}

export class Unreads {
  /** Unread messages that muting does not hide; with oldMissing there are more. */
  readonly total: ReadonlySignal<number>
  /** Unread messages of all direct conversations. */
  readonly direct: ReadonlySignal<number>
  /** Unread messages that mention one; those that mention all do not count where they are muted. */
  readonly mentions: ReadonlySignal<number>
  /** The server has more unread messages than it lists: show a "+". */
  readonly oldMissing: ReadonlySignal<boolean>
  readonly #oldMissing = signal(false)
  readonly #direct = signal(0)
  readonly #counts = new Table<string, number>()
  readonly #channels = new Table<number, ChannelCount>()
  readonly #ids = new Map<string, Set<number>>()
  readonly #where = new Map<number, string>()
  /** Unread mentions by message ID, with their conversation, so that counts follow a move. */
  readonly #mentions = new Table<number, { kind: 'personal' | 'wildcard'; at: string }>()
  readonly #muting: Muting

  constructor(muting: Muting) {
    this.#muting = muting
    this.oldMissing = this.#oldMissing
    this.direct = this.#direct
    this.total = computed(() =>
      this.#channels
        .keys()
        .reduce((sum, channelId) => sum + this.inChannel(channelId), this.#direct.value),
    )
    this.mentions = computed(
      () => this.#mentions.keys().filter((id) => this.#countsAsMention(id)).length,
    )
  }

  load(snapshot: Snapshot, ownId: number) {
    const { pms, huddles, streams, mentions, old_unreads_missing } = snapshot.unread_msgs
    this.#oldMissing.value = old_unreads_missing
    const mentioned = new Set(mentions)
    const listed = new Map<number, string>()
    const list = (conversation: string, ids: readonly number[]) => {
      for (const id of ids) listed.set(id, conversation)
    }
    for (const row of pms) list(directKey([row.other_user_id], ownId), row.unread_message_ids)
    for (const row of huddles)
      list(directKey(row.user_ids_string.split(',').map(Number), ownId), row.unread_message_ids)
    for (const row of streams) list(topicKey(row.stream_id, row.topic), row.unread_message_ids)
    this.remove([...this.#where.keys()].filter((id) => !listed.has(id)))
    for (const [id, conversation] of listed)
      this.add(id, conversation, mentioned.has(id) ? 'personal' : undefined)
  }

  /** A message is unread there; a message that was unread elsewhere has moved. */
  add(id: number, conversation: string, mention: 'personal' | 'wildcard' | undefined) {
    if (mention) this.#mentions.set(id, { kind: mention, at: conversation })
    else this.#mentions.delete(id)
    const before = this.#where.get(id)
    if (before === conversation) return
    if (before !== undefined) this.#take(id, before)
    this.#where.set(id, conversation)
    const ids = this.#ids.get(conversation)
    if (ids) ids.add(id)
    else this.#ids.set(conversation, new Set([id]))
    this.#count(conversation, 1)
  }

  remove(ids: Iterable<number>) {
    for (const id of ids) {
      const conversation = this.#where.get(id)
      if (conversation === undefined) continue
      this.#where.delete(id)
      this.#mentions.delete(id)
      this.#take(id, conversation)
    }
  }

  /** Unread messages change their place; the others of the list are left alone. */
  move(ids: Iterable<number>, to: string) {
    for (const id of ids) if (this.#where.has(id)) this.add(id, to, this.#mentions.peek(id)?.kind)
  }

  /** Whether an unread message mentions one has changed with an edit. */
  setMention(id: number, mention: 'personal' | 'wildcard' | undefined) {
    const conversation = this.#where.get(id)
    if (conversation !== undefined) this.add(id, conversation, mention)
  }

  clear() {
    this.remove([...this.#where.keys()])
  }

  /** A topic's policy has changed from one to another. */
  policyChanged(conversation: string, from: VisibilityPolicy, to: VisibilityPolicy) {
    const count = this.#ids.get(conversation)?.size ?? 0
    const channelId = channelIn(conversation)
    if (channelId === undefined || count === 0) return
    this.#shift(channelId, from, -count)
    this.#shift(channelId, to, count)
  }

  /** Whether a message is unread, without subscribing. */
  has(id: number): boolean {
    return this.#where.has(id)
  }

  /** The conversation of an unread message, without subscribing. */
  placeOf(id: number): string | undefined {
    return this.#where.get(id)
  }

  /** Unread messages of a topic or direct conversation, whether muted or not. */
  countIn(conversation: string): number {
    return this.#counts.get(conversation) ?? 0
  }

  /** Conversations with unread messages, whether muted or not. */
  conversations(): string[] {
    return this.#counts.keys()
  }

  /** Unread messages of a channel that muting does not hide. */
  inChannel(channelId: number): number {
    const count = this.#channels.get(channelId)
    if (!count) return 0
    return this.#muting.isChannelMuted(channelId) ? count.raised : count.plain + count.raised
  }

  /** All unread messages of a channel, those of muted topics too. */
  allInChannel(channelId: number): number {
    const count = this.#channels.get(channelId)
    return count ? count.plain + count.muted + count.raised : 0
  }

  /** Unread messages of several channels that muting does not hide: of a folder, for instance. */
  inChannels(channelIds: readonly number[]): number {
    return channelIds.reduce((sum, id) => sum + this.inChannel(id), 0)
  }

  /** Whether something unread in a conversation mentions one. */
  mentionsIn(conversation: string): boolean {
    return this.#mentions
      .keys()
      .some((id) => this.#mentions.get(id)?.at === conversation && this.#countsAsMention(id))
  }

  /** Unread message IDs of a conversation, ascending, without subscribing. */
  idsIn(conversation: string): number[] {
    return [...(this.#ids.get(conversation) ?? [])].sort((a, b) => a - b)
  }

  /** All unread message IDs, ascending, without subscribing. */
  ids(): number[] {
    return [...this.#where.keys()].sort((a, b) => a - b)
  }

  /** IDs of unread messages that mention one, ascending. */
  mentionIds(): number[] {
    return this.#mentions
      .keys()
      .filter((id) => this.#countsAsMention(id))
      .sort((a, b) => a - b)
  }

  #countsAsMention(id: number): boolean {
    const mention = this.#mentions.get(id)
    if (mention?.kind !== 'wildcard') return mention !== undefined
    const conversation = mention.at
    const channelId = channelIn(conversation)
    if (channelId === undefined) return true
    const policy = this.#muting.policyOf(conversation)
    return policy === 0 ? !this.#muting.isChannelMuted(channelId) : policy !== 1
  }

  #take(id: number, conversation: string) {
    const ids = this.#ids.get(conversation)!
    ids.delete(id)
    if (ids.size === 0) this.#ids.delete(conversation)
    this.#count(conversation, -1)
  }

  #count(conversation: string, by: number) {
    const count = (this.#counts.peek(conversation) ?? 0) + by
    if (count > 0) this.#counts.set(conversation, count)
    else this.#counts.delete(conversation)
    const channelId = channelIn(conversation)
    if (channelId === undefined) this.#direct.value = this.#direct.peek() + by
    else this.#shift(channelId, this.#muting.policyOf(conversation), by)
  }

  #shift(channelId: number, policy: VisibilityPolicy, by: number) {
    const count = this.#channels.peek(channelId) ?? { plain: 0, muted: 0, raised: 0 }
    const part = CLASSES[policy]
    const changed = { ...count, [part]: count[part] + by }
    if (changed.plain + changed.muted + changed.raised === 0) this.#channels.delete(channelId)
    else this.#channels.set(channelId, changed)
  }
}

const CLASSES = ['plain', 'muted', 'raised', 'raised'] as const
