// Lets a field grow with its text in browsers that do not do it by themselves.

const bySelf = CSS.supports('field-sizing', 'content')
const LARGEST_LINES = 12

export function growWith(field: HTMLTextAreaElement) {
  if (bySelf) return
  field.style.height = 'auto'
  const line = Number.parseFloat(getComputedStyle(field).lineHeight) || 20
  field.style.height = `${Math.min(field.scrollHeight + 2, line * LARGEST_LINES)}px`
}
