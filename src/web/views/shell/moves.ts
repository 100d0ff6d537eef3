// Going to the next conversation with something unread, and up when everything else is closed.

import { conversationOf } from '../../model/conversations.ts'
import { kindOf } from '../../model/narrow.ts'
import { closeMenu } from '../../ui/menu.tsx'
import { hashOfChannel, hashOfConversation, hashOfRecipient } from '../addresses.ts'
import { recipientOf, target } from '../compose/target.ts'
import { model } from '../here.ts'
import { go, hash, homeHash, route, shownNarrow } from '../router.ts'
import { sections, sidebarOrder } from '../sidebar/order.ts'

/** @param step 1 for the next in the order of the sidebar, -1 for the one before */
export function nextConversation(step: 1 | -1, fits: (key: string) => boolean = () => true) {
  const order = sidebarOrder()
  const at = order.indexOf(shownNarrow.value ?? '')
  const rest = step === 1 ? order.slice(at + 1) : order.slice(0, Math.max(0, at)).reverse()
  const around = step === 1 ? order.slice(0, Math.max(0, at)) : order.slice(at + 1).reverse()
  const next = [...rest, ...around].find((key) => fits(key) && model.unreads.countIn(key) > 0)
  if (next === undefined) return false
  go(hashOfConversation(next))
  return true
}

/** Escape: leaves a field first, then goes to the home view. */
export function goUp(): boolean {
  closeMenu()
  // The browser closes what lies over the page; that is all the key does then.
  if (document.querySelector('.popover:popover-open:not(.tooltip)')) return false
  const focused = document.activeElement
  if (focused instanceof HTMLElement && focused.matches('input, textarea, [data-composer]')) {
    focused.blur()
    return true
  }
  if (!model.settings.get('web_escape_navigates_to_home_view') || hash.value === homeHash()) {
    return false
  }
  go(homeHash())
  return true
}

/** Whether a conversation is a topic that one follows. */
export function isFollowed(key: string): boolean {
  const where = conversationOf(key)
  return where.kind === 'topic' && model.topics.isFollowed(where.channelId, where.topic)
}

/** Goes to the next channel of the sidebar, or the one before. */
export function nextChannel(step: 1 | -1) {
  const ids = sections().flatMap(({ channels }) => channels.map(({ stream_id }) => stream_id))
  const now = route.value
  const kind = now.view === 'messages' ? kindOf(now.place.narrow) : undefined
  const at = kind && 'channelId' in kind ? ids.indexOf(kind.channelId) : -1
  const next = ids[at < 0 && step < 0 ? ids.length - 1 : (at + step + ids.length) % ids.length]
  if (next === undefined) return false
  go(hashOfChannel(next))
}

/** Goes to the conversation that one writes to, where that is another than the one looked at. */
export function goToComposed() {
  const to = target.value && recipientOf(target.value)
  if (!to) return false
  go(hashOfRecipient(to))
}
