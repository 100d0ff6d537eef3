// The page of one channel: what it is, who is in it, and what one has chosen for it.

import { useSignal } from '@preact/signals'
import { useEffect, useId } from 'preact/hooks'
import type { Channel } from '../../model/channels.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { confirm } from '../../ui/dialog.tsx'
import { CheckField } from '../../ui/fields.tsx'
import { toast } from '../../ui/toast.tsx'
import { hashOfChannel } from '../addresses.ts'
import { attempt } from '../attempt.ts'
import { showCard } from '../cards.tsx'
import { model, session } from '../here.ts'
import { aboutChannel, ChannelSign } from '../names.tsx'
import { reasonOf } from '../refused.ts'
import { go } from '../router.ts'
import { Header } from '../shell/header.tsx'
import { channelsText as t } from './text.ts'

export function OneChannel({ id }: { id: number }) {
  const channel = model.channels.get(id)!
  useEffect(() => void session.actions.loadSubscribers(id), [id])
  const title = (
    <>
      <a href="#channels">{t.title}</a>
      <span class="step">›</span>
      <ChannelSign id={id} />
      <span class="cut">{channel.name}</span>
    </>
  )
  return (
    <>
      <Header title={title}>
        <Button kind="quiet" onClick={() => go(hashOfChannel(id))}>
          {t.open}
        </Button>
      </Header>
      <div class="page">
        <div class="inner settings">
          {channel.is_subscribed && <Personal channel={channel} />}
          <About channel={channel} />
          <Members id={id} />
        </div>
      </div>
    </>
  )
}

/** What one chooses for oneself: each change is saved at once. */
function Personal({ channel }: { channel: Channel }) {
  const id = useId()
  const set = (property: string, value: unknown) =>
    void attempt(session.actions.setSubscription(channel.stream_id, property, value))
  const choice = (property: 'pin_to_top' | 'is_muted' | 'desktop_notifications', label: string) => (
    <CheckField
      label={label}
      isOn={channel[property] ?? false}
      onChange={(isOn) => set(property, isOn)}
    />
  )
  return (
    <section>
      <h2>{t.personal}</h2>
      {choice('pin_to_top', t.pinned)}
      {choice('is_muted', t.muted)}
      {choice('desktop_notifications', t.notify)}
      <div class="field color-field">
        <label for={id}>{t.color}</label>
        <input
          id={id}
          type="color"
          value={channel.color ?? '#888888'}
          onChange={(event) => set('color', event.currentTarget.value)}
        />
      </div>
      <Button onClick={() => void attempt(session.actions.unsubscribe([channel.name]))}>
        {t.leave}
      </Button>
    </section>
  )
}

function About({ channel }: { channel: Channel }) {
  const id = useId()
  const mayChange = model.permissions.administers(channel)
  const problem = useSignal('')
  const save = async (event: SubmitEvent) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget as HTMLFormElement)
    const answer = await session.http.call('PATCH', `/streams/${channel.stream_id}`, {
      new_name: String(form.get('name')),
      description: String(form.get('description')),
    })
    problem.value = answer.ok ? '' : reasonOf(answer)
    if (answer.ok) toast(t.saved)
  }
  if (!mayChange) {
    return (
      <section>
        <h2>{t.about}</h2>
        <p>{aboutChannel(channel)}</p>
      </section>
    )
  }
  return (
    <section>
      <h2>{t.about}</h2>
      <form class="form" onSubmit={(event) => void save(event)}>
        {problem.value && (
          <p role="alert" class="problem">
            {problem.value}
          </p>
        )}
        <div class="field">
          <label for={`${id}-name`}>{t.name}</label>
          <input id={`${id}-name`} name="name" class="input" defaultValue={channel.name} />
        </div>
        <div class="field">
          <label for={`${id}-text`}>{t.description}</label>
          <textarea
            id={`${id}-text`}
            name="description"
            class="input"
            rows={3}
            defaultValue={channel.description}
          />
        </div>
        <div class="row">
          <Button type="submit" kind="primary">
            {t.save}
          </Button>
          {!channel.is_archived && (
            <span class="apart">
              <Button kind="careful" onClick={() => void archive(channel)}>
                {t.archive}
              </Button>
            </span>
          )}
        </div>
      </form>
    </section>
  )
}

async function archive({ stream_id, name }: Channel) {
  const agreed = await confirm({
    title: t.archiveTitle(name),
    text: t.archiveText,
    action: t.archive,
    danger: true,
  })
  if (!agreed) return
  if (await attempt(session.http.call('DELETE', `/streams/${stream_id}`))) {
    toast(t.archivedNow(name))
    go('#channels')
  }
}

function Members({ id }: { id: number }) {
  const members = [...model.channels.subscribersOf(id)]
    .flatMap((userId) => model.users.get(userId) ?? [])
    .sort((one, other) => one.full_name.localeCompare(other.full_name))
  return (
    <section>
      <h2>
        {t.members} <span class="second">{t.people(members.length)}</span>
      </h2>
      <ul class="member-list">
        {members.map((user) => (
          <li key={user.user_id}>
            <button
              type="button"
              class="person"
              aria-haspopup="dialog"
              onClick={(event) => showCard(user.user_id, event.currentTarget)}
            >
              <Avatar url={user.avatar_url} size={22} />
              <span class="cut">{user.full_name}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
