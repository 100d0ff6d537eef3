// Where a new message goes: a channel and a topic, or people.

import { useSignal } from '@preact/signals'
import type { Channel } from '../../model/channels.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { IconButton } from '../../ui/button.tsx'
import { Combobox } from '../../ui/combobox.tsx'
import { PillField } from '../../ui/pills.tsx'
import { model } from '../here.ts'
import { bareTopicName, ChannelSign, peopleNames } from '../names.tsx'
import { folded, ranked } from '../rank.ts'
import { TopicField } from '../topic-field.tsx'
import { chosen, type Target } from './target.ts'
import { composeText as t } from './text.ts'

interface Props {
  to: Target
  /** The place is chosen: the text is next. */
  onDone: () => void
}

const SHOWN = 8

export function Destination({ to, onDone }: Props) {
  return (
    <div class="compose-to">
      {to.isFixed ? (
        <Fixed to={to} />
      ) : to.kind === 'topic' ? (
        <TopicParts to={to} onDone={onDone} />
      ) : (
        <People to={to} onDone={onDone} />
      )}
      {chosen.value && (
        <IconButton
          kind="small"
          icon="x"
          label={t.close}
          onClick={() => (chosen.value = undefined)}
        />
      )}
    </div>
  )
}

/** A reply to another place than the one that is looked at. */
function Fixed({ to }: { to: Target }) {
  if (to.kind === 'direct') return <span class="cut where">{peopleNames(to.userIds)}</span>
  return (
    <span class="cut where">
      {to.channelId !== undefined && <ChannelSign id={to.channelId} />}
      {to.channelId !== undefined && model.channels.name(to.channelId)} › {bareTopicName(to.topic)}
    </span>
  )
}

function TopicParts({ to, onDone }: { to: Target & { kind: 'topic' }; onDone: () => void }) {
  const typed = useSignal(to.channelId === undefined ? '' : model.channels.name(to.channelId))
  const optionsFor = (text: string): Channel[] => {
    const mine = model.channels.subscribed.peek().filter((one) => model.permissions.mayPost(one))
    const named = mine.map((item) => ({
      item,
      name: folded(item.name),
      weight: Number(item.pin_to_top),
    }))
    return ranked(named, text, SHOWN)
  }
  const focusTopic = () =>
    requestAnimationFrame(() =>
      document.querySelector<HTMLElement>('[data-part="topic"] input')?.focus(),
    )
  const pick = (channel: Channel) => {
    typed.value = channel.name
    chosen.value = { ...to, channelId: channel.stream_id }
    focusTopic()
  }
  return (
    <>
      <span class="channel" data-part="to">
        {to.channelId !== undefined && <ChannelSign id={to.channelId} />}
        <Combobox
          label={t.to}
          placeholder={t.chooseChannel}
          value={typed.value}
          optionsFor={optionsFor}
          keyOf={({ stream_id }) => stream_id}
          draw={(channel) => (
            <>
              <ChannelSign id={channel.stream_id} />
              <span class="cut">{channel.name}</span>
            </>
          )}
          onInput={(text) => {
            typed.value = text
            const named = model.channels.byName(text)
            chosen.value = { ...to, channelId: named?.stream_id }
          }}
          onPick={pick}
          onEnter={focusTopic}
        />
      </span>
      <span class="step">›</span>
      <span class="topic" data-part="topic">
        <TopicField
          class=""
          label={t.topic}
          channelId={to.channelId}
          value={to.topic}
          placeholder={t.nameTopic}
          onChange={(topic) => (chosen.value = { ...to, topic })}
          onEnter={onDone}
        />
      </span>
    </>
  )
}

function People({ to, onDone }: { to: Target & { kind: 'direct' }; onDone: () => void }) {
  const typed = useSignal('')
  const optionsFor = (text: string): number[] => {
    const named = model.users.active
      .peek()
      .filter((user) => !user.is_system_bot && !to.userIds.includes(user.user_id))
      .map((user) => ({
        item: user.user_id,
        name: folded(user.full_name),
        weight: Number(!user.is_bot),
      }))
    return ranked(named, text, SHOWN)
  }
  return (
    <span class="people-field" data-part="to">
      <PillField
        label={t.to}
        placeholder={t.choosePeople}
        chosen={to.userIds}
        text={typed.value}
        optionsFor={optionsFor}
        keyOf={(id) => id}
        nameOf={(id) => model.users.name(id)}
        draw={(id) => (
          <>
            <Avatar url={model.users.get(id)?.avatar_url} size={20} />
            <span class="cut">{model.users.name(id)}</span>
          </>
        )}
        onText={(text) => (typed.value = text)}
        onChange={(userIds) => (chosen.value = { ...to, userIds })}
        onEnter={onDone}
      />
    </span>
  )
}
