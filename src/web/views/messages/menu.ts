// Opens the menu of a message. What it offers loads when it is opened, or before.

import type { Message } from '../../model/messages.ts'
import { lazyModule } from '../lazy.tsx'
import type { FeedState } from './feed-state.ts'

const entries = lazyModule(() => import('./menu-entries.ts'))

export const openMessageMenu = (anchor: Element | DOMPoint, feed: FeedState, message: Message) =>
  entries.use((menus) => menus.openMessageMenu(anchor, feed, message))
