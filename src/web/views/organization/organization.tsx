// Settings of the organization: its profile, its people, and invitations.

import { useSignal } from '@preact/signals'
import { useId } from 'preact/hooks'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.tsx'
import { model, session } from '../here.ts'
import { reasonOf } from '../refused.ts'
import { SettingsFrame, type SettingsPages } from '../settings-frame.tsx'
import { Invitations } from './invitations.tsx'
import { Mail } from './mail.tsx'
import { Members } from './members.tsx'
import { Server } from './server.tsx'
import { serverText } from './server-text.ts'
import { organizationText as t } from './text.ts'

const PAGES: SettingsPages = {
  profile: { name: () => t.profile, Part: Profile },
  members: { name: () => t.members, Part: Members },
  invitations: { name: () => t.invitations, Part: Invitations },
}

const SERVER: SettingsPages = { server: { name: () => serverText.title, Part: Server } }
const MAIL: SettingsPages = { mail: { name: () => t.mail, Part: Mail } }

function pagesFor(): SettingsPages {
  if (model.users.me.is_owner) return { ...PAGES, ...MAIL, ...SERVER }
  return model.permissions.isAdmin ? { ...PAGES, ...SERVER } : PAGES
}

export default function Organization({ rest: [shown] }: { rest: readonly string[] }) {
  return (
    <SettingsFrame
      icon="building-2"
      title={t.title}
      label={t.pages}
      address="organization"
      pages={pagesFor()}
      shown={shown}
    />
  )
}

function Profile() {
  const id = useId()
  const problem = useSignal('')
  const mayChange = model.permissions.isAdmin
  const save = async (event: SubmitEvent) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget as HTMLFormElement)
    const answer = await session.http.call('PATCH', '/realm', {
      name: String(form.get('name')),
      description: String(form.get('description')),
    })
    problem.value = answer.ok ? '' : reasonOf(answer)
    if (answer.ok) toast(t.saved)
  }
  return (
    <section>
      <h2>{t.profile}</h2>
      {!mayChange && <p class="note">{t.readOnly}</p>}
      <form class="form" onSubmit={(event) => void save(event)}>
        <p class="problem" role="alert">
          {problem.value}
        </p>
        <div class="field">
          <label for={`${id}-name`}>{t.name}</label>
          <input
            id={`${id}-name`}
            name="name"
            class="input"
            disabled={!mayChange}
            defaultValue={model.organization.get('name') ?? ''}
          />
        </div>
        <div class="field">
          <label for={`${id}-text`}>{t.description}</label>
          <textarea
            id={`${id}-text`}
            name="description"
            class="input"
            rows={4}
            disabled={!mayChange}
            defaultValue={String(model.organization.get('description') ?? '')}
          />
        </div>
        {mayChange && (
          <Button type="submit" kind="primary">
            {t.save}
          </Button>
        )}
      </form>
    </section>
  )
}
