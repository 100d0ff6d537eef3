// The row above a list that says which of its entries are shown: a choice of kinds, and words to look for.

import type { Signal } from '@preact/signals'
import { Chips } from '../ui/tabs.tsx'

interface Props<T extends string> {
  /** What is chosen by kind. */
  label: string
  kinds: readonly T[]
  /** The names of the kinds. */
  names: Readonly<Record<T, string>>
  kind: Signal<T>
  /** What the field for words is called. */
  hint: string
  typed: Signal<string>
}

export const Filters = <T extends string>({ label, kinds, names, kind, hint, typed }: Props<T>) => (
  <div class="filters">
    <Chips
      label={label}
      choices={kinds.map((value) => ({ value, label: names[value] }))}
      value={kind.value}
      onChange={(value) => {
        kind.value = value
      }}
    />
    <input
      class="input"
      type="search"
      aria-label={hint}
      placeholder={hint}
      value={typed.value}
      onInput={(event) => {
        typed.value = event.currentTarget.value
      }}
    />
  </div>
)
