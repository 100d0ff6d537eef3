// Which sections of the sidebar are closed; remembered on this device.

import { signal } from '@preact/signals'

const STORED = 'hearth:closed-sections'

const closed = signal<ReadonlySet<string>>(new Set(readStored()))

export const isOpen = (key: string) => !closed.value.has(key)

export function toggle(key: string) {
  const next = new Set(closed.value)
  if (!next.delete(key)) next.add(key)
  closed.value = next
  try {
    localStorage.setItem(STORED, JSON.stringify([...next]))
  } catch {
    // Without storage it holds until the page is left.
  }
}

function readStored(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORED) ?? '[]')
    return Array.isArray(stored) ? stored.map(String) : []
  } catch {
    return []
  }
}
