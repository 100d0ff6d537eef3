// A field that collects several people or other things, each shown as a pill.

import type { ComponentChildren } from 'preact'
import { IconButton } from './button.tsx'
import { Combobox } from './combobox.tsx'
import { uiText as t } from './text.ts'

interface Props<T> {
  label: string
  chosen: readonly T[]
  text: string
  placeholder?: string
  optionsFor: (typed: string) => readonly T[]
  keyOf: (option: T) => string | number
  nameOf: (option: T) => string
  draw: (option: T) => ComponentChildren
  onText: (typed: string) => void
  onChange: (chosen: T[]) => void
  onEnter?: () => void
  autofocus?: boolean
}

export function PillField<T>({ chosen, nameOf, onChange, onText, ...field }: Props<T>) {
  const add = (option: T) => {
    onText('')
    if (!chosen.some((one) => field.keyOf(one) === field.keyOf(option)))
      onChange([...chosen, option])
  }
  return (
    <div class="pills">
      {chosen.map((option) => (
        <span class="pill" key={field.keyOf(option)}>
          {nameOf(option)}
          <IconButton
            icon="x"
            label={t.remove(nameOf(option))}
            onClick={() => onChange(chosen.filter((one) => one !== option))}
          />
        </span>
      ))}
      <Combobox
        {...field}
        value={field.text}
        {...(chosen.length > 0 && { placeholder: '' })}
        onInput={onText}
        onPick={add}
        onBackspace={() => onChange(chosen.slice(0, -1))}
      />
    </div>
  )
}
