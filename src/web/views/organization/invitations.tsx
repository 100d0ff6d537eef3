// Invitations: a link to pass on, and those that are open.

import { useSignal } from '@preact/signals'
import { useEffect, useId, useRef } from 'preact/hooks'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.tsx'
import { attempt } from '../attempt.ts'
import { copy } from '../content/clipboard.ts'
import { model, session } from '../here.ts'
import { lazy } from '../lazy.tsx'
import { viewsText } from '../text.ts'
import { organizationText as t } from './text.ts'

const QrCode = lazy<{ text: string; label: string }>(() => import('./qr.tsx'))

interface Invite {
  id: number
  email?: string
  invited_as: number
  invited_by_user_id: number
  is_multiuse: boolean
}

export function Invitations() {
  const invites = useSignal<Invite[]>([])
  const load = async () => {
    const answer = await session.http.call<{ invites: Invite[] }>('GET', '/invites')
    if (answer.ok) invites.value = answer.invites
  }
  useEffect(() => void load(), [])
  return (
    <>
      <section>
        <h2>{t.invite}</h2>
        <p class="note">{t.inviteHint}</p>
        <NewLink onMade={() => void load()} />
      </section>
      <section>
        <h2>{t.open}</h2>
        {invites.value.length === 0 ? (
          <p class="note">{t.noneOpen}</p>
        ) : (
          <ul class="list">
            {invites.value.map((invite) => (
              <Row
                key={`${invite.is_multiuse} ${invite.id}`}
                invite={invite}
                onGone={() => void load()}
              />
            ))}
          </ul>
        )}
      </section>
    </>
  )
}

/** Roles that one may give: no higher than one's own. */
const rolesToGive = () =>
  Object.entries(viewsText.roles).filter(([role]) => Number(role) >= model.users.me.role)

function NewLink({ onMade }: { onMade: () => void }) {
  const id = useId()
  const link = useSignal('')
  const make = async (event: SubmitEvent) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget as HTMLFormElement)
    const minutes = String(form.get('lasts'))
    const answer = await attempt(
      session.http.call<{ invite_link: string }>('POST', '/invites/multiuse', {
        invite_as: Number(form.get('role')),
        invite_expires_in_minutes: minutes === 'forever' ? null : Number(minutes),
        include_realm_default_subscriptions: true,
      }),
    )
    if (!answer) return
    link.value = String(answer.invite_link)
    onMade()
  }
  return (
    <>
      <form class="form" onSubmit={(event) => void make(event)}>
        <div class="field">
          <label for={`${id}-role`}>{t.role}</label>
          <select id={`${id}-role`} name="role" class="input">
            {rolesToGive().map(([role, name]) => (
              <option key={role} value={role} selected={role === '400'}>
                {name}
              </option>
            ))}
          </select>
        </div>
        <div class="field">
          <label for={`${id}-lasts`}>{t.lasts}</label>
          <select id={`${id}-lasts`} name="lasts" class="input">
            {Object.entries(t.durations).map(([minutes, name]) => (
              <option key={minutes} value={minutes} selected={minutes === '10080'}>
                {name}
              </option>
            ))}
          </select>
        </div>
        <Button type="submit" kind="primary">
          {t.makeLink}
        </Button>
      </form>
      {link.value && <MadeLink link={link.value} />}
    </>
  )
}

function MadeLink({ link }: { link: string }) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.select(), [link])
  return (
    <div class="made-link">
      <div class="field">
        <label for={id}>{t.link}</label>
        <div class="row">
          <input id={id} ref={field} class="input" readOnly value={link} />
          <Button
            icon="copy"
            onClick={async () => toast((await copy(link)) ? t.copied : t.notCopied)}
          >
            {t.copy}
          </Button>
        </div>
      </div>
      <QrCode text={link} label={t.code} />
    </div>
  )
}

function Row({ invite, onGone }: { invite: Invite; onGone: () => void }) {
  const { id, email, is_multiuse, invited_as, invited_by_user_id } = invite
  const revoke = async () => {
    const path = is_multiuse ? `/invites/multiuse/${id}` : `/invites/${id}`
    if (!(await attempt(session.http.call('DELETE', path)))) return
    toast(t.revoked)
    onGone()
  }
  return (
    <li class="list-row">
      <span class="name cut">{email ?? t.anyone}</span>
      <span class="second cut">
        {t.by(viewsText.roles[invited_as] ?? '', model.users.name(invited_by_user_id))}
      </span>
      <Button kind="quiet" onClick={() => void revoke()}>
        {t.revoke}
      </Button>
    </li>
  )
}
