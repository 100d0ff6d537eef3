// What the settings pages are made of: each control saves its change at once, and says so.

import { signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
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

export function Switch({ name, label }: SwitchProps) {
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={model.settings.get(name) === true}
        onChange={(event) => void saveSetting(name, event.currentTarget.checked)}
      />
      {label}
    </label>
  )
}

interface ChoiceProps {
  name: string
  label: string
  /** Words by value. */
  choices: Record<string, string>
  /** How a value is sent; the settings know numbers, texts and switches. */
  read: (value: string) => unknown
}

export function Choice({ name, label, choices, read }: ChoiceProps) {
  const id = useId()
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select
        id={id}
        class="input"
        value={String(model.settings.get(name))}
        onChange={(event) => void saveSetting(name, read(event.currentTarget.value))}
      >
        {Object.entries(choices).map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
    </div>
  )
}

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

export const Group = ({ title, children }: { title: string; children: ComponentChildren }) => (
  <section>
    <h2>{title}</h2>
    {children}
  </section>
)
