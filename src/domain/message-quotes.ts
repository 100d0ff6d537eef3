import type { Message } from '../store/messages.ts'
import { directPath, messagePath } from '../text/narrow-links.ts'
import type { Context } from './context.ts'
import { memberIds } from './message-facts.ts'

/** Where people find a message. */
export const addressOfMessage = (ctx: Context, message: Message) =>
  `${ctx.site.url}${pathTo(message)}`

function pathTo(message: Message): string {
  if (message.channel_id === null) return directPath(memberIds(message.member_key!), message.id)
  return messagePath(
    { id: message.channel_id, name: message.channel_name! },
    message.topic!,
    message.id,
  )
}

/** Somebody's words inside a message of ours: nobody they name is alerted once more. */
export function quoted(content: string): string {
  const fence = fenceFor(content)
  return `${fence}quote\n${content}\n${fence}`
}

/** Longer than any run of backticks in the text, so that the text cannot end the fence. */
function fenceFor(text: string): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((run) => run.length))
  return '`'.repeat(longest + 1)
}
