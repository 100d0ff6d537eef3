// The content of one message in its row.

import { useLayoutEffect, useRef } from 'preact/hooks'
import { isOnlyEmoji } from '../../model/content.ts'
import type { Message } from '../../model/messages.ts'
import { fullTime } from '../../text/format.ts'
import { contentOf } from '../content/fragment.ts'
import { redraw } from '../content/opened.ts'
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

interface ContentProps {
  html: string
  flags?: readonly string[]
  /** Nodes that are drawn at most; what comes after them is left out. */
  most?: number | undefined
  /** Long contents show their beginning. */
  isFolded?: boolean
  /** Called when the elements are there. @param isCut whether something was left out */
  onDrawn?: (box: HTMLElement, isCut: boolean) => void
}

/** HTML of the server, made into elements when it changes and only then. */
export function Content({ html, flags = [], most, isFolded, onDrawn }: ContentProps) {
  const box = useRef<HTMLDivElement>(null)
  const alerted = flags.includes('has_alert_word')
  useLayoutEffect(() => {
    const alertWords = alerted ? model.personal.alertWords.peek() : []
    const fragment = contentOf(html, { ...reader, alertWords })
    const isCut = most !== undefined && cutBehind(fragment, most)
    redraw(box.current!, fragment)
    onDrawn?.(box.current!, isCut)
  }, [html, alerted, most])
  const kind = [isOnlyEmoji(html) && 'only-emoji', isFolded && 'fold']
  return <div ref={box} class={['content', ...kind].filter(Boolean).join(' ')} />
}

/** Takes away what comes after so many nodes. @returns whether there was anything */
function cutBehind(fragment: DocumentFragment, most: number): boolean {
  const walker = document.createTreeWalker(fragment)
  for (let nodes = 0; nodes <= most; nodes++) if (!walker.nextNode()) return false
  const found = walker.currentNode
  // A formula is there as a whole or not at all.
  const first: ChildNode = found.parentElement?.closest('.katex') ?? (found as ChildNode)
  for (let last: ParentNode | ChildNode = first; last !== fragment; last = last.parentNode!)
    while (last.nextSibling) last.nextSibling.remove()
  first.remove()
  return true
}

/** What a message shows: of a search with what was found marked, of /me without it. */
export function htmlOf({ content, match_content, is_me_message }: Message): string {
  const html = match_content ?? content
  return is_me_message ? html.replace(/^<p>\/me\s?/, '<p>') : html
}
