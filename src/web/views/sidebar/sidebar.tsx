// The sidebar: the organization, places, conversations, oneself.

import { useComputed } from '@preact/signals'
import { keysOf, useCommands } from '../../keys/dispatch.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { IconButton } from '../../ui/button.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { startMessage } from '../compose/start.ts'
import { model } from '../here.ts'
import { PresenceDot } from '../presence.tsx'
import { go, hash } from '../router.ts'
import { openSwitcher } from '../switching.tsx'
import { viewsText } from '../text.ts'
import { Channels } from './channels.tsx'
import { Directs } from './directs.tsx'
import { Grip } from './grip.tsx'
import { openOrganizationMenu, openOwnMenu } from './menus.ts'
import { SideRow } from './row.tsx'
import { sidebarText as t } from './text.ts'

export function Sidebar() {
  useCommands({
    switcher: openSwitcher,
    newMessage: () => startMessage('topic'),
    newDirect: () => startMessage('direct'),
    menu: () => openOrganizationMenu(document.querySelector('.organization')!),
  })
  return (
    <nav class="sidebar" aria-label={t.conversations}>
      <Top />
      <button type="button" class="jump" onClick={openSwitcher}>
        <Icon name="search" />
        <span>{t.goTo}</span>
        <kbd>{keysOf('switcher')}</kbd>
      </button>
      <div class="scroll">
        <Places />
        <Directs />
        <Channels />
      </div>
      <Bottom />
      <Grip />
    </nav>
  )
}

function Top() {
  const name = model.organization.get('name') ?? ''
  return (
    <div class="top">
      <button
        type="button"
        class="organization"
        aria-haspopup="menu"
        aria-label={t.organizationMenu(name)}
        onClick={(event) => openOrganizationMenu(event.currentTarget)}
      >
        <img src={model.organization.get('icon_url')} alt="" />
        <span class="cut">{name}</span>
        <Icon name="chevron-down" />
      </button>
      <IconButton
        icon="pencil"
        label={t.newMessage}
        keys={keysOf('newMessage')}
        onClick={() => startMessage('topic')}
      />
    </div>
  )
}

interface PlaceProps {
  href: string
  icon: IconName
  name: string
  count?: () => number
}

const none = () => 0

function Place({ href, icon, name, count = none }: PlaceProps) {
  const isCurrent = useComputed(() => hash.value === href).value
  return (
    <li>
      <SideRow
        href={href}
        name={name}
        count={count()}
        isCurrent={isCurrent}
        sign={<Icon name={icon} />}
      />
    </li>
  )
}

const Places = () => (
  <ul aria-label={t.views}>
    <Place
      href="#inbox"
      icon="inbox"
      name={viewsText.inbox}
      count={() => model.unreads.total.value}
    />
    <Place href="#recent" icon="history" name={viewsText.recent} />
    <Place
      href="#narrow/is/mentioned"
      icon="at-sign"
      name={viewsText.mentions}
      count={() => model.unreads.mentions.value}
    />
    <Place href="#narrow/is/starred" icon="star" name={viewsText.starred} />
    <Place href="#feed" icon="messages-square" name={viewsText.allMessages} />
    <Place href="#drafts" icon="file-pen-line" name={viewsText.drafts} />
    <Place href="#scheduled" icon="calendar-clock" name={viewsText.scheduled} />
  </ul>
)

function Bottom() {
  const { me } = model.users
  return (
    <div class="bottom">
      <button
        type="button"
        class="me"
        aria-haspopup="menu"
        onClick={(event) => openOwnMenu(event.currentTarget)}
      >
        <span class="with-presence">
          <Avatar url={me.avatar_url} size={22} />
          <PresenceDot userId={me.user_id} />
        </span>
        <span class="cut">{me.full_name}</span>
      </button>
      <IconButton icon="hash" label={t.channels} onClick={() => go('#channels')} />
      <IconButton icon="settings" label={t.settings} onClick={() => go('#settings')} />
    </div>
  )
}
