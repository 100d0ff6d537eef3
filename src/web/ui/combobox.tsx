// A field with a list of suggestions below it, of which arrows choose one.

import { useComputed, useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useId, useRef } from 'preact/hooks'
import { Popover } from './popover.tsx'
import { uiText as t } from './text.ts'

interface OptionsProps<T> {
  id: string
  options: readonly T[]
  active: number
  keyOf: (option: T) => string | number
  draw: (option: T) => ComponentChildren
  onPick: (option: T) => void
}

export const optionId = (listId: string, at: number) => `${listId}-${at}`

/** The list alone, for fields that are drawn elsewhere; the focus stays in the field. */
export const Options = <T,>({ id, options, active, keyOf, draw, onPick }: OptionsProps<T>) => (
  <div id={id} role="listbox" aria-label={t.suggestions}>
    {options.map((option, i) => (
      <div
        key={keyOf(option)}
        id={optionId(id, i)}
        role="option"
        class="option"
        tabIndex={-1}
        aria-selected={i === active}
        ref={(el) => void (i === active && el?.scrollIntoView({ block: 'nearest' }))}
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => onPick(option)}
      >
        {draw(option)}
      </div>
    ))}
  </div>
)

/** The next place in a list of `length` for an arrow key, undefined for other keys. */
export function moved(key: string, at: number, length: number): number | undefined {
  if (length === 0) return undefined
  if (key === 'ArrowDown') return (at + 1) % length
  if (key === 'ArrowUp') return at <= 0 ? length - 1 : at - 1
  return undefined
}

interface ComboboxProps<T> {
  label: string
  value: string
  placeholder?: string
  /** The options that fit the typed text, the best first; called again for each key. */
  optionsFor: (typed: string) => readonly T[]
  keyOf: (option: T) => string | number
  draw: (option: T) => ComponentChildren
  onInput: (typed: string) => void
  onPick: (option: T) => void
  onEnter?: () => void
  onBackspace?: () => void
  class?: string
  maxLength?: number
  autofocus?: boolean
  /** What is typed counts as it is: a suggestion is taken only when an arrow has chosen it. */
  isFree?: boolean
}

/** Which suggestions are shown, which is active, and what keys do with them. */
function useSuggestions<T>(props: ComboboxProps<T>) {
  const typed = useSignal(props.value)
  typed.value = props.value
  const open = useSignal(false)
  const first = props.isFree ? -1 : 0
  const active = useSignal(first)
  const asked = useRef(props.optionsFor)
  asked.current = props.optionsFor
  const options = useComputed(() => (open.value ? asked.current(typed.value) : []))
  const show = () => {
    active.value = first
    open.value = true
  }

  const pick = (option: T) => {
    open.value = false
    props.onPick(option)
  }
  const accept = () => {
    const option = open.value ? options.value[active.value] : undefined
    if (option !== undefined) pick(option)
    else props.onEnter?.()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const next = moved(event.key, open.value ? active.value : -1, asked.current(typed.value).length)
    if (next !== undefined) {
      open.value = true
      active.value = next
    } else if (event.key === 'Enter') accept()
    else if (event.key === 'Escape' && open.value && options.value.length > 0) {
      open.value = false
      event.stopPropagation()
    } else {
      if (event.key === 'Backspace' && typed.value === '') props.onBackspace?.()
      return
    }
    event.preventDefault()
  }
  return { options, active, open, show, pick, onKeyDown }
}

export function Combobox<T>(props: ComboboxProps<T>) {
  const field = useRef<HTMLInputElement>(null)
  const id = useId()
  const { options, active, open, show, pick, onKeyDown } = useSuggestions(props)
  const shown = options.value

  return (
    <>
      <input
        ref={field}
        role="combobox"
        class={props.class}
        autocomplete="off"
        aria-label={props.label}
        aria-expanded={shown.length > 0}
        aria-controls={shown.length > 0 ? id : undefined}
        aria-autocomplete="list"
        aria-activedescendant={
          shown.length > 0 && active.value >= 0 ? optionId(id, active.value) : undefined
        }
        placeholder={props.placeholder}
        value={props.value}
        maxLength={props.maxLength}
        autofocus={props.autofocus}
        onInput={(event) => {
          show()
          props.onInput(event.currentTarget.value)
        }}
        onFocus={show}
        onClick={() => (open.value = true)}
        onBlur={() => (open.value = false)}
        onKeyDown={onKeyDown}
      />
      {shown.length > 0 && field.current && (
        <Popover
          anchor={field.current}
          class="of-field"
          role="dialog"
          closes="manual"
          onClose={() => undefined}
        >
          <Options
            id={id}
            options={shown}
            active={active.value}
            keyOf={props.keyOf}
            draw={props.draw}
            onPick={pick}
          />
        </Popover>
      )}
    </>
  )
}
