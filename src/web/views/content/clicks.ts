// Clicks on what is in messages, heard once for the whole list.

import { toast } from '../../ui/toast.tsx'
import { copy } from './clipboard.ts'
import { togglePlaying } from './stills.ts'
import { contentText as t } from './text.ts'

export interface ContentActions {
  showCard(userId: number, anchor: Element): void
  showImage(link: HTMLAnchorElement): void
}

/** @returns whether the click was on something that does something here */
export function onContentClick(event: MouseEvent, actions: ContentActions): boolean {
  const target = (event.target as Element).closest<HTMLElement>('[data-act]')
  if (!target || event.ctrlKey || event.metaKey || event.shiftKey) return false
  if (!act(target, actions)) return false
  event.preventDefault()
  return true
}

function act(target: HTMLElement, actions: ContentActions): boolean {
  switch (target.dataset.act) {
    case 'card':
      actions.showCard(Number(target.dataset.userId), target)
      return true
    case 'image':
      actions.showImage(target as HTMLAnchorElement)
      return true
    case 'copy-code':
      void copyCode(target)
      return true
    default: {
      const toggle = TOGGLES[target.dataset.act!]
      toggle?.(target)
      return toggle !== undefined
    }
  }
}

/** What opens and closes, or goes on and off, in a message, by what the button does. */
export const TOGGLES: Record<string, (button: HTMLElement) => void> = {
  spoiler: toggleSpoiler,
  play: togglePlaying,
  wrap: toggleWrapping,
}

function toggleSpoiler(button: HTMLElement) {
  const content = button.nextElementSibling as HTMLElement
  content.hidden = !content.hidden
  button.setAttribute('aria-expanded', String(!content.hidden))
}

function toggleWrapping(button: HTMLElement) {
  const isWrapped = button.closest('.codehilite')?.classList.toggle('wrap')
  button.setAttribute('aria-pressed', String(isWrapped))
}

async function copyCode(button: HTMLElement) {
  const text = button.closest('.codehilite')?.querySelector('code')?.textContent ?? ''
  toast((await copy(text.replace(/\n$/, ''))) ? t.copied : t.notCopied)
}
