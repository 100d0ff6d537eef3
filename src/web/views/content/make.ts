// Makes elements outside of Preact, for the content of messages.

import type { IconName } from '../../ui/icon.tsx'

type Attributes = Record<string, string | number | boolean | undefined>

/** @param attributes true gives an empty one; false and undefined give none */
export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) {
      element.setAttribute(name, value === true ? '' : String(value))
    }
  }
  element.append(...children)
  return element
}

export const icon = (name: IconName): Node =>
  make('i', { class: `icon i-${name}`, 'aria-hidden': 'true' })

export const iconButton = (name: IconName, label: string, act: string): HTMLElement =>
  make(
    'button',
    {
      type: 'button',
      class: 'icon-button',
      'aria-label': label,
      'data-tip': label,
      'data-act': act,
    },
    icon(name),
  )
