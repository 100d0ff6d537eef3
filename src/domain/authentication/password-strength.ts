/*
 * Estimates how many guesses an attacker needs who tries likely passwords first: common words with
 * the usual disguises, runs of the keyboard, repetitions and years. Everything else counts ten
 * guesses a character. The estimate is low: it rejects what falls to a few thousand tries.
 */

/** Common passwords, most frequent first: the position of a word is the number of guesses. */
const COMMON = (
  'password qwerty letmein welcome admin iloveyou monkey dragon football baseball sunshine master ' +
  'princess shadow superman michael ashley jesus ninja mustang batman trustno access hello charlie ' +
  'donald freedom whatever starwars flower passwort secret hottie loveme zaq login solo test guest ' +
  'root default changeme system server office summer winter spring autumn january february march ' +
  'april june july august september october november december monday tuesday wednesday thursday ' +
  'friday saturday sunday computer internet pokemon hockey soccer killer george jordan jennifer ' +
  'hunter harley ranger buster thomas robert daniel andrew joshua matthew jessica amanda nicole ' +
  'pepper ginger cookie cheese coffee orange banana purple yellow silver golden tigger maggie ' +
  'bailey merlin corvette ferrari mercedes porsche chelsea liverpool arsenal barcelona blink ' +
  'family friend friends forever heaven angel angels lovely sweet heart money power magic music ' +
  'chat team company hearth zulip slack work love home dad mom baby god sex fuck pass word user ' +
  'correct horse battery staple'
).split(' ')

const RANK = new Map(COMMON.map((word, at) => [word, at + 1]))
const MAX_WORD_LENGTH = Math.max(...COMMON.map((word) => word.length))

const RUNS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm', 'qwertzuiop', 'azertyuiop', '1qaz2wsx3edc4rfv']
const ORDERS = RUNS.flatMap((run) => [run, [...run].reverse().join('')])
const DISGUISES: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

const GUESSES_PER_CHARACTER = 10

/** A piece of a password, and the guesses it takes. */
interface Piece {
  length: number
  guesses: number
}

/** Why a password falls to few guesses. */
export type Weakness = 'personal' | 'common' | 'pattern'

/**
 * What makes a weak password weak.
 * @param enough guesses above which a password is not weak
 */
export function weaknessOf(password: string, known: readonly string[], enough: number): Weakness {
  if (guessesFor(password) >= enough) return 'personal'
  const words = wordsAmong(known)
  const characters = Array.from(password)
  const found = characters.map((_, at) => ({
    withKnown: wordAt(characters.slice(at), words),
    common: wordAt(characters.slice(at), NO_WORDS),
  }))
  if (found.some(({ withKnown, common }) => withKnown?.guesses !== common?.guesses))
    return 'personal'
  return found.some(({ common }) => common) ? 'common' : 'pattern'
}

const NO_WORDS: ReadonlySet<string> = new Set()

/** @param known words the guesser tries first, such as the owner's name and address */
export function guessesFor(password: string, known: readonly string[] = []): number {
  const characters = Array.from(password)
  const words = wordsAmong(known)
  let guesses = 1
  let pieces = 0
  let wasPattern = true
  for (let at = 0; at < characters.length; ) {
    const pattern = patternAt(characters.slice(at), words)
    guesses *= pattern?.guesses ?? GUESSES_PER_CHARACTER
    at += pattern?.length ?? 1
    // Characters without a pattern make one piece with those beside them.
    if (pattern || wasPattern) pieces++
    wasPattern = pattern !== undefined
  }
  // The order of several pieces has to be guessed too.
  for (let count = 2; count <= Math.min(pieces, 5); count++) guesses *= count
  return guesses
}

const wordsAmong = (known: readonly string[]): ReadonlySet<string> =>
  new Set(known.flatMap(partsOf).filter((word) => word.length > 2))

/** A text as a whole, and its words. */
const partsOf = (text: string) => [
  text.toLowerCase(),
  ...text.toLowerCase().split(/[^\p{L}\p{N}]+/u),
]

function patternAt(rest: readonly string[], known: ReadonlySet<string>): Piece | undefined {
  return [wordAt(rest, known), runAt(rest), repetitionAt(rest), yearAt(rest)]
    .filter((piece) => piece !== undefined)
    .sort((a, b) => b.length - a.length || a.guesses - b.guesses)[0]
}

function wordAt(rest: readonly string[], known: ReadonlySet<string>): Piece | undefined {
  const plain = rest.map((character) => character.toLowerCase())
  const undisguised = plain.map((character) => DISGUISES[character] ?? character)
  for (let length = Math.min(rest.length, Math.max(MAX_WORD_LENGTH, 40)); length > 2; length--) {
    for (const [spelling, factor] of [
      [plain, 1],
      [undisguised, 4],
    ] as const) {
      const word = spelling.slice(0, length).join('')
      const rank = known.has(word) ? 1 : RANK.get(word)
      if (rank === undefined) continue
      const hasCapitals = rest
        .slice(0, length)
        .some((character, index) => character !== plain[index])
      return { length, guesses: rank * factor * (hasCapitals ? 2 : 1) }
    }
  }
  return undefined
}

/** `abcd`, `4321`, `qwer`: neighbours in the alphabet, among the digits or on the keyboard. */
function runAt(rest: readonly string[]): Piece | undefined {
  const text = rest.join('').toLowerCase()
  const length = Math.max(
    ...ORDERS.map((order) => lengthInside(order, text)),
    ...[1, -1].map((step) => Math.min(rest.length, lengthInSteps(text, step))),
  )
  return length > 2 ? { length, guesses: 8 * length } : undefined
}

/** How much of the text, from its start, stands in the order. */
function lengthInside(order: string, text: string): number {
  let length = 0
  while (length < text.length && order.includes(text.slice(0, length + 1))) length++
  return length
}

/** How long each character of the text, from its start, is `step` after the one before. */
function lengthInSteps(text: string, step: number): number {
  let length = 1
  while (text.charCodeAt(length) - text.charCodeAt(length - 1) === step) length++
  return length
}

/** `aaaa`, `abab`: one piece, as often as it comes. */
function repetitionAt(rest: readonly string[]): Piece | undefined {
  for (let size = 1; size <= rest.length / 2; size++) {
    const unit = rest.slice(0, size).join('')
    let times = 1
    while (rest.slice(times * size, (times + 1) * size).join('') === unit) times++
    if (times * size > 2 && times > 1)
      return { length: times * size, guesses: guessesFor(unit) * times }
  }
  return undefined
}

function yearAt(rest: readonly string[]): Piece | undefined {
  return /^(?:19|20)\d\d/.test(rest.join('')) ? { length: 4, guesses: 60 } : undefined
}
