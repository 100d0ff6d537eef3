// Every message is compared with the alert words of everyone who receives it, so the words are found by
// what they begin with, and a person's words are exchanged without looking at those of others.

import { getOrMake } from '../base/collections.ts'
import { withoutFencedCode } from './markdown/blocks/fences.ts'

const BEFORE = ' \n(".,\';[*`>'
const AFTER = " \n)?:.,';]!*`"

/** Words with the same beginning, up to the first character at which a word may end. */
interface Alike {
  /** Who has a word. */
  users: Map<string, number[]>
  /** The lengths of these words, each once; counted when a message has the beginning. */
  lengths: readonly number[] | undefined
}

/** The alert words of many people. They match in any case, between spaces, ends of the text and punctuation. */
export class AlertWords {
  readonly #byBeginning = new Map<string, Alike>()
  readonly #byUser = new Map<number, readonly string[]>()
  /** Characters of the longest word there was. */
  #longest = 0

  /** Sets all words of a person. */
  set(userId: number, words: readonly string[]) {
    for (const word of this.#byUser.get(userId) ?? []) this.#remove(word, userId)
    const folded = [...new Set(words.map((word) => fold(word).trim()))].filter(
      (word) => word !== '',
    )
    for (const word of folded) this.#add(word, userId)
    if (folded.length > 0) this.#byUser.set(userId, folded)
    else this.#byUser.delete(userId)
  }

  /** Users with a word that occurs in the source of a message, outside of fenced code. */
  usersAlertedBy(source: string): Set<number> {
    const alerted = new Set<number>()
    if (this.#byUser.size === 0) return alerted
    const text = fold(withoutFencedCode(source))
    for (let start = 0; start < text.length; start++) {
      if (start > 0 && !BEFORE.includes(text[start - 1]!)) continue
      const end = endOfBeginning(text, start, this.#longest)
      const alike = this.#byBeginning.get(text.slice(start, end))
      if (alike) collect(alike, text, start, alerted)
    }
    return alerted
  }

  #add(word: string, userId: number) {
    this.#longest = Math.max(this.#longest, word.length)
    const alike = getOrMake(this.#byBeginning, beginningOf(word), newAlike)
    const users = alike.users.get(word)
    if (users) users.push(userId)
    else {
      alike.users.set(word, [userId])
      alike.lengths = undefined
    }
  }

  #remove(word: string, userId: number) {
    const beginning = beginningOf(word)
    const alike = this.#byBeginning.get(beginning)!
    const left = alike.users.get(word)!.filter((other) => other !== userId)
    if (left.length > 0) return void alike.users.set(word, left)
    alike.users.delete(word)
    alike.lengths = undefined
    if (alike.users.size === 0) this.#byBeginning.delete(beginning)
  }
}

const newAlike = (): Alike => ({ users: new Map(), lengths: undefined })

const fold = (text: string): string => text.toLowerCase().replaceAll('\r\n', '\n')

const beginningOf = (word: string) => word.slice(0, endOfBeginning(word, 0, word.length))

/** The first place after `start` at which a word may end, or one beyond the longest word. */
function endOfBeginning(text: string, start: number, longest: number): number {
  const last = Math.min(text.length, start + longest + 1)
  let end = start + 1
  while (end < last && !AFTER.includes(text[end]!)) end++
  return end
}

function collect(alike: Alike, text: string, start: number, alerted: Set<number>) {
  alike.lengths ??= [...new Set([...alike.users.keys()].map((word) => word.length))]
  for (const length of alike.lengths) {
    const end = start + length
    if (end > text.length || (end < text.length && !AFTER.includes(text[end]!))) continue
    for (const userId of alike.users.get(text.slice(start, end)) ?? []) alerted.add(userId)
  }
}
