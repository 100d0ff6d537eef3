// Changes of the text that is written, made so that the browser's undo knows them.

/** Puts text where the selection is; the caret is behind it. */
export function insert(field: HTMLTextAreaElement, text: string) {
  field.focus()
  // Only this way of typing can be taken back with Ctrl+Z.
  if (!document.execCommand('insertText', false, text)) {
    field.setRangeText(text, field.selectionStart, field.selectionEnd, 'end')
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
}

/** Replaces the characters from `start` to `end`. */
export function replace(field: HTMLTextAreaElement, start: number, end: number, text: string) {
  field.focus()
  field.setSelectionRange(start, end)
  insert(field, text)
}

/**
 * Replaces the first `old` in the text, wherever the caret and the focus are; both stay.
 * @returns false if the text does not hold it
 */
export function replaceText(field: HTMLTextAreaElement, old: string, text: string): boolean {
  const at = field.value.indexOf(old)
  if (at < 0) return false
  const { selectionStart: start, selectionEnd: end } = field
  const moved = (place: number) =>
    place > at ? Math.max(at, place + text.length - old.length) : place
  change(field, at, at + old.length, text)
  field.setSelectionRange(moved(start), moved(end))
  return true
}

/** Puts text at the end, wherever the focus is. */
export const append = (field: HTMLTextAreaElement, text: string) =>
  change(field, field.value.length, field.value.length, text)

/** Only a field with the focus can be typed into, and only for typing there is undo. */
function change(field: HTMLTextAreaElement, start: number, end: number, text: string) {
  if (document.activeElement === field) {
    replace(field, start, end, text)
    return
  }
  field.setRangeText(text, start, end, 'preserve')
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/** Puts marks around what is selected, or takes them away where they are. */
export function toggleMarks(field: HTMLTextAreaElement, mark: string) {
  const { selectionStart: start, selectionEnd: end, value } = field
  const outside = value.slice(start - mark.length, start) === mark && value.startsWith(mark, end)
  const selected = value.slice(start, end)
  if (outside) {
    replace(field, start - mark.length, end + mark.length, selected)
    field.setSelectionRange(start - mark.length, end - mark.length)
    return
  }
  insert(field, mark + selected + mark)
  field.setSelectionRange(start + mark.length, end + mark.length)
}

/** `[words](url)`, with the part selected that is still to be written. */
export function makeLink(field: HTMLTextAreaElement) {
  const { selectionStart: start, selectionEnd: end, value } = field
  const words = value.slice(start, end)
  const isAddress = /^https?:\/\/\S+$/.test(words)
  insert(field, isAddress ? `[](${words})` : `[${words}](url)`)
  const at = isAddress ? start + 1 : start + words.length + 3
  field.setSelectionRange(at, isAddress ? at : at + 3)
}

/** Begins each selected line with `mark`, or the one with the caret. */
export function prefixLines(field: HTMLTextAreaElement, mark: string) {
  const { selectionStart, selectionEnd: end, value } = field
  const start = value.lastIndexOf('\n', selectionStart - 1) + 1
  const lines = value.slice(start, end).split('\n')
  const all = lines.every((line) => line.startsWith(mark))
  replace(
    field,
    start,
    end,
    lines.map((line) => (all ? line.slice(mark.length) : mark + line)).join('\n'),
  )
}

/** Puts the selection, or nothing yet, between fences. */
export function fence(field: HTMLTextAreaElement, language: string) {
  const { selectionStart: start, selectionEnd: end, value } = field
  const before = start > 0 && value[start - 1] !== '\n' ? '\n' : ''
  const opening = `${before}\`\`\`${language}\n`
  insert(field, `${opening}${value.slice(start, end)}\n\`\`\``)
  field.setSelectionRange(start + opening.length, start + opening.length + (end - start))
}
