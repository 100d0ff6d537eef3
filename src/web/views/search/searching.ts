// Whether the search field is open. It stands in the line above the view, wherever one is.

import { signal } from '@preact/signals'
import type { Narrow } from '../../model/narrow.ts'

/** The terms it begins with; undefined: it is closed. */
export const searching = signal<Narrow | undefined>(undefined)

export const openSearch = (narrow: Narrow = []) => {
  searching.value = narrow
}

export const closeSearch = () => {
  searching.value = undefined
}
