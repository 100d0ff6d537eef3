// Writes addresses of conversations inside the product: the part of a URL after the realm URL.

/** One operand of a narrow link: percent-encoding that survives being copied, with `.` for `%`. */
export function encodeOperand(operand: string): string {
  return encodeURIComponent(operand.toWellFormed())
    .replace(/[!'()*.]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%', '.')
}

interface Channel {
  id: number
  name: string
}

/** The path of a channel inside the app. */
export const channelPath = ({ id, name }: Channel): string =>
  `/#narrow/channel/${id}-${encodeOperand(name.replaceAll(' ', '-'))}`

/** Clients read segments in pairs, so the empty topic keeps its empty segment. */
const topicBase = (channel: Channel, topic: string): string =>
  `${channelPath(channel)}/topic/${encodeOperand(topic)}`

/** `newestId`: a message of the topic, so that the link survives a rename. */
export const topicPath = (channel: Channel, topic: string, newestId?: number): string =>
  topicBase(channel, topic) + (newestId === undefined ? '' : `/with/${newestId}`)

/** The path of a message in a topic inside the app. */
export const messagePath = (channel: Channel, topic: string, messageId: number): string =>
  `${topicBase(channel, topic)}/near/${messageId}`

/** `userIds`: everyone in the conversation, as the link should name them. */
export function directPath(userIds: readonly number[], messageId?: number): string {
  const kind = userIds.length > 2 ? 'group' : 'dm'
  return `/#narrow/dm/${userIds.join(',')}-${kind}${messageId === undefined ? '' : `/near/${messageId}`}`
}
