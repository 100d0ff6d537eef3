// Direct conversations in the sidebar, the newest first.

import { useComputed } from '@preact/signals'
import { type ConversationKey, conversationOf } from '../../model/conversations.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Icon } from '../../ui/icon.tsx'
import { memo } from '../../ui/memo.ts'
import { hashOfConversation } from '../addresses.ts'
import { model } from '../here.ts'
import { peopleNames } from '../names.tsx'
import { PresenceDot } from '../presence.tsx'
import { shownNarrow } from '../router.ts'
import { isOpen, toggle } from './folding.ts'
import { directsShown } from './order.ts'
import { SideRow } from './row.tsx'
import { sidebarText as t } from './text.ts'

export function Directs() {
  const keys = useComputed(() => directsShown(shownNarrow.value)).value
  const open = isOpen('directs')
  if (keys.length === 0) return null
  return (
    <section>
      <div class="side-section">
        <button type="button" aria-expanded={open} onClick={() => toggle('directs')}>
          <Icon name="chevron-right" />
          <span class="cut">{t.directMessages}</span>
        </button>
        {!open && model.unreads.direct.value > 0 && (
          <span class="count">{model.unreads.direct.value}</span>
        )}
      </div>
      {open && (
        <ul>
          {keys.map((key) => (
            <DirectRow key={key} conversation={key} />
          ))}
        </ul>
      )}
    </section>
  )
}

const DirectRow = memo(({ conversation }: { conversation: ConversationKey }) => {
  const isCurrent = useComputed(() => shownNarrow.value === conversation).value
  const where = conversationOf(conversation)
  const ids = where.kind === 'direct' ? where.userIds : []
  const [first = 0] = ids
  return (
    <li>
      <SideRow
        href={hashOfConversation(conversation)}
        name={peopleNames(ids)}
        count={model.unreads.countIn(conversation)}
        isCurrent={isCurrent}
        strong
        sign={
          ids.length === 1 ? (
            <span class="with-presence">
              <Avatar url={model.users.get(first)?.avatar_url} size={18} />
              <PresenceDot userId={first} />
            </span>
          ) : (
            <Icon name="users" />
          )
        }
      />
    </li>
  )
})
