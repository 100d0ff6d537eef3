// What the settings pages are made of: each control saves its change at once, and says so.

import { signal } from '@preact/signals'
import { useId } from 'preact/hooks'
import { CheckField, SelectField } from '../../ui/fields.tsx'
import { attempt } from '../attempt.ts'
import { model, session } from '../here.ts'
import { settingsText as t } from './text.ts'

/** Words of the status line; it is read aloud when it changes. */
const said = signal('')

export async function saveSetting(name: string, value: unknown) {
  said.value = ''
  if (await attempt(session.actions.setSetting(name, value))) saySaved()
}

export function saySaved() {
  said.value = t.saved
}

export const SavedLine = () => (
  <p role="status" class="saved-line">
    {said.value}
  </p>
)

interface SwitchProps {
  /** Name of the setting on the server. */
  name: string
  label: string
}

export const Switch = ({ name, label }: SwitchProps) => (
  <CheckField
    label={label}
    isOn={model.settings.get(name) === true}
    onChange={(isOn) => void saveSetting(name, isOn)}
  />
)

interface ChoiceProps {
  name: string
  label: string
  /** Words by value. */
  choices: Record<string, string>
  /** How a value is sent; the settings know numbers, texts and switches. */
  read: (value: string) => unknown
}

export const Choice = ({ name, label, choices, read }: ChoiceProps) => (
  <SelectField
    label={label}
    choices={choices}
    value={String(model.settings.get(name))}
    onChange={(value) => void saveSetting(name, read(value))}
  />
)

interface RangeProps {
  name: string
  label: string
  min: number
  max: number
  unit: string
}

export function Range({ name, label, min, max, unit }: RangeProps) {
  const id = useId()
  const value = Number(model.settings.get(name))
  return (
    <div class="field">
      <label for={id}>
        {label} <span class="hint">{`${value}${unit}`}</span>
      </label>
      <input
        id={id}
        type="range"
        min={min}
        max={max}
        value={value}
        onChange={(event) => void saveSetting(name, Number(event.currentTarget.value))}
      />
    </div>
  )
}
