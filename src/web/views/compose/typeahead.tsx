// Suggestions at the caret: people, groups, channels, topics, emoji, slash commands.

import { type Signal, signal } from '@preact/signals'
import type { RefObject } from 'preact'
import { useMemo } from 'preact/hooks'
import { moved, Options, optionId } from '../../ui/combobox.tsx'
import { Popover } from '../../ui/popover.tsx'
import { lazyModule } from '../lazy.tsx'
import { replace } from './editing.ts'
import type { Suggestion } from './suggestions.tsx'
import type { Target } from './target.ts'
import { type Token, tokenAt } from './tokens.ts'

const suggestions = lazyModule(() => import('./suggestions.tsx'))

const LIST = 'compose-suggestions'

interface Found {
  token: Token
  options: readonly Suggestion[]
}

export interface TypeaheadState {
  found: Signal<Found | undefined>
  active: Signal<number>
  field: RefObject<HTMLTextAreaElement | null>
  pick: (option: Suggestion) => void
  close: () => void
}

export function useTypeahead(field: RefObject<HTMLTextAreaElement | null>, to: Target) {
  const made = useMemo(() => makeTypeahead(field), [])
  made.to = to
  const open = made.found.value !== undefined
  return {
    ...made,
    attributes: {
      'aria-autocomplete': 'list' as const,
      'aria-controls': open ? LIST : undefined,
      'aria-activedescendant': open ? optionId(LIST, made.active.value) : undefined,
    },
  }
}

function makeTypeahead(field: RefObject<HTMLTextAreaElement | null>) {
  const found = signal<Found | undefined>(undefined)
  const active = signal(0)
  /** The place in the text at which suggestions were refused with Escape. */
  let refused = -1

  const close = () => {
    found.value = undefined
  }
  const look = () => {
    const { value, selectionStart, selectionEnd } = field.current!
    const token = selectionStart === selectionEnd ? tokenAt(value, selectionStart) : undefined
    const { now } = suggestions
    const missing = token && (now ? now.loadFor(token) : suggestions.ask())
    missing?.then(lookAgain, () => {})
    if (token?.start !== refused) refused = -1
    const options = now && token && refused < 0 ? now.suggestionsFor(token, state.to!) : []
    if (options.length === 0) {
      if (found.peek()) close()
      return
    }
    active.value = 0
    found.value = { token: token!, options }
  }
  /** Loads suggestions when the field gets the focus, so that they are there for the first word. */
  const prepare = () => void suggestions.ask().catch(() => {})
  /** What was asked for has come, and there may be something to suggest now. */
  const lookAgain = () => {
    if (document.activeElement === field.current) look()
  }
  const pick = (option: Suggestion) => {
    const { token } = found.peek()!
    close()
    const text = suggestions.now!.textFor(option, token)
    replace(field.current!, token.start, field.current!.selectionStart, text)
    // What was put in may ask for more: a channel for its topic.
    look()
  }
  const key = (event: KeyboardEvent): boolean => {
    const now = found.peek()
    if (!now || event.ctrlKey || event.metaKey || event.altKey) return false
    const next = moved(event.key, active.peek(), now.options.length)
    if (next !== undefined) active.value = next
    else if ((event.key === 'Enter' && !event.shiftKey) || event.key === 'Tab')
      pick(now.options[active.peek()]!)
    else if (event.key === 'Escape') {
      refused = now.token.start
      close()
    } else return false
    event.preventDefault()
    event.stopPropagation()
    return true
  }
  const caretMoved = (event: KeyboardEvent) => {
    if (/^(Arrow(Left|Right)|Home|End)$/.test(event.key)) look()
  }
  const state = {
    found,
    active,
    field,
    pick,
    close,
    look,
    prepare,
    key,
    moved: caretMoved,
    to: undefined as Target | undefined,
  }
  return state
}

export function Typeahead({ state }: { state: TypeaheadState }) {
  const now = state.found.value
  if (!now || !state.field.current) return null
  return (
    <Popover
      anchor={state.field.current.closest('.compose-box') ?? state.field.current}
      side="top-start"
      closes="manual"
      class="suggestions"
      onClose={state.close}
    >
      <Options
        id={LIST}
        options={now.options}
        active={state.active.value}
        keyOf={({ key }) => key}
        draw={suggestions.now!.drawSuggestion}
        onPick={state.pick}
      />
    </Popover>
  )
}
