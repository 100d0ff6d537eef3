// The people of the organization with their roles, which administrators may change.

import { useComputed, useSignal } from '@preact/signals'
import type { User } from '../../model/users.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { confirm } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast.tsx'
import { attempt } from '../attempt.ts'
import { model, session } from '../here.ts'
import { folded } from '../rank.ts'
import { viewsText } from '../text.ts'
import { organizationText as t } from './text.ts'

/** More people than this are found by typing. */
const SHOWN = 200

export function Members() {
  const typed = useSignal('')
  const people = useComputed(() => {
    const wanted = folded(typed.value.trim())
    return model.users
      .all()
      .filter(({ is_bot, full_name }) => !is_bot && folded(full_name).includes(wanted))
      .sort(byActivityAndName)
  }).value
  return (
    <section>
      <h2>
        {t.members} <span class="second">{t.count(people.length)}</span>
      </h2>
      {!model.permissions.isAdmin && <p class="note">{t.readOnly}</p>}
      <input
        type="search"
        class="input list-filter"
        aria-label={t.filter}
        placeholder={t.filter}
        onInput={(event) => {
          typed.value = event.currentTarget.value
        }}
      />
      <ul class="list">
        {people.slice(0, SHOWN).map((user) => (
          <Row key={user.user_id} user={user} />
        ))}
      </ul>
    </section>
  )
}

const byActivityAndName = (one: User, other: User) =>
  Number(other.is_active) - Number(one.is_active) || one.full_name.localeCompare(other.full_name)

function Row({ user }: { user: User }) {
  const { user_id: id, full_name: name, role, is_active } = user
  // Someone higher in rank is out of reach, and so is oneself.
  const mayChange =
    model.permissions.isAdmin && id !== model.users.ownId.value && role >= model.users.me.role
  return (
    <li class="list-row">
      <Avatar url={user.avatar_url} size={24} />
      <span class="name cut">{name}</span>
      {is_active ? (
        <RoleChoice user={user} mayChange={mayChange} />
      ) : (
        <span class="second when">{t.deactivated}</span>
      )}
      {mayChange && (
        <Button kind="quiet" onClick={() => void (is_active ? deactivate(user) : reactivate(user))}>
          {is_active ? t.deactivate : t.reactivate}
        </Button>
      )}
    </li>
  )
}

function RoleChoice({ user, mayChange }: { user: User; mayChange: boolean }) {
  if (!mayChange) return <span class="second when">{viewsText.roles[user.role]}</span>
  const own = model.users.me.role
  return (
    <select
      class="input role-choice"
      aria-label={t.roleOf(user.full_name)}
      value={String(user.role)}
      onChange={async (event) => {
        const role = Number(event.currentTarget.value)
        const call = session.http.call('PATCH', `/users/${user.user_id}`, { role })
        if (await attempt(call)) toast(t.saved)
      }}
    >
      {Object.entries(viewsText.roles)
        .filter(([role]) => Number(role) >= own)
        .map(([role, words]) => (
          <option key={role} value={role}>
            {words}
          </option>
        ))}
    </select>
  )
}

async function deactivate({ user_id, full_name }: User) {
  const agreed = await confirm({
    title: t.deactivateTitle(full_name),
    text: t.deactivateText,
    action: t.deactivate,
    danger: true,
  })
  if (agreed) await attempt(session.http.call('DELETE', `/users/${user_id}`))
}

const reactivate = ({ user_id }: User) =>
  attempt(session.http.call('POST', `/users/${user_id}/reactivate`))
