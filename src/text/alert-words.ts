// Every message is compared with the alert words of everyone who receives it, so the words stand
// in one tree of characters and the message is read once from each place where a word may begin.

import { withoutFencedCode } from './markdown/blocks/fences.ts'

const BEFORE = ' \n(".,\';[*`>'
const AFTER = " \n)?:.,';]!*`"

interface Node {
  next: Map<string, Node>
  /** Users whose alert word ends at this node. */
  userIds: number[]
}

export interface AlertWords {
  /** Users with a word that occurs in the source of a message, outside of fenced code. */
  usersAlertedBy(source: string): Set<number>
}

/** Words match in any case, between spaces, ends of the text and punctuation. */
export function compileAlertWords(words: Iterable<{ userId: number; word: string }>): AlertWords {
  const root: Node = { next: new Map(), userIds: [] }
  for (const { userId, word } of words) add(root, fold(word).trim(), userId)
  return {
    usersAlertedBy(source) {
      const alerted = new Set<number>()
      if (root.next.size === 0) return alerted
      const text = fold(withoutFencedCode(source))
      for (let start = 0; start < text.length; start++) {
        if (start > 0 && !BEFORE.includes(text[start - 1] as string)) continue
        collect(root, text, start, alerted)
      }
      return alerted
    },
  }
}

const fold = (text: string): string => text.toLowerCase().replaceAll('\r\n', '\n')

function add(root: Node, word: string, userId: number): void {
  if (word === '') return
  let node = root
  for (let at = 0; at < word.length; at++) {
    const character = word[at] as string
    const known = node.next.get(character)
    if (known) node = known
    else {
      const made: Node = { next: new Map(), userIds: [] }
      node.next.set(character, made)
      node = made
    }
  }
  node.userIds.push(userId)
}

function collect(root: Node, text: string, start: number, alerted: Set<number>): void {
  let node: Node | undefined = root
  for (let at = start; node; at++) {
    if (node.userIds.length > 0 && (at === text.length || AFTER.includes(text[at] as string))) {
      for (const userId of node.userIds) alerted.add(userId)
    }
    node = at < text.length ? node.next.get(text[at] as string) : undefined
  }
}
