// The card of a person: who they are, whether they are here, and ways to reach them.

import type { User } from '../../model/users.ts'
import { timeAgo } from '../../text/format.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { Popover } from '../../ui/popover.tsx'
import { uiText } from '../../ui/text.ts'
import { hashOfDirect, hashOfNarrow } from '../addresses.ts'
import { attempt } from '../attempt.ts'
import { insertIntoComposer } from '../compose/start.ts'
import { model, session } from '../here.ts'
import { now } from '../now.ts'
import { PresenceDot } from '../presence.tsx'
import { go } from '../router.ts'
import { viewsText } from '../text.ts'
import type { CardProps } from './card-props.ts'
import { Fields } from './fields.tsx'
import { peopleText as t } from './text.ts'

export default function Card({ userId, anchor, onClose }: CardProps) {
  const user = model.users.get(userId)
  if (!user) return null
  const isOwn = userId === model.users.ownId.value
  const then = (work: () => void) => () => {
    onClose()
    work()
  }
  return (
    <Popover anchor={anchor} side="right" label={user.full_name} onClose={onClose}>
      <div class="person-card">
        <div class="card-top">
          <Avatar url={user.avatar_url} size={64} />
          <div>
            <h2>{user.full_name}</h2>
            <p class="second">{roleOf(user)}</p>
          </div>
        </div>
        <About user={user} />
        <Fields user={user} />
        <div class="card-tools">
          {isOwn ? (
            <Button kind="primary" onClick={then(() => go('#settings/profile'))}>
              {t.editProfile}
            </Button>
          ) : (
            <Button
              kind="primary"
              icon="message-circle"
              onClick={then(() => go(hashOfDirect([userId])))}
            >
              {t.message}
            </Button>
          )}
          <IconButton
            icon="search"
            label={t.viewMessages}
            onClick={then(() => go(hashOfNarrow([{ operator: 'sender', operand: userId }])))}
          />
          <IconButton
            icon="at-sign"
            label={t.mention}
            onClick={then(() => insertIntoComposer(`@**${user.full_name}** `))}
          />
          {!isOwn && <MuteButton userId={userId} />}
        </div>
      </div>
    </Popover>
  )
}

function MuteButton({ userId }: { userId: number }) {
  const isMuted = model.users.isMuted(userId)
  return (
    <IconButton
      icon={isMuted ? 'bell' : 'bell-off'}
      label={isMuted ? t.unmute : t.mute}
      aria-pressed={isMuted}
      onClick={() => void attempt(session.actions.muteUser(userId, !isMuted))}
    />
  )
}

function roleOf(user: User): string {
  if (!user.is_bot) return viewsText.roles[user.role] ?? ''
  const owner = user.bot_owner_id ? model.users.get(user.bot_owner_id) : undefined
  return owner ? t.botOf(owner.full_name) : t.bot
}

/** Status, presence and the time of day where the person is. */
function About({ user }: { user: User }) {
  const { user_id: id, is_active, is_bot } = user
  const status = model.users.statuses.get(id)?.status_text
  const text = model.presence.statusOf(id)
  const seen = model.presence.lastSeen(id)
  if (is_active === false) return <p class="note">{t.deactivated}</p>
  const away = seen ? t.lastSeen(timeAgo(seen, now.value)) : t.neverSeen
  return (
    <>
      {status && <p class="card-status">{status}</p>}
      {!is_bot && (
        <p class="note presence-line">
          <PresenceDot userId={id} />
          {text === 'offline' ? away : uiText[text]}
        </p>
      )}
      <LocalTime user={user} />
    </>
  )
}

function LocalTime({ user }: { user: User }) {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone
  if (!user.timezone || user.timezone === own || user.is_bot) return null
  const time = new Intl.DateTimeFormat(undefined, {
    timeZone: user.timezone,
    hour: 'numeric',
    minute: '2-digit',
  }).format(now.value * 1000)
  return <p class="note">{t.localTime(time)}</p>
}
