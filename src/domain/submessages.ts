import * as z from 'zod'
import { refuse } from '../errors.ts'
import { type Message, TRAIT } from '../store/messages.ts'
import { raiseForDeed } from './automatic-visibility.ts'
import type { Context } from './context.ts'
import { changeableMessage } from './message-access.ts'
import { messageAudience } from './message-audience.ts'
import type { User } from './users.ts'

const index = z.int().min(0).max(1000)

/** What may be done in a poll and in a to-do list (messages 1.7); nothing else in either. */
const DEEDS = {
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
export const addSubmessage = (ctx: Context, user: User, messageId: number, content: string) =>
  ctx.commit((emit) => {
    const message = changeableMessage(ctx, user, messageId)
    const present = ctx.store.submessages.ofMessage(messageId)
    const isAuthor = message.sender_id === user.id
    if (!isAuthor && !present.some(({ sender_id }) => sender_id === message.sender_id))
      refuse('BAD_REQUEST', 'You cannot attach a submessage to this message.')
    requireAllowed(parse(content), present[0]?.content, isAuthor)

    const submessage = { message_id: messageId, sender_id: user.id, msg_type: 'widget', content }
    const submessage_id = ctx.store.submessages.add(submessage)
    ctx.store.messages.addTraits(messageId, TRAIT.submessages)
    ctx.messageCache.forget(messageId)
    emit({ type: 'submessage', submessage_id, ...submessage }, messageAudience(ctx, message))
    participate(ctx, emit, user, message)
  })

function participate(
  ctx: Context,
  emit: Parameters<typeof raiseForDeed>[1],
  user: User,
  { channel_id, topic }: Message,
) {
  if (channel_id !== null) raiseForDeed(ctx, emit, user, { id: channel_id }, topic!, 'participated')
}

function parse(content: string): unknown {
  try {
    return JSON.parse(content)
  } catch {
    return refuse('BAD_REQUEST', 'Invalid json for submessage')
  }
}

function widgetType(content: string): keyof typeof DEEDS | undefined {
  const type = (JSON.parse(content) as { widget_type?: unknown } | null)?.widget_type
  return type === 'poll' || type === 'todo' ? type : undefined
}

/** @param widget the first submessage: what the message was made as */
function requireAllowed(deed: unknown, widget: string | undefined, isAuthor: boolean) {
  const kind = widget === undefined ? undefined : widgetType(widget)
  if (kind === undefined) return
  const result = DEEDS[kind].safeParse(deed)
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
