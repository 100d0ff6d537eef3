// Polls and to-do lists: what people do in them.

import * as z from 'zod'
import { refuse } from '../../errors.ts'
import { TRAIT } from '../../store/bits.ts'
import { changeableMessage } from '../access/message-access.ts'
import { messageAudience } from '../access/message-audience.ts'
import type { App } from '../kernel/context.ts'
import type { User } from '../users/users.ts'
import { ensureMessageRow, participate } from './participation.ts'

const index = z.int().min(0).max(1000)

/** The actions that a poll and a to-do list allow. */
const ACTIONS = {
  poll: z.discriminatedUnion('type', [
    z.strictObject({
      type: z.literal('vote'),
      key: z.string(),
      vote: z.union([z.literal(1), z.literal(-1)]),
    }),
    z.strictObject({ type: z.literal('new_option'), option: z.string(), idx: index }),
    z.strictObject({ type: z.literal('question'), question: z.string() }),
  ]),
  todo: z.discriminatedUnion('type', [
    z.strictObject({
      type: z.literal('new_task'),
      key: index,
      task: z.string(),
      desc: z.string(),
      completed: z.boolean(),
    }),
    z.strictObject({ type: z.literal('strike'), key: z.string() }),
    z.strictObject({ type: z.literal('new_task_list_title'), title: z.string() }),
  ]),
}

/** POST /submessage: takes part in a widget. */
export const addSubmessage = (ctx: App, user: User, messageId: number, content: string) =>
  ctx.commit((tx) => {
    const message = changeableMessage(tx, user, messageId)
    const present = tx.store.submessages.ofMessage(messageId)
    const isAuthor = message.sender_id === user.id
    if (!isAuthor && !present.some(({ sender_id }) => sender_id === message.sender_id))
      refuse('BAD_REQUEST', 'You cannot attach a submessage to this message.')
    requireAllowed(parse(content), present[0]?.content, isAuthor)
    requireRoom(present, content)

    const submessage = { message_id: messageId, sender_id: user.id, msg_type: 'widget', content }
    const submessage_id = tx.store.submessages.add(submessage)
    tx.store.messages.addTraits(messageId, TRAIT.submessages)
    ensureMessageRow(tx, user, messageId)
    tx.emit({ type: 'submessage', submessage_id, ...submessage }, messageAudience(tx, message))
    participate(tx, user, message)
  })

/** A message is shown with all that was done in it: a vote of everyone fits many times. */
const MOST_CHARACTERS = 500_000

function requireRoom(present: readonly { content: string }[], content: string) {
  const length = present.reduce((sum, one) => sum + one.content.length, content.length)
  if (length > MOST_CHARACTERS) refuse('BAD_REQUEST', 'This message can take no more submessages.')
}

function parse(content: string): unknown {
  try {
    return JSON.parse(content)
  } catch {
    return refuse('BAD_REQUEST', 'Invalid json for submessage')
  }
}

function widgetType(content: string): keyof typeof ACTIONS | undefined {
  const type = (JSON.parse(content) as { widget_type?: unknown } | null)?.widget_type
  return type === 'poll' || type === 'todo' ? type : undefined
}

/** @param widget the first submessage, which says what kind of widget the message is */
function requireAllowed(action: unknown, widget: string | undefined, isAuthor: boolean) {
  const kind = widget === undefined ? undefined : widgetType(widget)
  if (kind === undefined) return
  const result = ACTIONS[kind].safeParse(action)
  if (!result.success) {
    const { path, message } = result.error.issues[0]!
    refuse(
      'BAD_REQUEST',
      `Invalid ${kind} data${path.length ? ` (${path.join('.')})` : ''}: ${message}`,
    )
  }
  const isForAuthor = ['question', 'new_task_list_title'].includes(result.data.type)
  if (isForAuthor && !isAuthor) {
    const what = kind === 'poll' ? 'question' : 'title'
    refuse('BAD_REQUEST', `You can't edit a ${what} unless you are the author.`)
  }
}
