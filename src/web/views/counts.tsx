// How much is unread, as a number that reads aloud as words: ", 3 unread".

import { viewsText as t } from './text.ts'

interface Props {
  count: number
  /** It is for oneself: direct messages and mentions. */
  strong?: boolean
  /** Something unread mentions one. */
  mentioned?: boolean
}

/** What stands between a name and its count when both are read aloud; behind the name, in its line. */
export const Pause = () => <span class="said">, </span>

/** Larger numbers say no more. */
const SHOWN = 999

/** Stands behind a name inside a link, whose name it completes. */
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
