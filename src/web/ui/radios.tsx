// One choice of a few, all of them to be seen.

import type { Signal } from '@preact/signals'
import { useId } from 'preact/hooks'

export interface RadioOption<K extends string> {
  key: K
  label: string
  /** A second line, smaller. */
  hint?: string
}

interface Props<K extends string> {
  legend: string
  options: readonly RadioOption<K>[]
  chosen: Signal<K>
}

export function Radios<K extends string>({ legend, options, chosen }: Props<K>) {
  const name = useId()
  return (
    <fieldset class="choices">
      <legend class="label">{legend}</legend>
      {options.map(({ key, label, hint }) => (
        <label class="check" key={key}>
          <input
            type="radio"
            name={name}
            checked={chosen.value === key}
            onChange={() => (chosen.value = key)}
          />
          <span>
            {label} {hint && <span class="hint">{hint}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
