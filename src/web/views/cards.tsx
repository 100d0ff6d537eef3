// Cards of people, beside their name or picture. They load when the first one is asked for.

import { signal } from '@preact/signals'
import { lazy } from './lazy.tsx'
import type { CardProps } from './people/card-props.ts'

const open = signal<Omit<CardProps, 'onClose'> | undefined>(undefined)

const Card = lazy<CardProps>(() => import('./people/card.tsx'))

export function showCard(userId: number, anchor: Element) {
  open.value = { userId, anchor }
}

/** Lies once at the end of the page and shows the card that is open. */
export const CardLayer = () =>
  open.value ? (
    <Card
      key={open.value.userId}
      {...open.value}
      onClose={() => {
        open.value = undefined
      }}
    />
  ) : null
