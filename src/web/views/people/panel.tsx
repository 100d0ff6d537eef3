// The list of people at the side: who is here first, then the others, then bots.

import { useComputed, useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { useCommands } from '../../keys/dispatch.ts'
import type { User } from '../../model/users.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { IconButton } from '../../ui/button.tsx'
import { memo } from '../../ui/memo.ts'
import { showCard } from '../cards.tsx'
import { model } from '../here.ts'
import { PresenceDot } from '../presence.tsx'
import { folded } from '../rank.ts'
import { togglePeople } from './showing.ts'
import { peopleText as t } from './text.ts'

/** More people than this are found by typing. */
const SHOWN = 200

export default function People() {
  const typed = useSignal('')
  const field = useRef<HTMLInputElement>(null)
  useCommands({ filterPeople: () => field.current?.focus() })
  const groups = useComputed(() => groupsFor(folded(typed.value.trim()))).value
  return (
    <aside class="people" aria-label={t.people}>
      <div class="people-head">
        <h2>{t.people}</h2>
        <IconButton icon="x" label={t.close} onClick={togglePeople} />
      </div>
      <input
        ref={field}
        class="input"
        type="search"
        aria-label={t.filter}
        placeholder={t.filter}
        onInput={(event) => {
          typed.value = event.currentTarget.value
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape') event.currentTarget.blur()
        }}
      />
      <div class="scroll">
        {groups.length === 0 && <p class="note">{t.nobody}</p>}
        {groups.map(({ title, users }) => (
          <section key={title}>
            <h3>{title}</h3>
            <ul>
              {users.slice(0, SHOWN).map(({ user_id }) => (
                <Person key={user_id} userId={user_id} />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </aside>
  )
}

function groupsFor(typed: string) {
  const fitting = model.users.active.value.filter(
    ({ full_name }) => typed === '' || folded(full_name).includes(typed),
  )
  const isHere = ({ user_id }: User) => model.presence.statusOf(user_id) !== 'offline'
  const people = fitting.filter(({ is_bot }) => !is_bot).sort(byName)
  const here = people.filter(isHere)
  return [
    { title: t.here(here.length), users: here },
    { title: t.away, users: people.filter((user) => !isHere(user)) },
    { title: t.bots, users: fitting.filter(({ is_bot }) => is_bot).sort(byName) },
  ].filter(({ users }) => users.length > 0)
}

const byName = (one: User, other: User) => one.full_name.localeCompare(other.full_name)

const Person = memo(({ userId }: { userId: number }) => {
  const user = model.users.get(userId)
  if (!user) return null
  const status = model.users.statuses.get(userId)?.status_text
  return (
    <li>
      <button
        type="button"
        class="person"
        aria-haspopup="dialog"
        onClick={(event) => showCard(userId, event.currentTarget)}
      >
        <span class="with-presence">
          <Avatar url={user.avatar_url} size={22} />
          <PresenceDot userId={userId} />
        </span>
        <span class="who">
          <span class="cut">{user.full_name}</span>
          {status && <span class="second cut">{status}</span>}
        </span>
      </button>
    </li>
  )
})
