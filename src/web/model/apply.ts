// What each type of event changes in the model.

import { directKey, topicKey } from './conversations.ts'
import type {
  ChannelEvent,
  ClientEvent,
  DeleteMessageEvent,
  FlagDetails,
  FlagsEvent,
  MessageEvent,
  UpdateMessageEvent,
} from './events.ts'
import { mentionIn } from './messages.ts'
import type { State } from './state.ts'
import type { TopicPolicy } from './wire.ts'

/** One entry per type: a type that is missing does not compile. */
type Handlers = {
  [T in ClientEvent['type']]: (model: State, event: Extract<ClientEvent, { type: T }>) => void
}

/** For events that change nothing that is kept. */
const nothing = () => {}

const HANDLERS: Handlers = {
  message: applyMessage,
  update_message: applyUpdate,
  delete_message: applyDeletion,
  update_message_flags: applyFlags,
  reaction: (model, event) => {
    const { messages, lists, users } = model
    if (event.user_id === users.ownId.peek()) noteReceived(model, [event.message_id])
    messages.react(event)
    lists.consider(event.message_id)
  },
  submessage: (model, event) => {
    if (event.sender_id === model.users.ownId.peek()) noteReceived(model, [event.message_id])
    model.messages.addSubmessage(event)
  },
  typing: (model, event) => model.typing.apply(event, model.users.ownId.peek(), typingUntil(model)),
  typing_edit_message: (model, { op, message_id, sender_id }) =>
    model.typing.applyEdit(message_id, sender_id, op === 'start' ? typingUntil(model) : undefined),

  stream: applyChannels,
  subscription: applyChannels,
  channel_folder: ({ folders }, event) => folders.apply(event),
  default_streams: ({ shared }, event) => {
    shared.defaultChannels.value = event.default_streams
  },
  default_stream_groups: nothing,
  user_topic: applyPolicy,

  realm_user: ({ users, lists }, event) => {
    users.apply(event)
    // A user with another role may read other messages.
    const { person } = event
    if (person.user_id === users.ownId.peek() && 'role' in person) lists.doubt()
  },
  user_status: ({ users }, { type, ...status }) => users.applyStatus(status),
  muted_users: ({ users }, event) => users.loadMuted(event.muted_users),
  user_group: ({ groups }, event) => groups.apply(event),
  presence: ({ presence, clock }, event) => presence.update(event.presences, clock.now()),
  custom_profile_fields: ({ shared, users }, { fields }) => {
    shared.profileFields.value = fields
    users.forgetFieldsBut(new Set(fields.map(({ id }) => id)))
  },

  drafts: ({ personal }, event) => personal.applyDrafts(event),
  scheduled_messages: ({ personal }, event) => personal.applyScheduled(event),
  reminders: ({ personal }, event) => personal.applyReminders(event),
  saved_snippets: ({ personal }, event) => personal.applySnippets(event),
  navigation_view: ({ personal }, event) => personal.applyViews(event),
  alert_words: ({ personal }, event) => {
    personal.alertWords.value = event.alert_words
  },
  onboarding_steps: ({ personal }, event) => {
    personal.onboardingSteps.value = event.onboarding_steps
  },
  user_settings: ({ settings }, { property, value }) => settings.set(property, value),

  realm: ({ organization }, event) => {
    if (event.op === 'deactivated') return
    const data = event.op === 'update' ? { [event.property]: event.value } : event.data
    for (const [name, value] of Object.entries(data)) organization.set(name, value)
  },
  realm_domains: ({ shared }, event) => shared.applyDomains(event),
  realm_emoji: ({ shared }, event) => shared.applyEmoji(event),
  realm_linkifiers: ({ shared }, event) => {
    shared.linkifiers.value = event.realm_linkifiers
  },
  realm_playgrounds: ({ shared }, event) => {
    shared.playgrounds.value = event.realm_playgrounds
  },
  realm_user_settings_defaults: ({ settingDefaults }, { property, value }) =>
    settingDefaults.set(property, value),

  heartbeat: nothing,
  restart: nothing,
  muted_topics: nothing,
  attachment: nothing,
  realm_bot: nothing,
  invites_changed: nothing,
  realm_export: nothing,
  realm_export_consent: nothing,
  device: nothing,
}

/** @returns whether the type of event is known */
export function applyEvent(model: State, event: ClientEvent): boolean {
  const handler = HANDLERS[event.type] as ((model: State, event: never) => void) | undefined
  handler?.(model, event as never)
  return handler !== undefined
}

const typingUntil = ({ clock, organization }: State) =>
  clock.now() + (organization.peek('server_typing_started_expiry_period_milliseconds') ?? 45_000)

function applyMessage(model: State, { message: wire, flags, local_message_id }: MessageEvent) {
  const message = model.messages.put(wire, flags, model.users.ownId.peek())
  const { id, conversation, stream_id, topic, sender_id } = message
  if (!flags.includes('read')) model.unreads.add(id, conversation, mentionIn(flags))
  model.sawMessage(id)
  model.recents.note([message])
  if (stream_id !== undefined) model.topics.note(stream_id, topic, id)
  model.lists.consider(id)
  model.typing.sent(conversation, sender_id)
  model.outbox.settle(id, local_message_id)
}

