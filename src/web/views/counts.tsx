// How much is unread, as a number that reads aloud as words: ", 3 unread".

import { viewsText as t } from './text.ts'

interface Props {
  count: number
  /** Shown with emphasis: counts of direct messages and mentions. */
  strong?: boolean
  /** Whether one of the unread messages mentions the reader. */
  mentioned?: boolean
}

/** What stands between a name and its count when both are read aloud; behind the name, in its line. */
export const Pause = () => <span class="said">, </span>

/** The largest number that is shown; above it stands a plus sign. */
const SHOWN = 999

/** The count behind a name inside a link; screen readers read it as a part of the link's name. */
export function UnreadCount({ count, strong, mentioned }: Props) {
  if (count === 0) return null
  const number = count > SHOWN ? `${SHOWN}+` : count
  return (
    <>
      {mentioned && (
        <span class="mark" aria-hidden="true">
          @
        </span>
      )}
      <span class={strong ? 'count strong' : 'count'}>{number}</span>
      <span class="sr">{` ${t.unreadWord}${mentioned ? `, ${t.unreadMention}` : ''}`}</span>
    </>
  )
}
