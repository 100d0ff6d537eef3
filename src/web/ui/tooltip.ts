// One tooltip for the whole page: anything with `data-tip` has one, and it costs no component.

const DELAY_MS = 450

let box: HTMLElement | undefined
let timer: ReturnType<typeof setTimeout> | undefined
let shownFor: Element | undefined
let undo: (() => void) | undefined

/** Starts listening; called once. */
export function startTooltips(placeBeside: (box: HTMLElement, anchor: Element) => () => void) {
  const over = (event: Event, wait: number) => {
    const anchor = (event.target as Element).closest?.('[data-tip]') ?? undefined
    if (anchor === shownFor) return
    hide()
    if (anchor) timer = setTimeout(() => show(anchor, placeBeside), wait)
  }
  document.addEventListener('pointerover', (event) => {
    if (event.pointerType === 'mouse') over(event, DELAY_MS)
  })
  // Only for keys that move the focus: one that a dialog gave needs no explanation.
  let byKey = 0
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Tab' || event.key.startsWith('Arrow')) byKey = event.timeStamp
  })
  document.addEventListener('focusin', (event) => {
    const isMoved = event.timeStamp - byKey < 100
    if (isMoved && (event.target as Element).matches(':focus-visible')) over(event, DELAY_MS)
  })
  for (const type of ['focusout', 'pointerdown', 'keydown', 'scroll', 'wheel']) {
    document.addEventListener(type, hide, { capture: true, passive: true })
  }
}

function show(anchor: Element, placeBeside: (box: HTMLElement, anchor: Element) => () => void) {
  if (!anchor.isConnected || anchor.getAttribute('aria-expanded') === 'true') return
  box ??= makeBox()
  box.replaceChildren(anchor.getAttribute('data-tip') ?? '')
  const keys = anchor.getAttribute('data-tip-keys')
  if (keys) {
    const key = document.createElement('kbd')
    key.textContent = keys
    box.append(key)
  }
  shownFor = anchor
  // In a modal dialog only what lies inside it can be seen.
  ;(anchor.closest('dialog') ?? document.body).append(box)
  undo = placeBeside(box, anchor)
}

function hide() {
  clearTimeout(timer)
  if (!shownFor) return
  shownFor = undefined
  undo?.()
  if (box?.matches(':popover-open')) box.hidePopover()
}

function makeBox(): HTMLElement {
  const made = document.createElement('div')
  made.className = 'popover tooltip'
  made.popover = 'manual'
  made.ariaHidden = 'true'
  return made
}
