// Menus: one is open at a time, beside its button or where the mouse is; on a phone it is a sheet.

import { signal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { Icon, type IconName } from './icon.tsx'
import type { Side } from './place.ts'
import { Popover } from './popover.tsx'

export interface MenuItem {
  label: string
  icon?: IconName
  /** The keys that do the same. */
  keys?: string
  danger?: boolean
  disabled?: boolean
  /** Given: the item is a choice that is on or off. */
  checked?: boolean
  select: () => void
}

/** A line between items, or words above those that follow. */
export type MenuEntry = MenuItem | 'line' | { heading: string }

interface OpenMenu {
  label: string
  anchor: Element | DOMPoint
  side: Side
  entries: MenuEntry[]
}

const open = signal<OpenMenu | undefined>()

/** @param entries undefined and false are left out, so that items can depend on permissions */
export function openMenu(
  anchor: Element | DOMPoint,
  label: string,
  entries: (MenuEntry | undefined | false)[],
  side: Side = 'bottom-start',
) {
  const kept = entries.filter((entry) => entry !== undefined && entry !== false)
  open.value = { label, anchor, side, entries: withoutStrayLines(kept) }
}

export const closeMenu = () => {
  open.value = undefined
}

function withoutStrayLines(entries: MenuEntry[]): MenuEntry[] {
  return entries.filter(
    (entry, i) =>
      entry !== 'line' || (i > 0 && i < entries.length - 1 && entries[i - 1] !== 'line'),
  )
}

/** Lies once at the end of the page and shows the menu that is open. */
export function MenuLayer() {
  const menu = open.value
  if (!menu) return null
  return (
    <Popover
      anchor={menu.anchor}
      side={menu.side}
      role="menu"
      class="menu"
      label={menu.label}
      onClose={closeMenu}
    >
      <Items entries={menu.entries} />
    </Popover>
  )
}

function Items({ entries }: { entries: MenuEntry[] }) {
  const list = useRef<HTMLDivElement>(null)
  // The popover around it is shown after this effect, and before it nothing inside takes the focus.
  useLayoutEffect(() => {
    queueMicrotask(() => list.current && itemsOf(list.current)[0]?.focus())
  }, [entries])

  return (
    <div ref={list} role="presentation" onKeyDown={(event) => moveFocus(event, list.current!)}>
      {entries.map((entry) => {
        if (entry === 'line') return <hr />
        if ('heading' in entry) return <div class="menu-label">{entry.heading}</div>
        return <Item item={entry} />
      })}
    </div>
  )
}

function Item({ item }: { item: MenuItem }) {
  const choose = () => {
    if (item.disabled) return
    closeMenu()
    item.select()
  }
  return (
    <button
      type="button"
      tabIndex={-1}
      role={item.checked === undefined ? 'menuitem' : 'menuitemcheckbox'}
      aria-checked={item.checked}
      aria-disabled={item.disabled}
      class={item.danger ? 'danger' : undefined}
      onClick={choose}
    >
      {item.icon && <Icon name={item.icon} />}
      <span class="cut">{item.label}</span>
      {item.checked && <Icon name="check" />}
      {item.keys && (
        <span class="beside" aria-hidden="true">
          {item.keys}
        </span>
      )}
    </button>
  )
}

const itemsOf = (list: HTMLElement) => [...list.querySelectorAll<HTMLElement>('[role^="menuitem"]')]

function moveFocus(event: KeyboardEvent, list: HTMLElement) {
  const items = itemsOf(list)
  const at = items.indexOf(document.activeElement as HTMLElement)
  const next = {
    ArrowDown: items[(at + 1) % items.length],
    ArrowUp: items[(at - 1 + items.length) % items.length],
    Home: items[0],
    End: items.at(-1),
  }[event.key]
  const typed = event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey
  const target = next ?? (typed ? startingWith(items, at, event.key) : undefined)
  if (event.key === 'Tab') closeMenu()
  if (target || typed) {
    event.preventDefault()
    event.stopPropagation()
  }
  target?.focus()
}

function startingWith(items: HTMLElement[], at: number, letter: string): HTMLElement | undefined {
  const order = [...items.slice(at + 1), ...items.slice(0, at + 1)]
  return order.find((item) => item.textContent?.toLowerCase().startsWith(letter.toLowerCase()))
}
