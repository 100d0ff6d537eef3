// Keys in the text that is written: sending, lines, and going on with a list.

import { combinationOf } from '../../keys/combination.ts'
import { model } from '../here.ts'
import { insert, makeLink, replace, toggleMarks } from './editing.ts'

interface Writing {
  field: HTMLTextAreaElement
  send: () => void
  isEmpty: boolean
}

export function composeKeys(event: KeyboardEvent, { field, send, isEmpty }: Writing) {
  const combination = combinationOf(event)
  if (combination === undefined) return
  const act: (() => unknown) | undefined = {
    'Ctrl+Enter': send,
    Enter: () =>
      model.settings.peek('enter_sends') && !isInCode(field) ? send() : continueList(field),
    'Ctrl+B': () => toggleMarks(field, '**'),
    'Ctrl+I': () => toggleMarks(field, '*'),
    'Ctrl+Shift+L': () => makeLink(field),
    ArrowUp: () => (isEmpty ? editLast() : false),
  }[combination]
  if (act && act() !== false) {
    event.preventDefault()
    event.stopPropagation()
  }
}

/** The list of messages knows which one that is. */
function editLast() {
  const key = new KeyboardEvent('keydown', { key: 'ArrowLeft', cancelable: true })
  return !document.dispatchEvent(key)
}

/** Between fences Enter breaks the line: one is not done yet. */
function isInCode({ value, selectionStart }: HTMLTextAreaElement): boolean {
  const fences = value.slice(0, selectionStart).match(/^(```|~~~)/gm)?.length ?? 0
  return fences % 2 === 1
}

const ITEM = /^(\s*)(?:([*+-])|(\d{1,9})\.) (.*)$/

/** Enter in a list begins the next item; in an empty item it ends the list. @returns false elsewhere */
function continueList(field: HTMLTextAreaElement): boolean {
  const { value, selectionStart, selectionEnd } = field
  const start = value.lastIndexOf('\n', selectionStart - 1) + 1
  const item = ITEM.exec(value.slice(start, selectionStart))
  if (!item || selectionStart !== selectionEnd || isInCode(field)) return false
  const [, indent = '', bullet, number, words] = item
  if (words === '') replace(field, start, selectionStart, '')
  else insert(field, `\n${indent}${bullet ?? `${Number(number) + 1}.`} `)
  return true
}
