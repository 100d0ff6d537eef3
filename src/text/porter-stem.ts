/*
 * The stem of an English word by M. F. Porter's algorithm ("An algorithm for
 * suffix stripping", 1980), as the search index stems: two words match if their
 * stems are equal.
 */

/** `word` without case; words that are not of a to z alone are their own stem. */
export function porterStem(word: string): string {
  const lower = word.toLowerCase()
  if (lower.length < 3 || !/^[a-z]+$/.test(lower)) return lower
  const steps = [pluralOf, pastOf, finalY, DOUBLE, SINGLE, LAST, finalE, finalL]
  return steps.reduce(
    (stem, step) => (typeof step === 'function' ? step(stem) : strip(stem, step)),
    lower,
  )
}

const isVowelAt = (word: string, at: number): boolean => {
  const letter = word[at] as string
  return 'aeiou'.includes(letter) || (letter === 'y' && at > 0 && !isVowelAt(word, at - 1))
}

/** How often a vowel is followed by a consonant. */
function measure(stem: string): number {
  let count = 0
  let wasVowel = false
  for (let at = 0; at < stem.length; at++) {
    const isVowel = isVowelAt(stem, at)
    if (wasVowel && !isVowel) count++
    wasVowel = isVowel
  }
  return count
}

const hasVowel = (stem: string): boolean => [...stem].some((_, at) => isVowelAt(stem, at))

const endsDouble = (stem: string): boolean =>
  stem.length > 1 && stem.at(-1) === stem.at(-2) && !isVowelAt(stem, stem.length - 1)

/** Ends consonant, vowel, consonant, as in `hop`. */
const endsShort = (stem: string): boolean => {
  const last = stem.length - 1
  return (
    last > 1 &&
    !isVowelAt(stem, last) &&
    isVowelAt(stem, last - 1) &&
    !isVowelAt(stem, last - 2) &&
    !'wxy'.includes(stem[last] as string)
  )
}

function pluralOf(word: string): string {
  if (word.endsWith('sses') || word.endsWith('ies')) return word.slice(0, -2)
  return word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word
}

function pastOf(word: string): string {
  if (word.endsWith('eed')) return measure(word.slice(0, -3)) > 0 ? word.slice(0, -1) : word
  const ending = ['ed', 'ing'].find((suffix) => word.endsWith(suffix))
  const stem = ending && word.slice(0, -ending.length)
  if (!stem || !hasVowel(stem)) return word
  if (/(?:at|bl|iz)$/.test(stem)) return `${stem}e`
  if (endsDouble(stem) && !/[lsz]$/.test(stem)) return stem.slice(0, -1)
  return measure(stem) === 1 && endsShort(stem) ? `${stem}e` : stem
}

const finalY = (word: string): string =>
  word.endsWith('y') && hasVowel(word.slice(0, -1)) ? `${word.slice(0, -1)}i` : word

interface Suffixes {
  /** The stem left over must measure more than this. */
  above: number
  /** Longer suffixes come before their own endings. */
  replacements: readonly (readonly [suffix: string, replacement: string])[]
}

const pairs = (text: string) =>
  text.split(' ').map((pair): [string, string] => {
    const [suffix = '', replacement = ''] = pair.split('>')
    return [suffix, replacement]
  })

const DOUBLE: Suffixes = {
  above: 0,
  replacements: pairs(
    'ational>ate tional>tion enci>ence anci>ance izer>ize bli>ble alli>al entli>ent eli>e ' +
      'ousli>ous ization>ize ation>ate ator>ate alism>al iveness>ive fulness>ful ousness>ous ' +
      'aliti>al iviti>ive biliti>ble logi>log',
  ),
}

const SINGLE: Suffixes = {
  above: 0,
  replacements: pairs('icate>ic ative> alize>al iciti>ic ical>ic ful> ness>'),
}

const LAST: Suffixes = {
  above: 1,
  replacements: pairs(
    'al> ance> ence> er> ic> able> ible> ant> ement> ment> ent> sion>s tion>t ou> ism> ate> iti> ' +
      'ous> ive> ize>',
  ),
}

/** Only the first suffix that the word has is looked at. */
function strip(word: string, { above, replacements }: Suffixes): string {
  const found = replacements.find(([suffix]) => word.endsWith(suffix))
  if (!found) return word
  const [suffix, replacement] = found
  const stem = word.slice(0, -suffix.length)
  // The s or t of these belongs to the stem.
  const measured = suffix === 'sion' || suffix === 'tion' ? stem + replacement : stem
  return measure(measured) > above ? stem + replacement : word
}

function finalE(word: string): string {
  if (!word.endsWith('e')) return word
  const stem = word.slice(0, -1)
  const measured = measure(stem)
  return measured > 1 || (measured === 1 && !endsShort(stem)) ? stem : word
}

const finalL = (word: string): string =>
  word.endsWith('ll') && measure(word) > 1 ? word.slice(0, -1) : word
