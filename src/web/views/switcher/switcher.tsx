// The switcher: goes to a channel, a topic, people or a page by a few letters of its name.

import { useComputed, useSignal } from '@preact/signals'
import { useId, useMemo } from 'preact/hooks'
import { moved, Options, optionId } from '../../ui/combobox.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { ConversationFace } from '../conversation-face.tsx'
import { model } from '../here.ts'
import { bareTopicName, ChannelSign } from '../names.tsx'
import { go } from '../router.ts'
import { searchHash } from '../search/addresses.ts'
import { placesFor, type SwitchPlace, switchCandidates } from './places.ts'
import { switcherText as t } from './text.ts'

type Choice = SwitchPlace | { kind: 'search'; key: string; name: string; hash: string }

export default function Switcher({ onClose }: { onClose: () => void }) {
  const id = useId()
  const typed = useSignal('')
  const active = useSignal(0)
  const candidates = useMemo(switchCandidates, [])
  const choices = useComputed<Choice[]>(() => {
    const places = placesFor(typed.value, candidates)
    const text = typed.value.trim()
    if (text === '' || /^[#@>]/.test(text)) return places
    return [...places, { kind: 'search', key: 'search', name: text, hash: searchHash(text) }]
  })
  const pick = (choice: Choice) => {
    onClose()
    go(choice.hash)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const next = moved(event.key, active.value, choices.value.length)
    if (next !== undefined) {
      active.value = next
      event.preventDefault()
    } else if (event.key === 'Enter' && !event.isComposing) {
      const choice = choices.value[active.value]
      if (choice) pick(choice)
      event.preventDefault()
    }
  }
  return (
    <Dialog title={t.title} class="switcher" onClose={onClose}>
      <input
        class="input"
        role="combobox"
        type="text"
        autocomplete="off"
        autofocus
        aria-label={t.field}
        aria-expanded="true"
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={optionId(id, active.value)}
        placeholder={t.field}
        onInput={(event) => {
          typed.value = event.currentTarget.value
          active.value = 0
        }}
        onKeyDown={onKeyDown}
      />
      <div class="switcher-list">
        {choices.value.length === 0 && <p class="note">{t.nothing}</p>}
        <Options
          id={id}
          options={choices.value}
          active={active.value}
          keyOf={(choice) => choice.key}
          draw={(choice) => <ChoiceLine choice={choice} />}
          onPick={pick}
        />
      </div>
      <p class="note switcher-hint">{t.hint}</p>
    </Dialog>
  )
}

const PAGE_ICON: IconName = 'chevron-right'

function ChoiceLine({ choice }: { choice: Choice }) {
  switch (choice.kind) {
    case 'channel':
      return (
        <Line sign={<ChannelSign id={choice.channelId} />} name={choice.name} beside={t.channel}>
          <Unread count={model.unreads.inChannel(choice.channelId)} />
        </Line>
      )
    case 'topic':
      return (
        <Line
          sign={<Icon name="message-square" />}
          name={bareTopicName(topicOf(choice))}
          beside={`#${model.channels.name(choice.channelId)}`}
        >
          <Unread count={model.unreads.countIn(choice.key)} />
        </Line>
      )
    case 'person':
      return (
        <Line
          sign={<ConversationFace conversation={choice.key} />}
          name={choice.name}
          beside={t.person}
        >
          <Unread count={model.unreads.countIn(choice.key)} />
        </Line>
      )
    case 'page':
      return <Line sign={<Icon name={PAGE_ICON} />} name={choice.name} beside={t.page} />
    case 'search':
      return <Line sign={<Icon name="search" />} name={t.search(choice.name)} beside="" />
  }
}

/** The topic as people spell it. */
function topicOf({ key, channelId }: { key: string; channelId: number }): string {
  return model.topics.spelling(channelId, key.slice(`c:${channelId}:`.length))
}

interface LineProps {
  sign: preact.ComponentChildren
  name: string
  beside: string
  children?: preact.ComponentChildren
}

const Line = ({ sign, name, beside, children }: LineProps) => (
  <>
    {sign}
    <span class="cut">{name}</span>
    {children}
    <span class="beside">{beside}</span>
  </>
)

const Unread = ({ count }: { count: number }) =>
  count > 0 ? (
    <span class="count">
      {count}
      <span class="sr"> {t.unread(count)}</span>
    </span>
  ) : null
