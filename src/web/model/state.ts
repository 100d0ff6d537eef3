// All that is true for the person who is logged in, in its parts, and how a snapshot fills them.

import { batch, type ReadonlySignal, signal } from '@preact/signals-core'
import { Channels } from './channels.ts'
import type { Clock } from './clock.ts'
import { topicKey } from './conversations.ts'
import { Drafts } from './drafts.ts'
import { Groups } from './groups.ts'
import type { Names } from './hash.ts'
import { Lists } from './lists.ts'
import { Messages, mentionIn } from './messages.ts'
import type { Narrow, Surroundings } from './narrow.ts'
import { Options, type Organization, organizationIn, type Settings } from './options.ts'
import { Outbox } from './outbox.ts'
import { Permissions } from './permissions.ts'
import { Folders, Personal, Shared } from './personal.ts'
import { Presence, Typing } from './presence.ts'
import { Recents } from './recents.ts'
import { Table } from './table.ts'
import { Topics } from './topics.ts'
import { Unreads } from './unreads.ts'
import { Users } from './users.ts'
import type { Snapshot, UserSettings, WireMessage } from './wire.ts'

/** Messages that are kept; those that lists hold are kept beyond it. */
const MOST_MESSAGES = 30_000

/** The parts of the model. One state lives as long as the page: see Model. */
export class State {
  readonly clock: Clock
  readonly users = new Users()
  readonly groups = new Groups(this.users.ownId)
  readonly channels = new Channels(this.users.ownId)
  readonly folders = new Folders()
  readonly topics = new Topics()
  readonly messages = new Messages()
  readonly recents = new Recents()
  readonly presence = new Presence()
  readonly typing = new Typing()
  readonly personal = new Personal()
  readonly shared = new Shared()
  /** What is written here, and on its way out; not part of a snapshot. */
  readonly drafts = new Drafts()
  readonly outbox = new Outbox()
  readonly settings: Settings = new Options<UserSettings>()
  readonly organization = new Options<Organization>()
  /** What people who join start with, by name. */
  readonly settingDefaults = new Options<Record<string, unknown>>()
  /** IDs of starred messages. */
  readonly starred = new Table<number, true>()
  readonly unreads: Unreads
  /** What is known of the messages that narrows hold. */
  readonly lists: Lists
  readonly permissions: Permissions
  /** Facts for narrow.matches, read without subscribing where lists are kept up to date. */
  readonly surroundings: Surroundings
  /** Names for addresses and searches. */
  readonly names: Names = {
    ownId: 0,
    channelName: (id) => this.channels.get(id)?.name,
    channelNamed: (name) => this.channels.byName(name)?.stream_id,
    userName: (id) => this.users.get(id)?.full_name,
    userNamed: (text) => this.users.named(text)?.user_id,
  }
  /** Whether a snapshot is there. */
  readonly isLoaded: ReadonlySignal<boolean>
  readonly #isLoaded = signal(false)
  #newestId = 0

  constructor(clock: Clock) {
    this.clock = clock
    this.isLoaded = this.#isLoaded
    this.permissions = new Permissions(this)
    this.unreads = new Unreads({
      isChannelMuted: (id) => this.channels.isMuted(id),
      policyOf: (key) => this.topics.policies.get(key)?.visibility_policy ?? 0,
    })
    this.surroundings = {
      ...{ ownId: 0, isUnread: (id) => this.unreads.has(id) },
      isHidden: (id, topic) => this.isTopicHidden(id, topic),
      isFollowed: (id, topic) => this.topics.isFollowed(id, topic),
      channel: (id) => this.channels.get(id),
    }
    this.lists = new Lists(this.messages, this.surroundings)
  }

