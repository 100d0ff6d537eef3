// Fields that hand on each change at once: a box to check, and a list to choose from.

import { useId } from 'preact/hooks'

interface CheckProps {
  label: string
  /** Words below it. */
  hint?: string
  isOn: boolean
  onChange: (isOn: boolean) => void
}

export function CheckField({ label, hint, isOn, onChange }: CheckProps) {
  const id = useId()
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={isOn}
        aria-describedby={hint && id}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span>
        {label}
        {hint && (
          <span class="hint" id={id}>
            {hint}
          </span>
        )}
      </span>
    </label>
  )
}

interface SelectProps {
  label: string
  /** Words by value. */
  choices: Record<string, string>
  value: string
  disabled?: boolean
  onChange: (value: string) => void
}

export function SelectField({ label, choices, value, disabled, onChange }: SelectProps) {
  const id = useId()
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select
        id={id}
        class="input"
        value={value}
        disabled={disabled}
        onChange={(event) => onChange(event.currentTarget.value)}
      >
        {Object.entries(choices).map(([key, words]) => (
          <option key={key} value={key}>
            {words}
          </option>
        ))}
      </select>
    </div>
  )
}
