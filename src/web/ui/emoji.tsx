// One emoji: a character, or the organization's own picture.

import { charactersOf } from '../model/content.ts'

interface Props {
  /** As in reactions: `unicode_emoji`, or a picture of this server. */
  type: string
  code: string
  name: string
  /** Address of the picture, for those that are one. */
  url?: string | undefined
}

/** Decoration: the name of the button or the words beside it say which one it is. */
export const Emoji = ({ type, code, name, url }: Props) =>
  type === 'unicode_emoji' || !url ? (
    <span class="emoji" aria-hidden="true">
      {type === 'unicode_emoji' ? charactersOf(code) : `:${name}:`}
    </span>
  ) : (
    <img class="emoji" src={url} alt="" />
  )
