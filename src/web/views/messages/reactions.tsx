// Reactions below a message: each emoji with how many gave it.

import type { Message } from '../../model/messages.ts'
import type { Reaction } from '../../model/wire.ts'
import { listed } from '../../text/i18n/index.ts'
import { Emoji } from '../../ui/emoji.tsx'
import { Icon } from '../../ui/icon.tsx'
import { attempt } from '../attempt.ts'
import { pickEmoji } from '../emoji/picking.tsx'
import { model, session } from '../here.ts'
import { messagesText as t } from './text.ts'

interface Grouped extends Omit<Reaction, 'user_id'> {
  people: number[]
}

const keyOf = (reaction: Omit<Reaction, 'user_id'>) =>
  `${reaction.reaction_type} ${reaction.emoji_code}`

/** In the order in which each was first given. */
function grouped(reactions: readonly Reaction[]): Grouped[] {
  const groups = new Map<string, Grouped>()
  for (const { user_id, ...reaction } of reactions) {
    const group = groups.get(keyOf(reaction))
    if (group) group.people.push(user_id)
    else groups.set(keyOf(reaction), { ...reaction, people: [user_id] })
  }
  return [...groups.values()]
}

/** Gives a reaction, or takes it back where one has given it. */
export function toggleReaction(message: Message, emoji: Omit<Reaction, 'user_id'>) {
  const own = model.users.ownId.peek()
  const given = message.reactions.some(
    (reaction) => reaction.user_id === own && keyOf(reaction) === keyOf(emoji),
  )
  const { emoji_name, emoji_code, reaction_type } = emoji
  const change = { emoji_name, emoji_code, reaction_type }
  void attempt(session.actions.react(message.id, change, !given))
}

/** With so few in all, names stand in place of numbers. */
const NAMED = 3

export function Reactions({ message }: { message: Message }) {
  if (message.reactions.length === 0) return null
  const named =
    message.reactions.length <= NAMED && model.settings.get('display_emoji_reaction_users')
  return (
    <div class="reactions">
      {grouped(message.reactions).map((group) => (
        <ReactionButton key={keyOf(group)} message={message} group={group} named={named} />
      ))}
      <button
        type="button"
        class="reaction add"
        aria-label={t.addReaction}
        data-tip={t.addReaction}
        onClick={(event) =>
          pickEmoji(event.currentTarget, (emoji) => toggleReaction(message, emoji))
        }
      >
        <Icon name="smile-plus" />
      </button>
    </div>
  )
}

interface ButtonProps {
  message: Message
  group: Grouped
  named: boolean
}

function ReactionButton({ message, group, named }: ButtonProps) {
  const own = model.users.ownId.value
  const { people, emoji_name, emoji_code, reaction_type } = group
  const names = people.map((id) => (id === own ? t.you : model.users.name(id)))
  const words = emoji_name.replaceAll('_', ' ')
  return (
    <button
      type="button"
      class="reaction"
      aria-pressed={people.includes(own)}
      aria-label={`${words}: ${listed(names)}`}
      data-tip={t.reactedWith(listed(names), `:${emoji_name}:`)}
      onClick={() => toggleReaction(message, group)}
    >
      <Emoji
        type={reaction_type}
        code={emoji_code}
        name={emoji_name}
        url={model.shared.emoji.get(emoji_code)?.source_url}
      />
      <span>{named ? names.map((name) => name.split(' ')[0]).join(', ') : people.length}</span>
    </button>
  )
}
