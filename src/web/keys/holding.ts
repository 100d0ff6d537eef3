// Holds keys that are typed before the field they are meant for is drawn, and types them into it as soon
// as it has the focus.

/** Frames within which a field takes the focus once it is drawn. */
const MOST_FRAMES = 30

interface Hold {
  /** The field is drawn, and about to take the focus: what was held is typed into it. */
  release(): void
  /** There will be no field: what was held is forgotten. */
  drop(): void
}

/** @param onCancel called for Escape, which ends the hold */
export function holdKeys(onCancel: () => void = () => {}): Hold {
  let held: KeyboardEvent[] = []
  const hold = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    event.stopImmediatePropagation()
    held.push(event)
    if (event.key !== 'Escape') return
    drop()
    onCancel()
  }
  const drop = () => {
    held = []
    document.removeEventListener('keydown', hold, true)
  }
  const release = (frames = MOST_FRAMES) => {
    if (frames > 0 && !isField(document.activeElement)) {
      requestAnimationFrame(() => release(frames - 1))
      return
    }
    const events = held
    drop()
    for (const event of events) type(event)
  }
  document.addEventListener('keydown', hold, true)
  return { release: () => release(), drop }
}

const isField = (element: Element | null): boolean =>
  element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement

/** Does what the browser would have done, in what has the focus now. */
function type({ key, code, shiftKey }: KeyboardEvent) {
  const target = document.activeElement ?? document.body
  const init = { key, code, shiftKey, bubbles: true, cancelable: true }
  if (!target.dispatchEvent(new KeyboardEvent('keydown', init)) || !isField(target)) return
  if (key.length === 1) document.execCommand('insertText', false, key)
  else if (key === 'Backspace') document.execCommand('delete')
}
