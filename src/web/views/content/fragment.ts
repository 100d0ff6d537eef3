// Turns the HTML of a message into elements: one walk that drops what does not belong there and
// makes usable what does.

import { cleanAttributes, isAllowed } from './allowed.ts'
import { decorate } from './decorate.ts'
import type { Reader } from './reader.ts'
import { parsed } from './trusted.ts'

/** @param html as the server rendered it */
export function contentOf(html: string, reader: Reader): DocumentFragment {
  const fragment = parsed(html)
  clean(fragment, reader, false)
  if (reader.alertWords.length > 0) markWords(fragment, reader.alertWords)
  return fragment
}

function clean(parent: ParentNode, reader: Reader, inFormula: boolean) {
  for (const element of [...parent.children]) {
    if (!isAllowed(element, inFormula)) {
      // Words of what is unknown stay; programs and styles go with all that is in them.
      if (/^(script|style|template|iframe|object)$/.test(element.localName)) element.remove()
      else element.replaceWith(...textOf(element))
      continue
    }
    const preview = element.classList.contains('message_embed_image')
    const picture = preview ? pictureOf(element) : undefined
    cleanAttributes(element, inFormula)
    clean(element, reader, inFormula || element.classList.contains('katex'))
    if (!inFormula) decorate(element as HTMLElement, reader, picture)
  }
}

const textOf = (element: Element): string[] => (element.textContent ? [element.textContent] : [])

/** The address in `style="background-image: url(&quot;…&quot;)"`. */
const pictureOf = (element: Element): string | undefined =>
  /url\("?([^")]+)"?\)/.exec(element.getAttribute('style') ?? '')?.[1]

function markWords(fragment: DocumentFragment, alertWords: readonly string[]) {
  const escaped = alertWords.map((word) => word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
  const pattern = new RegExp(`(?<![\\w])(?:${escaped.join('|')})(?![\\w])`, 'giu')
  const walker = document.createTreeWalker(fragment, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode()) texts.push(walker.currentNode as Text)
  for (const text of texts) {
    if (!text.parentElement?.closest('pre, .katex, .mention')) markIn(text, pattern)
  }
}

function markIn(text: Text, pattern: RegExp) {
  const found = [...text.data.matchAll(pattern)]
  for (const { index, 0: word } of found.reverse()) {
    const end = text.splitText(index)
    end.splitText(word.length)
    const mark = document.createElement('span')
    mark.className = 'alert-word'
    end.replaceWith(mark)
    mark.append(end)
  }
}
