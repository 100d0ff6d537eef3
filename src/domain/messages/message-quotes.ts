// Quotes messages inside messages of the server.

import type { Message } from '../../store/tables/messages.ts'
import { directPath, messagePath } from '../../text/narrow-links.ts'
import type { Context } from '../kernel/context.ts'
import { memberIds } from './canonical-message.ts'

/** The URL of a message. */
export const addressOfMessage = (ctx: Context, message: Message) =>
  `${ctx.server.url}${pathTo(message)}`

function pathTo(message: Message): string {
  if (message.channel_id === null) return directPath(memberIds(message.member_key!), message.id)
  return messagePath(
    { id: message.channel_id, name: message.channel_name! },
    message.topic!,
    message.id,
  )
}

/** Content as a quote block; mentions in it alert no one again. */
export function quoted(content: string): string {
  const fence = fenceFor(content)
  return `${fence}quote\n${content}\n${fence}`
}

/** Longer than any run of backticks in the text, so that the text cannot end the fence. */
function fenceFor(text: string): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((run) => run.length))
  return '`'.repeat(longest + 1)
}
