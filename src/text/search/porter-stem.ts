// The stem of an English word, as the search index stems: words match if their stems are equal.

import { stemmer } from 'stemmer'

/** The stem without case by M. F. Porter's algorithm; of words with other letters, the word. */
export function porterStem(word: string): string {
  const lower = word.toLowerCase()
  return /^[a-z]{3,}$/.test(lower) ? stemmer(lower) : lower
}
