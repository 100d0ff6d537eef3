// What a phone shows, which has room for one thing: the conversations, or the one that was chosen.

import { signal } from '@preact/signals'

export const pane = signal<'sidebar' | 'main'>('main')
