import { createHash } from 'node:crypto'
import { drawIdenticon } from '../images/identicon.ts'
import { EXTRA_EMOJI, emojiTable } from '../text/emoji.ts'
import type { Context } from './context.ts'

let made: { name: string; json: string } | undefined

/** The names of all Unicode emoji, for clients (organization 7); its name changes with its content. */
export function emojiDataFile(): { name: string; json: string } {
  if (made === undefined) {
    const json = JSON.stringify(emojiTable)
    const hash = createHash('sha256').update(json).digest('hex').slice(0, 16)
    made = { name: `emoji.${hash}.json`, json }
  }
  return made
}

/** Complete, because clients fetch it as it stands. */
export const emojiDataUrl = (ctx: Context) =>
  `${ctx.site.url}/static/generated/emoji/${emojiDataFile().name}`

/** Clients know one emoji beyond Unicode by its picture's address; what it shows is ours to draw. */
export const extraEmojiPicture = {
  path: '/images/emoji/unicode/zulip.png',
  draw: () => drawIdenticon(EXTRA_EMOJI, 64),
}
