// A poll: options, who chose them, and a field for another option.

import type { Message } from '../../../model/messages.ts'
import { listed } from '../../../text/i18n/index.ts'
import { Icon } from '../../../ui/icon.tsx'
import { attempt } from '../../attempt.ts'
import { model, session } from '../../here.ts'
import { AddField } from './add-field.tsx'
import { type Option, type PollStart, pollOf } from './reading.ts'
import { widgetsText as t } from './text.ts'

export function Poll({ message, start }: { message: Message; start: PollStart }) {
  const { question, options } = pollOf(message, start)
  const most = Math.max(1, ...options.map(({ voters }) => voters.length))
  const say = (content: object) => attempt(session.actions.submit(message.id, content))
  const add = (option: string) => void say({ type: 'new_option', option, idx: options.length })
  return (
    <div class="poll">
      <p class="title">
        <Icon name="chart-column" />
        {question || t.poll}
      </p>
      {options.map((option) => (
        <Choice
          key={option.key}
          option={option}
          share={option.voters.length / most}
          onVote={(vote) => void say({ type: 'vote', key: option.key, vote })}
        />
      ))}
      <AddField label={t.newOption} action={t.addOption} onAdd={add} />
    </div>
  )
}

interface ChoiceProps {
  option: Option
  /** Votes of this option divided by those of the option with most votes, 0 to 1. */
  share: number
  onVote: (vote: 1 | -1) => void
}

function Choice({ option: { words, voters }, share, onVote }: ChoiceProps) {
  const mine = voters.includes(model.users.ownId.value)
  return (
    <div class="poll-option">
      <button
        type="button"
        class="vote"
        aria-pressed={mine}
        aria-label={t.vote(words, voters.length)}
        onClick={() => onVote(mine ? -1 : 1)}
      >
        {voters.length}
      </button>
      <span class="words">{words}</span>
      <span class="bar" style={{ '--share': `${share * 100}%` }} />
      {voters.length > 0 && (
        <span class="who">{listed(voters.map((id) => model.users.name(id)))}</span>
      )}
    </div>
  )
}
