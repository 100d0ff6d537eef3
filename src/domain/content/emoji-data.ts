// The table of Unicode emoji that clients download.

import { createHash } from 'node:crypto'
import { drawIdenticon } from '../../images/identicon.ts'
import { EXTRA_EMOJI, emojiTable } from '../../text/emoji.ts'
import type { Context } from '../kernel/context.ts'

let made: { name: string; json: string } | undefined

/** The names of all Unicode emoji, for clients; its name changes with its content. */
export function emojiDataFile(): { name: string; json: string } {
  if (made === undefined) {
    const json = JSON.stringify(emojiTable)
    const hash = createHash('sha256').update(json).digest('hex').slice(0, 16)
    made = { name: `emoji.${hash}.json`, json }
  }
  return made
}

/** The full URL, because clients do not resolve it against the server. */
export const emojiDataUrl = (ctx: Context) =>
  `${ctx.server.url}/static/generated/emoji/${emojiDataFile().name}`

/** The picture of the one emoji beyond Unicode that clients expect at a fixed address. */
export const extraEmojiPicture = {
  path: '/images/emoji/unicode/zulip.png',
  draw: () => drawIdenticon(EXTRA_EMOJI, 64),
}
