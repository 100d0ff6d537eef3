// What was pressed, as the keymap writes it, and how people read it.

const onMac = navigator.platform.startsWith('Mac')

/** Characters by the place of their key, for other alphabets and for keys held with Ctrl or Alt. */
const BY_PLACE: Record<string, string> = {
  Period: '.',
  Comma: ',',
  Quote: "'",
  BracketLeft: '[',
  BracketRight: ']',
  Slash: '/',
}

/** @returns such as `n`, `Shift+N`, `Ctrl+Shift+.`, `?`, or undefined while text is put together */
export function combinationOf(event: KeyboardEvent): string | undefined {
  if (event.isComposing || event.key === 'Dead') return undefined
  const control = (onMac && event.metaKey) || event.ctrlKey
  if (event.metaKey && !onMac) return undefined

  const key = keyOf(event, control || event.altKey)
  const letter = /^[a-z]$/i.test(key)
  // Punctuation says by itself that Shift was held, but not beside Ctrl.
  const shift = event.shiftKey && (letter || key.length > 1 || control)
  const name = letter && (shift || control || event.altKey) ? key.toUpperCase() : key
  const held = [control && 'Ctrl', event.altKey && 'Alt', shift && 'Shift'].filter(Boolean)
  return [...held, name].join('+')
}

function keyOf(event: KeyboardEvent, held: boolean): string {
  if (event.key === ' ') return 'Space'
  const letter = /^Key([A-Z])$/.exec(event.code)?.[1]?.toLowerCase()
  const latin = /^[\x20-\x7e]$/.test(event.key)
  if (latin && !held) return /[A-Z]/.test(event.key) ? event.key.toLowerCase() : event.key
  if (event.key.length > 1) return event.key
  if (latin && /[a-z]/i.test(event.key)) return event.key.toLowerCase()
  return letter ?? BY_PLACE[event.code] ?? event.key
}

/** Whether it is a character alone, which people who dictate may press without wanting to. */
export const isSingleCharacter = (combination: string) =>
  combination.length === 1 || /^Shift\+[A-Z]$/.test(combination)

const SHOWN: Record<string, string> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
  PageUp: 'PgUp',
  PageDown: 'PgDn',
}
const ON_MAC: Record<string, string> = { Ctrl: '⌘', Alt: '⌥', Shift: '⇧' }

/** `Ctrl+K`, on a Mac `⌘K`. */
export function shown(combination: string): string {
  const parts = combination.split(/\+(?=.)/)
  const names = parts.map((part) => SHOWN[part] ?? (part.length === 1 ? part.toUpperCase() : part))
  return onMac ? names.map((name) => ON_MAC[name] ?? name).join('') : names.join('+')
}
