// Answering a message: where the answer goes, and what it begins with.

import type { Message } from '../../model/messages.ts'
import { hashOfMessage } from '../addresses.ts'
import { attempt } from '../attempt.ts'
import { insertIntoComposer, startReply } from '../compose/start.ts'
import { model, session } from '../here.ts'
import { messagesText as t } from './text.ts'

/** The composer goes to the message's conversation. */
export const replyTo = ({ stream_id, topic, people }: Message) =>
  startReply(
    stream_id === undefined
      ? { kind: 'direct', userIds: people ?? [] }
      : { kind: 'topic', channelId: stream_id, topic },
  )

export function replyDirectly({ sender_id }: Message) {
  startReply({ kind: 'direct', userIds: [sender_id] })
}

/** `@**Ana**`, with the ID where several people have the name. */
export function mentionOf(userId: number, silent = false): string {
  const name = model.users.name(userId)
  const same = model.users.peekAll().filter((user) => user.full_name === name)
  return `@${silent ? '_' : ''}**${name}${same.length > 1 ? `|${userId}` : ''}**`
}

export function replyMentioning(message: Message) {
  replyTo(message)
  insertIntoComposer(`${mentionOf(message.sender_id)} `)
}

/** A quote of the message as it was written, with who wrote it and where. */
export async function quotation(message: Message): Promise<string | undefined> {
  const answer = await attempt(session.actions.rawContent(message.id))
  if (!answer) return undefined
  const { content } = answer.message
  const longest =
    content
      .match(/^`{3,}/gm)
      ?.sort()
      .at(-1) ?? '``'
  const fence = `${longest}\``
  const link = `[${t.said}](${new URL(`/${hashOfMessage(message)}`, location.origin)})`
  return `${mentionOf(message.sender_id, true)} ${link}:\n${fence}quote\n${content}\n${fence}\n`
}

export async function quoteAndReply(message: Message) {
  replyTo(message)
  const quoted = await quotation(message)
  if (quoted !== undefined) insertIntoComposer(quoted)
}
