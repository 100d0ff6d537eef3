// Messages by ID, as they are now: one row each, drawn again only when the message changes.

import { MAX_TOPIC_LENGTH } from '../../base/limits.ts'
import { conversationOf, directKey, toggleResolved, topicKey } from './conversations.ts'
import type { ReactionEvent, SubmessageEvent, UpdateMessageEvent } from './events.ts'
import { Table } from './table.ts'
import type { Reaction, Submessage, WireMessage } from './wire.ts'

/** A message as views read it; Unreads alone keeps whether it is unread. */
export interface Message {
  id: number
  sender_id: number
  /** Name of the sender when the message came, for accounts that the reader may not see. */
  sender_full_name: string
  /** UNIX seconds. */
  timestamp: number
  /** HTML. */
  content: string
  is_me_message: boolean
  /** Key of the conversation, see conversations.ts. */
  conversation: string
  /** ID of the channel; undefined for direct messages. */
  stream_id?: number
  /** As it is spelled in this message; '' for direct messages. */
  topic: string
  /** For direct messages: IDs of the other people, ascending, or one's own ID. */
  people?: readonly number[]
  topic_links: readonly { text: string; url: string }[]
  reactions: readonly Reaction[]
  submessages: readonly Submessage[]
  /** All flags but `read` and `historical`. */
  flags: readonly string[]
  last_edit_timestamp?: number
  last_moved_timestamp?: number
  /** In the results of a search: content and topic with the found words marked. */
  match_content?: string
  match_subject?: string
}

type Arriving = Omit<WireMessage, 'flags'>

export class Messages {
  readonly #rows = new Table<number, Message>()
  readonly #byConversation = new Map<string, Set<number>>()

  get(id: number): Message | undefined {
    return this.#rows.get(id)
  }

  peek(id: number): Message | undefined {
    return this.#rows.peek(id)
  }

  has(id: number): boolean {
    return this.#rows.has(id)
  }

  peekAll(): Message[] {
    return this.#rows.peekAll().map(([, message]) => message)
  }

  /** IDs of the stored messages of a conversation, in no order. */
  idsIn(conversation: string): ReadonlySet<number> {
    return this.#byConversation.get(conversation) ?? NO_IDS
  }

  /** The newest stored message of a conversation. */
  newestIn(conversation: string): number | undefined {
    let newest: number | undefined
    for (const id of this.idsIn(conversation)) if (newest === undefined || id > newest) newest = id
    return newest
  }

  /** Takes in a message as the server sends it, in place of what was known of it. */
  put(wire: Arriving, flags: readonly string[], ownId: number): Message {
    const message = messageOf(wire, flags, ownId)
    this.#place(message)
    this.#rows.set(message.id, message)
    return message
  }

  /** Takes in a message as this class gave it out before. */
  restore(message: Message) {
    this.#place(message)
    this.#rows.set(message.id, message)
  }

  remove(id: number) {
    const message = this.peek(id)
    if (!message) return
    this.#displace(message)
    this.#rows.delete(id)
  }

  /** Forgets the oldest messages beyond a number of them, but none of those that are needed. */
  trim(most: number, needed: () => ReadonlySet<number>) {
    const surplus = this.#rows.count - most
    if (surplus <= 0) return
    const kept = needed()
    const ids = this.#rows.peekAll().map(([id]) => id)
    const old = ids.filter((id) => !kept.has(id)).sort((a, b) => a - b)
    for (const id of old.slice(0, surplus)) this.remove(id)
  }

  clear() {
    this.#rows.replace([])
    this.#byConversation.clear()
  }

  update(event: UpdateMessageEvent) {
    const { stream_id, subject, new_stream_id } = event
    const isMove = subject !== undefined || new_stream_id !== undefined
    if (isMove && stream_id !== undefined)
      for (const id of event.message_ids) this.#move(id, stream_id, event)
    const message = this.peek(event.message_id)
    if (message) this.#edit(message, event)
  }