function applyUpdate(model: State, event: UpdateMessageEvent) {
  const { message_ids, message_id, stream_id, orig_subject, subject, new_stream_id } = event
  model.messages.update(event)
  if (stream_id !== undefined && (subject !== undefined || new_stream_id !== undefined)) {
    const channelId = new_stream_id ?? stream_id
    const topic = subject ?? orig_subject!
    const to = topicKey(channelId, topic)
    model.unreads.move(message_ids, to)
    noteLeft(model, [topicKey(stream_id, orig_subject!)])
    const newest = Math.max(...message_ids)
    model.topics.note(channelId, topic, newest)
    model.recents.note([{ id: newest, conversation: to }])
    const unseen = message_ids.filter((id) => !model.messages.has(id))
    model.lists.movedUnseen(unseen, channelId, topic)
    // Messages that moved out of a subscribed channel, or into one, may match other narrows than
    // before: received messages are those of subscribed channels.
    const places = [stream_id, channelId]
    if (!places.every((id) => model.channels.isSubscribed(id))) model.lists.doubt(places)
  }
  for (const id of message_ids) if (model.messages.has(id)) model.lists.consider(id)
  if (event.rendered_content !== undefined)
    model.unreads.setMention(message_id, mentionIn(event.flags))
}

function applyDeletion(model: State, { message_ids }: DeleteMessageEvent) {
  const left = new Set<string>()
  for (const id of message_ids) {
    const conversation = model.messages.peek(id)?.conversation ?? model.unreads.placeOf(id)
    if (conversation !== undefined) left.add(conversation)
    model.messages.remove(id)
    model.lists.consider(id)
    model.starred.delete(id)
  }
  model.unreads.remove(message_ids)
  noteLeft(model, left)
}

/** After messages left conversations: each conversation takes its newest remaining message as the newest. */
function noteLeft(model: State, conversations: Iterable<string>) {
  for (const conversation of conversations) {
    const stored = model.messages.newestIn(conversation) ?? 0
    const unread = model.unreads.idsIn(conversation).at(-1) ?? 0
    const newest = Math.max(stored, unread) || undefined
    model.recents.left(conversation, newest)
    model.topics.left(conversation, newest)
  }
}

function applyFlags(model: State, { op, flag, messages, all, message_details }: FlagsEvent) {
  if (flag !== 'read') {
    if (flag === 'starred') star(model, messages, op)
    if (op === 'add') noteReceived(model, messages)
    model.messages.flag(messages, flag, op)
    for (const id of messages) if (model.messages.has(id)) model.lists.consider(id)
    return
  }
  if (all) return model.unreads.clear()
  if (op === 'add') return model.unreads.remove(messages)
  for (const [id, details] of Object.entries(message_details ?? {}))
    markUnread(model, Number(id), details)
}

/** The message may be unknown here: the details say enough to count it. */
function markUnread(model: State, id: number, details: FlagDetails) {
  const conversation =
    details.type === 'stream'
      ? topicKey(details.stream_id, details.topic)
      : directKey(details.user_ids, model.users.ownId.peek())
  const stored = model.messages.peek(id)
  const mention = stored ? mentionIn(stored.flags) : details.mentioned && 'personal'
  model.unreads.add(id, conversation, mention)
  if (stored) model.lists.consider(id)
}

/** Properties of a channel whose change opens or closes some of its messages to the reader. */
const OPENING = new Set(['invite_only', 'history_public_to_subscribers', 'is_web_public'])

function applyChannels(model: State, event: ChannelEvent) {
  model.channels.apply(event)
  if (event.type === 'subscription' && event.op === 'update') {
    if (event.property === 'is_muted') model.lists.visibilityChanged()
    return
  }
  const ids = channelsReopened(event)
  for (const id of ids) {
    const channel = model.channels.peek(id)
    if (!channel || !model.permissions.mayRead(channel)) model.forgetChannel(id)
  }
  // Those of a channel that comes back come with it.
  if (event.op === 'delete') for (const id of ids) forgetPolicies(model, id)
  if (ids.length > 0) model.lists.doubt(ids)
}

function forgetPolicies(model: State, channelId: number) {
  for (const [, row] of model.topics.policies.peekAll())
    if (row.stream_id === channelId) applyPolicy(model, { ...row, visibility_policy: 0 })
}

function channelsReopened(event: ChannelEvent): number[] {
  switch (event.op) {
    case 'create':
      return event.streams.map(({ stream_id }) => stream_id)
    case 'delete':
      return event.stream_ids
    case 'add':
    case 'remove':
      return event.subscriptions.map(({ stream_id }) => stream_id)
    default:
      return 'property' in event && OPENING.has(event.property) ? [event.stream_id] : []
  }
}

/**
 * The reader has marked messages, reacted or voted, and so received them, although they may be of a
 * channel without subscription: then they did not come here, or changed since without an event.
 */
function noteReceived(model: State, ids: readonly number[]) {
  if (ids.some((id) => !model.receivesChangesOf(id))) model.lists.doubt([])
}

function star({ starred }: State, ids: readonly number[], op: 'add' | 'remove') {
  for (const id of ids) {
    if (op === 'add') starred.set(id, true)
    else starred.delete(id)
  }
}

function applyPolicy({ topics, unreads, lists }: State, row: TopicPolicy) {
  const key = topicKey(row.stream_id, row.topic_name)
  const before = topics.policies.peek(key)?.visibility_policy ?? 0
  unreads.policyChanged(key, before, row.visibility_policy)
  topics.applyPolicy(row)
  lists.visibilityChanged()
}
