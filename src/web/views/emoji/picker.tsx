// Chooses an emoji: by name, among the usual ones, or by looking through them.

import { useComputed, useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { Popover } from '../../ui/popover.tsx'
import { uiText } from '../../ui/text.ts'
import { GROUPS } from './groups.ts'
import type { PickerProps } from './picked.ts'
import { rememberEmoji, usedEmoji } from './recent.ts'
import { allEmoji, glyphOf, type KnownEmoji, loadEmoji, POPULAR, searchEmoji } from './table.ts'
import { emojiText as t } from './text.ts'

const COLUMNS = 8
const FOUND = 80

interface Shown {
  title: string
  emoji: readonly KnownEmoji[]
}

function groupsShown(typed: string): Shown[] {
  if (typed.trim() !== '') return [{ title: t.found, emoji: searchEmoji(typed, FOUND) }]
  const byCode = new Map(allEmoji().map((emoji) => [emoji.emoji_code, emoji]))
  const known = (codes: readonly string[]) => codes.flatMap((code) => byCode.get(code) ?? [])
  const usual = [...new Set([...usedEmoji(), ...POPULAR])].slice(0, COLUMNS * 2)
  const own = allEmoji().filter((emoji) => emoji.url)
  const grouped = new Set(GROUPS.flatMap(({ codes }) => codes))
  const rest = allEmoji().filter((emoji) => !emoji.url && !grouped.has(emoji.emoji_code))
  return [
    { title: t.usual, emoji: known(usual) },
    { title: t.own, emoji: own },
    ...GROUPS.map(({ title, codes }) => ({ title: title(), emoji: known(codes) })),
    { title: t.others, emoji: rest },
  ].filter(({ emoji }) => emoji.length > 0)
}

export default function Picker({ anchor, pick, onClose }: PickerProps) {
  const typed = useSignal('')
  const active = useSignal(0)
  const grid = useRef<HTMLDivElement>(null)
  const groups = useComputed(() => groupsShown(typed.value))
  useEffect(() => void loadEmoji(), [])

  const all = groups.value.flatMap(({ emoji }) => emoji)
  const current = all[active.value]
  const choose = (emoji: KnownEmoji | undefined) => {
    if (!emoji) return
    rememberEmoji(emoji.emoji_code)
    onClose()
    pick(emoji)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: COLUMNS, ArrowUp: -COLUMNS }[event.key]
    if (event.key === 'Enter') choose(current)
    else if (step === undefined) return
    else active.value = Math.max(0, Math.min(all.length - 1, active.value + step))
    event.preventDefault()
    grid.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }
  return (
    <Popover anchor={anchor} side="top-end" class="emoji-picker" label={t.title} onClose={onClose}>
      <input
        class="input"
        role="combobox"
        aria-label={t.search}
        aria-expanded="true"
        aria-controls="emoji-grid"
        aria-activedescendant={current ? `emoji-${active.value}` : undefined}
        placeholder={t.search}
        autofocus
        value={typed.value}
        onInput={(event) => {
          typed.value = event.currentTarget.value
          active.value = 0
        }}
        onKeyDown={onKeyDown}
      />
      <div class="groups" id="emoji-grid" role="listbox" aria-label={t.title} ref={grid}>
        {all.length === 0 && <p class="hint">{typed.value ? uiText.noMatches : uiText.loading}</p>}
        <Groups groups={groups.value} active={active.value} onChoose={choose} />
      </div>
      <div class="named cut" aria-hidden="true">
        {current ? `:${current.emoji_name}:` : ''}
      </div>
    </Popover>
  )
}

interface GroupsProps {
  groups: readonly Shown[]
  active: number
  onChoose: (emoji: KnownEmoji) => void
}

function Groups({ groups, active, onChoose }: GroupsProps) {
  let at = 0
  return groups.map(({ title, emoji }) => (
    <div key={title} role="group" aria-label={title}>
      <div class="group-title" aria-hidden="true">
        {title}
      </div>
      <div class="grid">
        {emoji.map((one) => {
          const index = at++
          return (
            <button
              type="button"
              key={one.emoji_code}
              id={`emoji-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              aria-label={one.emoji_name.replaceAll('_', ' ')}
              title={`:${one.emoji_name}:`}
              onClick={() => onChoose(one)}
            >
              {one.url ? (
                <img class="emoji" src={one.url} alt="" />
              ) : (
                <span class="emoji">{glyphOf(one)}</span>
              )}
            </button>
          )
        })}
      </div>
    </div>
  ))
}