  #move(id: number, from: number, event: UpdateMessageEvent) {
    const message = this.peek(id)
    if (!message) return
    const { topic_links } = event
    const stream_id = event.new_stream_id ?? from
    const topic = event.subject ?? topicBefore(message, from, event)
    if (message.stream_id === stream_id && message.topic === topic) return
    const isMoved = !isToggle(message.topic, event)
    this.#change({
      ...message,
      ...{ stream_id, topic, conversation: topicKey(stream_id, topic) },
      ...(topic_links && { topic_links }),
      ...(isMoved && { last_moved_timestamp: event.edit_timestamp }),
    })
  }

  #edit(message: Message, event: UpdateMessageEvent) {
    const { rendered_content, is_me_message = message.is_me_message } = event
    const flags = keptFlags(event.flags)
    if (rendered_content === undefined) return this.#change({ ...message, flags })
    const { match_content, ...rest } = message
    const edited = event.rendering_only ? {} : { last_edit_timestamp: event.edit_timestamp }
    this.#change({ ...rest, content: rendered_content, is_me_message, flags, ...edited })
  }

  react({ op, message_id, emoji_name, emoji_code, reaction_type, user_id }: ReactionEvent) {
    const message = this.peek(message_id)
    if (!message) return
    const others = message.reactions.filter(
      (reaction) =>
        reaction.user_id !== user_id ||
        reaction.emoji_code !== emoji_code ||
        reaction.reaction_type !== reaction_type,
    )
    const reaction = { emoji_name, emoji_code, reaction_type, user_id }
    this.#change({ ...message, reactions: op === 'add' ? [...others, reaction] : others })
  }

  addSubmessage({ type: _, submessage_id: id, ...rest }: SubmessageEvent) {
    const message = this.peek(rest.message_id)
    if (!message || message.submessages.some((submessage) => submessage.id === id)) return
    this.#change({ ...message, submessages: [...message.submessages, { id, ...rest }] })
  }

  flag(ids: readonly number[], flag: string, op: 'add' | 'remove') {
    for (const id of ids) {
      const message = this.peek(id)
      if (!message) continue
      const others = message.flags.filter((present) => present !== flag)
      this.#change({ ...message, flags: op === 'add' ? [...others, flag] : others })
    }
  }

  #change(message: Message) {
    const before = this.peek(message.id)
    if (before && before.conversation !== message.conversation) {
      this.#displace(before)
      this.#place(message)
    }
    this.#rows.set(message.id, message)
  }

  #place({ id, conversation }: Message) {
    const before = this.peek(id)
    if (before && before.conversation !== conversation) this.#displace(before)
    const ids = this.#byConversation.get(conversation)
    if (ids) ids.add(id)
    else this.#byConversation.set(conversation, new Set([id]))
  }

  #displace({ id, conversation }: Message) {
    const ids = this.#byConversation.get(conversation)
    ids?.delete(id)
    if (ids?.size === 0) this.#byConversation.delete(conversation)
  }
}

const NO_IDS: ReadonlySet<number> = new Set()

/** The event's topic where the reader's client missed an earlier move, else as the message spells it. */
function topicBefore(
  { topic }: Message,
  from: number,
  { orig_subject = topic }: UpdateMessageEvent,
) {
  return topicKey(from, topic) === topicKey(from, orig_subject) ? topic : orig_subject
}

/** Whether a move only marks a topic as resolved, or takes the mark away. */
const isToggle = (topic: string, { subject, new_stream_id }: UpdateMessageEvent) =>
  new_stream_id === undefined && subject === toggleResolved(topic, MAX_TOPIC_LENGTH)

/** What Unreads knows, and whether one had received it, are not said again. */
const keptFlags = (flags: readonly string[]) =>
  flags.filter((flag) => flag !== 'read' && flag !== 'historical')

/** Whether a message's flags say that it mentions the reader, as one of all or by name. */
export const mentionIn = (flags: readonly string[]): 'personal' | 'wildcard' | undefined => {
  if (flags.includes('mentioned')) return 'personal'
  return flags.some((flag) => flag.endsWith('wildcard_mentioned')) ? 'wildcard' : undefined
}

function messageOf(wire: Arriving, flags: readonly string[], ownId: number): Message {
  const { id, sender_id, sender_full_name, timestamp, content, is_me_message } = wire
  const { topic_links, reactions, submessages, stream_id, subject } = wire
  const { last_edit_timestamp, last_moved_timestamp, match_content, match_subject } = wire
  const isDirect = stream_id === undefined
  const recipients = wire.display_recipient as { id: number }[]
  const conversation = isDirect
    ? directKey(
        recipients.map((person) => person.id),
        ownId,
      )
    : topicKey(stream_id, subject)
  const where = conversationOf(conversation)
  return {
    ...{ id, sender_id, sender_full_name, timestamp, content, is_me_message, conversation },
    ...(where.kind === 'direct'
      ? { topic: '', people: where.userIds }
      : { stream_id: stream_id!, topic: subject }),
    ...{ topic_links, reactions, submessages, flags: keptFlags(flags) },
    ...(last_edit_timestamp !== undefined && { last_edit_timestamp }),
    ...(last_moved_timestamp !== undefined && { last_moved_timestamp }),
    ...(match_content !== undefined && { match_content }),
    ...(match_subject !== undefined && { match_subject }),
  }
}
