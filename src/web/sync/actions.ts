// Everything else that one does: one request each, shown at once where nothing can be lost.

import { toggleResolved } from '../model/conversations.ts'
import type { Model } from '../model/model.ts'
import type { Reaction, VisibilityPolicy } from '../model/wire.ts'
import type { Answer } from './answer.ts'
import type { Http } from './http.ts'

type Emoji = Pick<Reaction, 'emoji_name' | 'emoji_code' | 'reaction_type'>

/** Which messages of a topic move with one. */
export type MoveMode = 'change_one' | 'change_later' | 'change_all'

export class Actions {
  readonly #model: Model
  readonly #http: Http

  constructor(model: Model, http: Http) {
    this.#model = model
    this.#http = http
  }

  /** The Markdown of a message, to edit or quote it. */
  rawContent(id: number): Promise<Answer<{ message: { content: string } }>> {
    return this.#http.call('GET', `/messages/${id}`, {
      ...{ apply_markdown: false, allow_empty_topic_name: true },
    })
  }

  editMessage(id: number, content: string): Promise<Answer> {
    return this.#http.call('PATCH', `/messages/${id}`, { content })
  }

  moveMessages(
    id: number,
    to: { channelId?: number; topic?: string },
    propagate_mode: MoveMode,
    notices: { oldThread?: boolean; newThread?: boolean } = {},
  ): Promise<Answer> {
    return this.#http.call('PATCH', `/messages/${id}`, {
      ...{ stream_id: to.channelId, topic: to.topic, propagate_mode },
      send_notification_to_old_thread: notices.oldThread,
      send_notification_to_new_thread: notices.newThread,
    })
  }

  /** Marks a topic as resolved, or takes the mark away. @param id one of its messages */
  toggleResolved(id: number, topic: string): Promise<Answer> {
    const renamed = toggleResolved(topic, this.#model.organization.peek('max_topic_length'))
    return this.moveMessages(id, { topic: renamed }, 'change_all')
  }

  deleteMessage(id: number): Promise<Answer> {
    return this.#http.call('DELETE', `/messages/${id}`)
  }

  deleteTopic(channelId: number, topic_name: string): Promise<Answer> {
    return this.#http.call('POST', `/streams/${channelId}/delete_topic`, { topic_name })
  }

  /** Adds or takes back one's own reaction; it shows at once, and goes again if refused. */
  async react(id: number, emoji: Emoji, isOn: boolean): Promise<Answer> {
    const user_id = this.#model.users.ownId.peek()
    const event = (op: 'add' | 'remove') => ({
      ...{ type: 'reaction' as const, op, message_id: id, user_id },
      ...emoji,
    })
    this.#model.messages.react(event(isOn ? 'add' : 'remove'))
    const answer = await this.#http.call(
      isOn ? 'POST' : 'DELETE',
      `/messages/${id}/reactions`,
      emoji,
    )
    const isDone = answer.ok || /^REACTION_(ALREADY|DOES_NOT)/.test(answer.code)
    if (!isDone) this.#model.messages.react(event(isOn ? 'remove' : 'add'))
    return answer
  }

  /** Stars messages, or takes the stars away; shown at once. */
  async star(ids: readonly number[], isOn: boolean): Promise<Answer> {
    return this.#flag(ids, 'starred', isOn)
  }

  async collapse(id: number, isOn: boolean): Promise<Answer> {
    return this.#flag([id], 'collapsed', isOn)
  }

  /** Votes in a poll, strikes a task: what a widget says, as JSON. */
  submit(message_id: number, content: object): Promise<Answer> {
    return this.#http.call('POST', '/submessage', { message_id, msg_type: 'widget', content })
  }

  /** Fetches all topics of a channel into the model, once. */
  async loadTopics(channelId: number): Promise<Answer> {
    if (this.#model.topics.isComplete(channelId)) return { ok: true }
    const answer = await this.#http.call<{ topics: { name: string; max_id: number }[] }>(
      'GET',
      `/users/me/${channelId}/topics`,
      { allow_empty_topic_name: true },
    )
    if (answer.ok) this.#model.topics.setAll(channelId, answer.topics)
    return answer
  }

  setTopicPolicy(
    stream_id: number,
    topic: string,
    visibility_policy: VisibilityPolicy,
  ): Promise<Answer> {
    return this.#http.call('POST', '/user_topics', { stream_id, topic, visibility_policy })
  }

  /** @param userIds others, instead of oneself */
  subscribe(names: readonly string[], userIds?: readonly number[]): Promise<Answer> {
    return this.#http.call('POST', '/users/me/subscriptions', {
      subscriptions: names.map((name) => ({ name })),
      principals: userIds,
    })
  }

  unsubscribe(names: readonly string[], userIds?: readonly number[]): Promise<Answer> {
    return this.#http.call('DELETE', '/users/me/subscriptions', {
      subscriptions: names,
      principals: userIds,
    })
  }

  /** A choice for one channel of one's own: color, is_muted, pin_to_top, *_notifications. */
  setSubscription(stream_id: number, property: string, value: unknown): Promise<Answer> {
    return this.#http.call('POST', '/users/me/subscriptions/properties', {
      subscription_data: [{ stream_id, property, value }],
    })
  }

  /** Fetches everybody who is in a channel into the model. */
  async loadSubscribers(channelId: number): Promise<Answer> {
    const path = `/streams/${channelId}/members`
    const answer = await this.#http.call<{ subscribers: number[] }>('GET', path)
    if (answer.ok) this.#model.channels.setSubscribers(channelId, answer.subscribers)
    return answer
  }

  setSetting(name: string, value: unknown): Promise<Answer> {
    return this.#http.call('PATCH', '/settings', { [name]: value })
  }

  muteUser(userId: number, isMuted: boolean): Promise<Answer> {
    return this.#http.call(isMuted ? 'POST' : 'DELETE', `/users/me/muted_users/${userId}`)
  }

  setStatus(status: { status_text?: string } & Partial<Emoji>): Promise<Answer> {
    return this.#http.call('POST', '/users/me/status', status)
  }

  /** The HTML of a text, as it would be sent. */
  render(content: string): Promise<Answer<{ rendered: string }>> {
    return this.#http.call('POST', '/messages/render', { content })
  }

  history(id: number): Promise<Answer<{ message_history: Record<string, unknown>[] }>> {
    return this.#http.call('GET', `/messages/${id}/history`, { allow_empty_topic_name: true })
  }

  readReceipts(id: number): Promise<Answer<{ user_ids: number[] }>> {
    return this.#http.call('GET', `/messages/${id}/read_receipts`)
  }

  /** @param at UNIX seconds */
  remind(message_id: number, at: number, note?: string): Promise<Answer> {
    return this.#http.call('POST', '/reminders', {
      ...{ message_id, scheduled_delivery_timestamp: at, note },
    })
  }

  report(id: number, report_type: string, description: string): Promise<Answer> {
    return this.#http.call('POST', `/messages/${id}/report`, { report_type, description })
  }

  async #flag(ids: readonly number[], flag: string, isOn: boolean): Promise<Answer> {
    const [op, back] = isOn ? (['add', 'remove'] as const) : (['remove', 'add'] as const)
    const event = { type: 'update_message_flags' as const, flag, messages: [...ids], all: false }
    this.#model.apply({ ...event, op })
    const answer = await this.#http.call('POST', '/messages/flags', { messages: ids, op, flag })
    if (!answer.ok) this.#model.apply({ ...event, op: back })
    return answer
  }
}
