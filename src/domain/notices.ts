import { refuse } from '../errors.ts'
import type { Context } from './context.ts'
import { type Destination, deliver, type Outgoing } from './messages.ts'
import type { Emit } from './unit-of-work.ts'
import type { User } from './users.ts'

/** What the server itself calls the program its messages come from (events 6). */
const CLIENT = 'Internal'

type SystemBot = Parameters<Context['store']['users']['findSystemBot']>[0]

const systemBot = (ctx: Context, name: SystemBot): User =>
  ctx.store.users.findSystemBot(name) ??
  refuse('SERVER_NOT_READY', 'This server has no organization yet; open its set-up link first.')

/** A direct message from one of the system bots. */
export const noteDirectly = (
  ctx: Context,
  emit: Emit,
  from: SystemBot,
  to: User,
  content: string,
  options: Pick<Outgoing, 'linksFor'> = {},
) => post(ctx, emit, from, { kind: 'direct', to: [to.id] }, content, options)

/** A message of Notification Bot in a channel. */
export const noteInChannel = (
  ctx: Context,
  emit: Emit,
  channelId: number,
  topic: string,
  content: string,
  options: Pick<Outgoing, 'readBy' | 'linksFor'> = {},
) => post(ctx, emit, 'notification', { kind: 'channel', to: channelId, topic }, content, options)

function post(
  ctx: Context,
  emit: Emit,
  from: SystemBot,
  destination: Destination,
  content: string,
  options: Pick<Outgoing, 'readBy' | 'linksFor'>,
) {
  const sending = { client: CLIENT, readBySender: true, echo: undefined, ...options }
  deliver(ctx, emit, systemBot(ctx, from), { destination, content, ...sending })
}

/** Names a user without alerting them. */
export const silently = (user: User) => `@_**${user.full_name}|${user.id}**`
