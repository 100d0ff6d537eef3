// A field for a topic, with the topics that the channel has.

import type { Topic } from '../model/topics.ts'
import { Combobox } from '../ui/combobox.tsx'
import { model } from './here.ts'
import { bareTopicName } from './names.tsx'
import { folded, ranked } from './rank.ts'

interface Props {
  label: string
  channelId: number | undefined
  value: string
  placeholder?: string
  class?: string
  autofocus?: boolean
  onChange: (topic: string) => void
  onEnter?: () => void
}

const SHOWN = 8

export function TopicField({ channelId, onChange, onEnter, ...field }: Props) {
  const optionsFor = (typed: string): Topic[] => {
    const topics = channelId === undefined ? [] : model.topics.of(channelId)
    const named = topics.map((topic) => ({
      item: topic,
      name: folded(topic.name),
      weight: topic.max_id,
    }))
    const found = ranked(named, typed, SHOWN)
    // What is typed in full needs no suggestion.
    return found.length === 1 && found[0]!.name === typed ? [] : found
  }
  return (
    <Combobox
      class="input"
      isFree
      {...field}
      maxLength={model.organization.get('max_topic_length') ?? 60}
      optionsFor={optionsFor}
      keyOf={({ name }) => name}
      draw={({ name }) => <span class="cut">{bareTopicName(name)}</span>}
      onInput={onChange}
      onPick={({ name }) => {
        onChange(name)
        onEnter?.()
      }}
      {...(onEnter && { onEnter })}
    />
  )
}
