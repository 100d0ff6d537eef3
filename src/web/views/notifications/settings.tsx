// The parts of the settings about being notified while one is away: devices, addresses, mail.

import { useSignal } from '@preact/signals'
import { useEffect, useId } from 'preact/hooks'
import { timeAgo } from '../../text/format.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.tsx'
import { session } from '../here.ts'
import { now } from '../now.ts'
import { Choice, Switch } from '../settings/controls.tsx'
import { Group } from '../settings-frame.tsx'
import {
  canSubscribe,
  fetchPlaces,
  type PushPlace,
  subscribeDevice,
  unsubscribeDevice,
} from './device.ts'
import { notificationsText as t } from './text.ts'

export default function Away() {
  const places = useSignal<PushPlace[]>([])
  const load = async () => {
    const answer = await fetchPlaces()
    if (answer.ok) places.value = answer.push_subscriptions
  }
  useEffect(() => void load(), [])
  return (
    <>
      <Group title={t.devices}>
        <ThisDevice isOn={places.value.some((one) => one.is_current)} onChange={load} />
        <ul class="list" aria-label={t.devices}>
          {places.value.map((place) => (
            <PlaceRow key={place.id} place={place} onChange={load} />
          ))}
        </ul>
        <AddressForm onChange={load} />
      </Group>
      <Group title={t.away}>
        <Switch name="enable_offline_push_notifications" label={t.pushDirect} />
        <Switch name="enable_stream_push_notifications" label={t.pushChannels} />
        <Switch name="enable_followed_topic_push_notifications" label={t.pushFollowed} />
        <Switch name="enable_online_push_notifications" label={t.pushOnline} />
      </Group>
      <Group title={t.mail}>
        <Switch name="enable_offline_email_notifications" label={t.mailDirect} />
        <Switch name="enable_stream_email_notifications" label={t.mailChannels} />
        <Switch name="enable_followed_topic_email_notifications" label={t.mailFollowed} />
        <Switch name="message_content_in_email_notifications" label={t.mailContent} />
        <Choice
          name="email_notifications_batching_period_seconds"
          label={t.mailAfter}
          choices={t.mailTimes}
          read={Number}
        />
        <Switch name="enable_login_emails" label={t.mailLogins} />
        <Switch name="enable_digest_emails" label={t.mailDigest} />
      </Group>
    </>
  )
}

interface Changing {
  onChange: () => Promise<void>
}

function ThisDevice({ isOn, onChange }: Changing & { isOn: boolean }) {
  const problem = useSignal('')
  if (!canSubscribe()) return <p class="note">{t.insecure}</p>
  const turnOn = async () => {
    problem.value = (await subscribeDevice()) ?? ''
    await onChange()
  }
  return (
    <>
      {isOn ? <p>{t.turnedOn}</p> : <Button onClick={() => void turnOn()}>{t.turnOn}</Button>}
      <p class="problem" role="alert">
        {problem.value}
      </p>
    </>
  )
}

function PlaceRow({ place, onChange }: Changing & { place: PushPlace }) {
  const { id, name, host, kind, used_at, failure, is_current } = place
  const shown = kind === 'web' ? name : `${name} (${host})`
  const remove = async () => {
    if (is_current) await unsubscribeDevice()
    const answer = await session.http.call('DELETE', `/users/me/push_subscriptions/${id}`)
    toast(answer.ok ? t.removed : answer.msg)
    await onChange()
  }
  const test = async () => {
    const path = `/users/me/push_subscriptions/${id}/test`
    const answer = await session.http.call<{ problem: string | null }>('POST', path)
    if (!answer.ok) toast(answer.msg)
    else toast(answer.problem === null ? t.arrived : t.failed(answer.problem))
    await onChange()
  }
  const used = used_at === null ? t.neverUsed : t.lastUsed(timeAgo(used_at, now.value))
  return (
    <li class="list-row">
      <span class="name cut">{is_current ? `${shown}, ${t.thisDevice}` : shown}</span>
      <span class="second">{failure === null ? used : t.failed(failure)}</span>
      <Button kind="quiet" aria-label={t.testOf(shown)} onClick={() => void test()}>
        {t.test}
      </Button>
      <Button kind="quiet" aria-label={t.removeOf(shown)} onClick={() => void remove()}>
        {t.remove}
      </Button>
    </li>
  )
}

function AddressForm({ onChange }: Changing) {
  const id = useId()
  const problem = useSignal('')
  const add = async (event: SubmitEvent) => {
    event.preventDefault()
    const form = event.currentTarget as HTMLFormElement
    const given = new FormData(form)
    const kind = String(given.get('kind'))
    const endpoint = String(given.get('endpoint')).trim()
    const answer = await session.http.call('POST', '/users/me/push_subscriptions', {
      kind,
      endpoint,
      name: t.kinds[kind]!,
    })
    problem.value = answer.ok ? '' : answer.msg
    if (!answer.ok) return form.querySelector('input')?.focus()
    form.reset()
    toast(t.added)
    await onChange()
  }
  return (
    <form class="form" onSubmit={(event) => void add(event)}>
      <div class="field">
        <label for={`${id}-kind`}>{t.kind}</label>
        <select id={`${id}-kind`} name="kind" class="input">
          {Object.entries(t.kinds).map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
      </div>
      <div class="field">
        <label for={id}>{t.address}</label>
        <input
          id={id}
          name="endpoint"
          type="url"
          class="input"
          required
          autocomplete="off"
          aria-invalid={problem.value !== ''}
          aria-describedby={`${id}-hint ${id}-problem`}
        />
        <span class="hint" id={`${id}-hint`}>
          {t.addressHint}
        </span>
        <span class="problem" id={`${id}-problem`} role="alert">
          {problem.value}
        </span>
      </div>
      <Button type="submit">{t.add}</Button>
    </form>
  )
}
