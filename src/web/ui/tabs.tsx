// Tabs, and choices in a row of which one holds.

interface Choice<T extends string> {
  value: T
  label: string
}

interface Props<T extends string> {
  label: string
  choices: readonly Choice<T>[]
  value: T
  onChange: (value: T) => void
}

export const Tabs = <T extends string>({ label, choices, value, onChange }: Props<T>) => (
  <div class="tabs" role="tablist" aria-label={label} onKeyDown={moveByArrows}>
    {choices.map((choice) => (
      <button
        type="button"
        role="tab"
        key={choice.value}
        aria-selected={choice.value === value}
        tabIndex={choice.value === value ? 0 : -1}
        onClick={() => onChange(choice.value)}
      >
        {choice.label}
      </button>
    ))}
  </div>
)

export const Chips = <T extends string>({ label, choices, value, onChange }: Props<T>) => (
  <div class="chips" role="group" aria-label={label}>
    {choices.map((choice) => (
      <button
        type="button"
        class="chip"
        key={choice.value}
        aria-pressed={choice.value === value}
        onClick={() => onChange(choice.value)}
      >
        {choice.label}
      </button>
    ))}
  </div>
)

function moveByArrows(event: KeyboardEvent) {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
  if (step === undefined) return
  const tabs = [...(event.currentTarget as HTMLElement).querySelectorAll<HTMLElement>('[role=tab]')]
  const at = tabs.indexOf(document.activeElement as HTMLElement)
  const next = tabs[(at + step + tabs.length) % tabs.length]
  event.preventDefault()
  next?.focus()
  next?.click()
}
