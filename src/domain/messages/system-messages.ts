// Messages that the server itself sends, through its bots.

import { NO_ORGANIZATION } from '../../errors/joining.ts'
import { refuse } from '../../errors.ts'
import { prepareRendering } from '../content/rendering.ts'
import type { Context, Tx } from '../kernel/context.ts'
import type { User } from '../users/users.ts'
import { deliver } from './deliver.ts'
import type { MessageDestination, MessageDraft } from './message-draft.ts'

/** The client name of messages that the server sends. */
const CLIENT = 'Internal'

type SystemBot = Parameters<Context['store']['users']['findSystemBot']>[0]

const systemBot = (ctx: Context, name: SystemBot): User =>
  ctx.store.users.findSystemBot(name) ?? refuse(NO_ORGANIZATION)

/** A direct message from one of the system bots. */
export const sendSystemDm = (
  tx: Tx,
  from: SystemBot,
  to: User,
  content: string,
  options: Pick<MessageDraft, 'linksFor'> = {},
) => post(tx, from, { kind: 'people', ids: [to.id] }, content, options)

/** A message of Notification Bot in a channel. */
export const postSystemMessage = (
  tx: Tx,
  channelId: number,
  topic: string,
  content: string,
  options: Pick<MessageDraft, 'readBy' | 'linksFor'> = {},
) => post(tx, 'notification', { kind: 'channel', id: channelId, topic }, content, options)

/** Before a commit that posts a long message of Notification Bot. @param linksFor who may see its files */
export function prepareSystemMessage(ctx: Context, content: string, linksFor?: User) {
  const bot = systemBot(ctx, 'notification')
  return prepareRendering(ctx, linksFor ?? bot, content, bot)
}

function post(
  tx: Tx,
  from: SystemBot,
  destination: MessageDestination,
  content: string,
  options: Pick<MessageDraft, 'readBy' | 'linksFor'>,
) {
  const sending = { client: CLIENT, readBySender: true, echo: undefined, ...options }
  deliver(tx, systemBot(tx, from), { destination, content, ...sending })
}

/** Names a user without alerting them. */
export const silentMention = (user: User) => `@_**${user.full_name}|${user.id}**`
