// What a phone shows, which has room for one thing: the conversations, or the one that was chosen.

import { signal } from '@preact/signals'

export const pane = signal<'sidebar' | 'main'>('main')

const PHONE = matchMedia('(max-width: 719px)')

/** Whether there is room for one pane alone, now. */
export const isPhone = () => PHONE.matches
