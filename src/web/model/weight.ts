// How many nodes of the document a message takes when it is drawn, estimated from what it says.

import type { Message } from './messages.ts'
import type { Weigh } from './windows.ts'

/** The frame of a row: picture, name, time, and the boxes around them. */
const FRAME = 11

/** A bar that says where the messages below it are. */
const BAR = 9

/** What the client adds to a block of code: its language and two buttons. */
const CODE_TOOLS = 9

/** A reaction is a button with an emoji and a number. */
const REACTION = 5

/** What people have done with a poll or a list of tasks, at most: an option of its own. */
const SUBMESSAGE = 12

/** Elements of HTML, and texts between its tags. Quick rather than exact. */
export function nodesOf(html: string): number {
  let nodes = 0
  let at = html.indexOf('<')
  while (at >= 0) {
    if (html[at + 1] !== '/') nodes++
    const end = html.indexOf('>', at)
    if (end < 0) break
    at = html.indexOf('<', end)
    if (at > end + 1) nodes++
  }
  return nodes + CODE_TOOLS * (html.split('codehilite').length - 1)
}

/** Weights by message. A message object never changes: an edit makes a new one. */
const known = new WeakMap<Message, { content: number; around: number }>()

function measured(message: Message) {
  const before = known.get(message)
  if (before) return before
  const { reactions, submessages } = message
  const kinds = new Set(reactions.map(({ emoji_code }) => emoji_code)).size
  const made = {
    content: nodesOf(message.match_content ?? message.content),
    around:
      FRAME +
      SUBMESSAGE * submessages.length +
      (kinds === 0 ? 0 : REACTION * kinds + 3) +
      (message.last_edit_timestamp === undefined ? 0 : 2),
  }
  known.set(message, made)
  return made
}

/**
 * @param above the message before it in a list of several conversations
 * @param most nodes of its content that are drawn
 */
export function weightOf(message: Message, above: Message | undefined, most: number): number {
  const { content, around } = measured(message)
  const bar = above === undefined || above.conversation === message.conversation ? 0 : BAR
  return around + bar + Math.min(content, most)
}

/** Weighs messages by their place in a list. @param showsRecipients whether bars say where they are */
export function weigher(
  messages: { peek(id: number): Message | undefined },
  showsRecipients: boolean,
): Weigh {
  return (ids, at, most) => {
    const message = messages.peek(ids[at]!)
    const above = showsRecipients ? messages.peek(ids[at - 1]!) : undefined
    return message ? weightOf(message, above, most) : 0
  }
}