  /** Takes in a snapshot, in place of everything the server has said before. */
  load(snapshot: Snapshot) {
    batch(() => {
      const own = snapshot.user_id
      this.surroundings.ownId = own
      this.names.ownId = own
      this.sawMessage(snapshot.max_message_id)
      this.users.load(snapshot)
      this.groups.load(snapshot)
      this.channels.load(snapshot)
      this.folders.load(snapshot)
      // Counts follow the policies of topics, so they begin anew after these.
      this.unreads.clear()
      this.topics.load(snapshot)
      this.unreads.load(snapshot, own)
      for (const row of snapshot.unread_msgs.streams)
        this.topics.note(row.stream_id, row.topic, row.unread_message_ids.at(-1)!)
      this.recents.load(snapshot, own)
      this.recents.note(
        this.unreads.conversations().map((conversation) => ({
          conversation,
          id: this.unreads.idsIn(conversation).at(-1)!,
        })),
      )
      this.personal.load(snapshot)
      this.shared.load(snapshot)
      this.settings.replace(snapshot.user_settings)
      this.settingDefaults.replace(snapshot.realm_user_settings_defaults)
      this.organization.replace(organizationIn(snapshot))
      this.starred.replace(snapshot.starred_messages.map((id) => [id, true]))
      const offlineAfter = this.organization.peek('server_presence_offline_threshold_seconds')
      this.presence.load(snapshot.presences, offlineAfter, this.clock.now())
      this.typing.clear()
      // Sent messages are on the server, and the new queue has no event for them.
      for (const { localId, state } of this.outbox.peekAll())
        if (state === 'sent') this.outbox.remove(localId)
      this.#isLoaded.value = true
    })
  }

  /** Forgets everything: another user may log in here. */
  forget() {
    batch(() => {
      this.#isLoaded.value = false
      this.#newestId = 0
      this.lists.clear()
      const parts = [
        this.messages,
        this.recents,
        this.topics,
        this.unreads,
        this.drafts,
        this.outbox,
      ]
      for (const part of parts) part.clear()
      this.starred.replace([])
      this.typing.clear()
    })
  }

  /** The newest message that is known. */
  get newestId(): number {
    return this.#newestId
  }

  /** A message has come. */
  sawMessage(id: number) {
    this.#newestId = Math.max(this.#newestId, id)
  }

  /** Takes in messages that were fetched. */
  addMessages(messages: readonly WireMessage[]) {
    const own = this.users.ownId.peek()
    batch(() => {
      this.messages.trim(MOST_MESSAGES, () => this.lists.heldIds())
      const added = messages.map((wire) => this.messages.put(wire, wire.flags, own))
      for (const { id } of added) this.sawMessage(id)
      // The snapshot lists the newest unread messages; those before it are met as they are read.
      if (this.unreads.oldMissing.peek()) this.#meetUnread(messages)
      this.recents.note(added)
      for (const { stream_id, topic, id } of added)
        if (stream_id !== undefined) this.topics.note(stream_id, topic, id)
      for (const { id } of added) this.outbox.settle(id, undefined)
    })
  }

  /** One may not read a channel any more: its messages are gone from here. */
  forgetChannel(channelId: number) {
    for (const { id, stream_id } of this.messages.peekAll()) {
      if (stream_id !== channelId) continue
      this.messages.remove(id)
      this.lists.consider(id)
      this.starred.delete(id)
    }
  }

  #meetUnread(messages: readonly WireMessage[]) {
    const oldest = this.unreads.ids()[0] ?? 0
    for (const { id, flags } of messages) {
      if (flags.includes('read') || id >= oldest) continue
      this.unreads.add(id, this.messages.peek(id)!.conversation, mentionIn(flags))
    }
  }

  /** Whether events bring all messages of a narrow: not of channels one has not subscribed to. */
  receivesAllOf(narrow: Narrow): boolean {
    const channel = narrow.find(({ operator, negated }) => operator === 'channel' && !negated)
    return !channel || this.channels.isSubscribed(channel.operand as number)
  }

  /** Whether a message is stored here, and events keep it as it is on the server. */
  receivesChangesOf(messageId: number): boolean {
    const message = this.messages.peek(messageId)
    if (!message) return false
    return message.stream_id === undefined || this.channels.isSubscribed(message.stream_id)
  }

  /** Whether muting hides a topic: the topic's policy counts before its channel's. */
  isTopicHidden(channelId: number, topic: string): boolean {
    return this.topics.isMuted(channelId, topic, this.channels.isMuted(channelId))
  }

  /** Conversation key of a topic. */
  topicKey(channelId: number, topic: string): string {
    return topicKey(channelId, topic)
  }

  /** Lets time pass for what depends on it: who is here, who is writing. Once a few seconds. */
  tick() {
    const now = this.clock.now()
    batch(() => {
      this.presence.refresh(now)
      this.typing.refresh(now)
    })
  }
}
