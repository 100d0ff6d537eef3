// One line of the sidebar: a link with a count.

import type { ComponentChildren } from 'preact'
import { IconButton } from '../../ui/button.tsx'
import { Pause, UnreadCount } from '../counts.tsx'
import { sidebarText as t } from './text.ts'

interface Props {
  href: string
  /** What the name is without its count. */
  name: string
  count: number
  /** Something unread mentions one. */
  mentioned?: boolean
  isCurrent: boolean
  muted?: boolean
  /** It is for oneself: direct messages. */
  strong?: boolean
  class?: string
  sign?: ComponentChildren
  /** Behind the name, such as a mark. */
  after?: ComponentChildren
  /** A button of its own, behind the link. */
  beside?: ComponentChildren
  onMenu?: (anchor: Element) => void
}

export function SideRow({
  href,
  name,
  count,
  mentioned,
  isCurrent,
  muted,
  strong,
  sign,
  after,
  beside,
  onMenu,
  ...rest
}: Props) {
  const state = [rest.class, count > 0 && 'unread', muted && 'muted', isCurrent && 'current']
  return (
    <div
      class={['side-row', ...state].filter(Boolean).join(' ')}
      onContextMenu={(event) => {
        if (!onMenu) return
        event.preventDefault()
        onMenu(event.currentTarget)
      }}
    >
      <a href={href} aria-current={isCurrent ? 'page' : undefined}>
        {sign}
        <span class="name cut">
          {name}
          {count > 0 && <Pause />}
        </span>
        {after}
        <UnreadCount count={count} strong={strong ?? false} mentioned={mentioned ?? false} />
        {muted && <span class="sr">, {t.muted}</span>}
      </a>
      {beside}
      {onMenu && (
        <IconButton
          kind="small"
          class="icon-button small more"
          icon="ellipsis"
          label={t.optionsOf(name)}
          aria-haspopup="menu"
          onClick={(event) => onMenu(event.currentTarget)}
        />
      )}
    </div>
  )
}
