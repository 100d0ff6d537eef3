// Opens the menus of the sidebar. What they offer loads when one is opened, or before.

import { lazyModule } from '../lazy.tsx'

const entries = lazyModule(() => import('./menu-entries.ts'))

export const openOrganizationMenu = (anchor: Element) =>
  entries.use((menus) => menus.openOrganizationMenu(anchor))

export const openOwnMenu = (anchor: Element) => entries.use((menus) => menus.openOwnMenu(anchor))

export const openChannelMenu = (anchor: Element, channelId: number) =>
  entries.use((menus) => menus.openChannelMenu(anchor, channelId))

export const openTopicMenu = (anchor: Element, channelId: number, topic: string) =>
  entries.use((menus) => menus.openTopicMenu(anchor, channelId, topic))
