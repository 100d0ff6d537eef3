// The search field: finished terms as pills, a text that goes on, and suggestions below it.

import { useComputed, useSignal } from '@preact/signals'
import type { RefObject } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'
import type { Narrow, Term } from '../../model/narrow.ts'
import { parseSearch, piecesOf, termIn, textOf } from '../../model/search.ts'
import { IconButton } from '../../ui/button.tsx'
import { moved, Options, optionId } from '../../ui/combobox.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Popover } from '../../ui/popover.tsx'
import { hashOfNarrow } from '../addresses.ts'
import { model } from '../here.ts'
import { go } from '../router.ts'
import { closeSearch } from './searching.ts'
import { type Suggestion, suggestionsFor } from './suggestions.ts'
import { searchText as t } from './text.ts'

/** @param initial terms that the field begins with: those of the search that is shown */
export default function SearchBar({ initial, focus }: { initial: Narrow; focus: boolean }) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const frame = useRef<HTMLDivElement>(null)
  const { terms, text, isOpen, active, suggestions, pick, onInput, onKeyDown } = useSearch(
    initial,
    field,
  )
  useEffect(() => {
    if (focus) field.current?.focus()
  }, [focus])
  const shown = suggestions.value
  return (
    <search class="search-bar" ref={frame} data-own-keys>
      <Icon name="search" />
      <Pills terms={terms.value} onRemove={(term) => (terms.value = without(terms.value, term))} />
      <input
        ref={field}
        type="search"
        autocomplete="off"
        aria-label={t.search}
        aria-controls={shown.length > 0 ? id : undefined}
        aria-activedescendant={active.value >= 0 ? optionId(id, active.value) : undefined}
        placeholder={terms.value.length === 0 ? t.placeholder : ''}
        value={text.value}
        onInput={(event) => onInput(event.currentTarget.value)}
        onFocus={() => (isOpen.value = true)}
        onBlur={() => (isOpen.value = false)}
        onKeyDown={onKeyDown}
      />
      <IconButton kind="small" icon="x" label={t.close} onClick={leave} />
      {shown.length > 0 && frame.current && (
        <Popover
          anchor={frame.current}
          closes="manual"
          class="search-list"
          onClose={() => undefined}
        >
          <Options
            id={id}
            options={shown}
            active={active.value}
            keyOf={(suggestion) => suggestion.key}
            draw={(suggestion) => (
              <>
                <code>{suggestion.key}</code>
                <span class="beside cut">{suggestion.words}</span>
              </>
            )}
            onPick={pick}
          />
        </Popover>
      )}
    </search>
  )
}

/** The search as it is written: its pills, its text, its suggestions, and what keys do with them. */
function useSearch(initial: Narrow, field: RefObject<HTMLInputElement | null>) {
  const terms = useSignal<Term[]>(initial.filter(isPill))
  const text = useSignal(wordsOf(initial))
  const isOpen = useSignal(false)
  const active = useSignal(-1)
  const piece = useComputed(() => piecesOf(text.value).at(-1)?.text ?? '')
  const suggestions = useComputed(() =>
    isOpen.value && !text.value.endsWith(' ') ? suggestionsFor(piece.value, terms.value) : [],
  )
  const run = () => {
    const narrow = [...terms.value, ...parseSearch(text.value, model.names)]
    if (narrow.length === 0) return
    isOpen.value = false
    field.current?.blur()
    closeSearch()
    go(hashOfNarrow(narrow))
  }
  const setText = (value: string) => {
    text.value = value
    active.value = -1
    isOpen.value = true
  }
  const pick = (suggestion: Suggestion) => {
    const before = text.value.slice(0, text.value.length - piece.value.length)
    if ('begin' in suggestion) {
      setText(before + suggestion.begin)
    } else {
      terms.value = [...terms.value, suggestion.term]
      setText(before)
    }
    field.current?.focus()
  }
  /** A finished `operator:operand ` becomes a pill. */
  const onInput = (value: string) => {
    const finished = value.endsWith(' ') && termIn(piecesOf(value).at(-1)?.text ?? '', model.names)
    const isWhole = finished && (value.match(/"/g)?.length ?? 0) % 2 === 0
    if (!finished || !isWhole) return setText(value)
    terms.value = [...terms.value, finished]
    const last = piecesOf(value).at(-1)!
    setText(value.slice(0, last.start))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const next = moved(event.key, active.value, suggestions.value.length)
    if (next !== undefined) {
      active.value = next
    } else if (event.key === 'Enter' && !event.isComposing) {
      const suggestion = suggestions.value[active.value]
      if (suggestion) pick(suggestion)
      else run()
    } else if (event.key === 'Escape') {
      isOpen.value = false
      closeSearch()
      field.current?.blur()
    } else if (event.key === 'Backspace' && text.value === '') {
      terms.value = terms.value.slice(0, -1)
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
  return { terms, text, isOpen, active, suggestions, pick, onInput, onKeyDown }
}

/** Words stay text; everything else is a pill. */
const isPill = (term: Term) => term.operator !== 'search' || term.negated === true

const wordsOf = (narrow: Narrow) =>
  narrow
    .filter((term) => !isPill(term))
    .map((term) => textOf(term, model.names))
    .join(' ')

const without = (terms: readonly Term[], removed: Term) => terms.filter((term) => term !== removed)

/** Closes the field, or leaves the search that is shown. */
function leave() {
  closeSearch()
  if (location.hash.startsWith('#narrow/')) history.back()
}

interface PillsProps {
  terms: readonly Term[]
  onRemove: (term: Term) => void
}

const Pills = ({ terms, onRemove }: PillsProps) => (
  <>
    {terms.map((term) => {
      const text = textOf(term, model.names)
      return (
        <span class="pill" key={text}>
          <span class="cut">{text}</span>
          <IconButton
            kind="small"
            icon="x"
            label={t.remove(text)}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onRemove(term)}
          />
        </span>
      )
    })}
  </>
)
