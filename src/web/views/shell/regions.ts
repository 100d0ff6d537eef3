// Moving the focus from one part of the window to the next: sidebar, messages, composer, people.

const REGIONS = ['nav.sidebar', '.feed-scroll, main .page', '[data-composer]', 'aside.people']

/** @param step 1 for the next region, -1 for the one before */
export function nextRegion(step: 1 | -1) {
  const regions = REGIONS.map((selector) => document.querySelector<HTMLElement>(selector)).filter(
    (region) => region !== null && region.offsetParent !== null,
  )
  const at = regions.findIndex((region) => region?.contains(document.activeElement))
  const next = regions[(at + step + regions.length) % regions.length]
  const inside = next?.querySelector<HTMLElement>('[tabindex="0"], [aria-current] , a, button')
  ;(next?.matches('textarea') ? next : inside)?.focus()
}
