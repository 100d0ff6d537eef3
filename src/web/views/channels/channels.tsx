// All channels one may know of, and the page of one of them.

import { signal, useComputed } from '@preact/signals'
import { useRef } from 'preact/hooks'
import type { Channel } from '../../model/channels.ts'
import { Button } from '../../ui/button.tsx'
import { openDialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { memo } from '../../ui/memo.ts'
import { hashOfChannel } from '../addresses.ts'
import { attempt } from '../attempt.ts'
import { Filters } from '../filters.tsx'
import { model, session } from '../here.ts'
import { useListKeys } from '../list-keys.ts'
import { aboutChannel, ChannelSign } from '../names.tsx'
import { folded } from '../rank.ts'
import { Header } from '../shell/header.tsx'
import { OneChannel } from './channel.tsx'
import { CreateChannel } from './create.tsx'
import { channelsText as t } from './text.ts'

const FILTERS = ['mine', 'others', 'all', 'archived'] as const
type Filter = (typeof FILTERS)[number]

const filter = signal<Filter>('all')
const typed = signal('')

export default function Channels({ rest }: { rest: readonly string[] }) {
  const id = Number(rest[0])
  return model.channels.get(id) ? <OneChannel id={id} /> : <AllChannels />
}

function AllChannels() {
  const box = useRef<HTMLDivElement>(null)
  useListKeys(box)
  const channels = useComputed(shownChannels).value
  return (
    <>
      <Header icon="hash" title={t.title}>
        <Button
          kind="quiet"
          icon="plus"
          onClick={() => openDialog((close) => <CreateChannel onClose={close} />)}
        >
          {t.create}
        </Button>
      </Header>
      <div class="page" ref={box}>
        <div class="inner">
          <Filters
            label={t.filters}
            kinds={FILTERS}
            names={t}
            kind={filter}
            hint={t.filter}
            typed={typed}
          />
          {channels.length === 0 && (
            <div class="empty">
              <Icon name="hash" />
              <h2>{t.empty}</h2>
              <p>{t.emptyHint}</p>
            </div>
          )}
          <ul class="list">
            {channels.map((channel) => (
              <Row key={channel.stream_id} channel={channel} />
            ))}
          </ul>
        </div>
      </div>
    </>
  )
}

function shownChannels(): Channel[] {
  const wanted = folded(typed.value.trim())
  return model.channels
    .all()
    .filter(({ name, description, is_subscribed, is_archived }) => {
      if ((filter.value === 'archived') !== (is_archived ?? false)) return false
      if (filter.value === 'mine' && !is_subscribed) return false
      if (filter.value === 'others' && is_subscribed) return false
      return wanted === '' || folded(`${name} ${description}`).includes(wanted)
    })
    .sort((one, other) => one.name.localeCompare(other.name))
}

const Row = memo(({ channel }: { channel: Channel }) => {
  const { stream_id: id, name, is_subscribed, is_archived } = channel
  const people = channel.subscriber_count
  return (
    <li class="list-row channel-row" data-row-frame>
      <a class="fill" data-row href={hashOfChannel(id)}>
        <ChannelSign id={id} />
        <span class="name">{name}</span>
        <span class="second cut">{aboutChannel(channel)}</span>
      </a>
      <span class="second people-count">{t.people(people ?? 0)}</span>
      {!is_archived && <SubscribeButton id={id} name={name} isSubscribed={is_subscribed} />}
      <a class="icon-button small" href={`#channels/${id}`} aria-label={t.settingsOf(name)}>
        <Icon name="settings" />
      </a>
    </li>
  )
})

interface SubscribeProps {
  id: number
  name: string
  isSubscribed: boolean
}

export function SubscribeButton({ name, isSubscribed }: SubscribeProps) {
  if (isSubscribed) {
    return (
      <Button
        kind="quiet"
        icon="check"
        aria-pressed
        data-tip={t.unsubscribe(name)}
        onClick={() => void attempt(session.actions.unsubscribe([name]))}
      >
        {t.subscribed}
      </Button>
    )
  }
  return (
    <Button icon="plus" onClick={() => void attempt(session.actions.subscribe([name]))}>
      {t.subscribe}
    </Button>
  )
}
