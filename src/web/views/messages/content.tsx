// The content of one message in its row.

import { useLayoutEffect, useRef } from 'preact/hooks'
import { isOnlyEmoji } from '../../model/content.ts'
import type { Message } from '../../model/messages.ts'
import { fullTime } from '../../text/format.ts'
import { contentOf } from '../content/fragment.ts'
import type { Reader } from '../content/reader.ts'
import { model } from '../here.ts'

const reader: Reader = {
  isMe: (id) => id === model.users.ownId.peek(),
  isMyGroup: (id) => model.groups.mine.peek().has(id),
  userName: (id) => model.users.peek(id)?.full_name,
  groupName: (id) => model.groups.get(id)?.name,
  time: fullTime,
  alertWords: [],
}

/** HTML of the server, made into elements when it changes and only then. */
export function Content({ html, flags = [] }: { html: string; flags?: readonly string[] }) {
  const box = useRef<HTMLDivElement>(null)
  const alerted = flags.includes('has_alert_word')
  useLayoutEffect(() => {
    const alertWords = alerted ? model.personal.alertWords.peek() : []
    box.current!.replaceChildren(contentOf(html, { ...reader, alertWords }))
  }, [html, alerted])
  return <div ref={box} class={isOnlyEmoji(html) ? 'content only-emoji' : 'content'} />
}

/** What a message shows: of a search with what was found marked, of /me without it. */
export function htmlOf({ content, match_content, is_me_message }: Message): string {
  const html = match_content ?? content
  return is_me_message ? html.replace(/^<p>\/me\s?/, '<p>') : html
}
