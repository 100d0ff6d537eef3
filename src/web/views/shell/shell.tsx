// The frame around every view: conversations at the side, the view, people.

import { useEffect, useLayoutEffect } from 'preact/hooks'
import { useCommands } from '../../keys/dispatch.ts'
import { openDialog } from '../../ui/dialog.tsx'
import { ComposerPlace } from '../compose/composer.tsx'
import { lazy } from '../lazy.tsx'
import { startAlerts } from '../notifications/starting.ts'
import { showsPeople } from '../people/showing.ts'
import { go, hash } from '../router.ts'
import { closeSearch, openSearch } from '../search/searching.ts'
import { Sidebar } from '../sidebar/sidebar.tsx'
import { startAppearance } from './appearance.ts'
import { ConnectionBanner } from './connection.tsx'
import { completeEmoji } from './emoji-font.ts'
import { Inside } from './inside.tsx'
import { goToComposed, goUp, isFollowed, nextChannel, nextConversation } from './moves.ts'
import { NewVersion } from './new-version.tsx'
import { pane } from './pane.ts'
import { nextRegion } from './regions.ts'
import { shellText as t } from './text.ts'
import { WindowTitle } from './title.tsx'

const People = lazy(() => import('../people/panel.tsx'))
const KeyboardHelp = lazy(() => import('../help.tsx'))

export const showHelp = () => openDialog((close) => <KeyboardHelp onClose={close} />)

export function Shell() {
  useLayoutEffect(startAppearance, [])
  // Before the next frame is drawn, for which a page in the background waits: events come sooner.
  useLayoutEffect(startAlerts, [])
  useEffect(completeEmoji, [])
  // Going somewhere leaves the search field, and on a phone shows the place.
  useLayoutEffect(() => {
    let first = true
    return hash.subscribe(() => {
      if (!first) pane.value = 'main'
      if (!first) closeSearch()
      first = false
    })
  }, [])
  useCommands({
    help: showHelp,
    search: () => openSearch(),
    inbox: () => go('#inbox'),
    recent: () => go('#recent'),
    allMessages: () => go('#feed'),
    starred: () => go('#narrow/is/starred'),
    drafts: () => go('#drafts'),
    allDirect: () => go('#narrow/is/dm'),
    back: () => history.back(),
    forward: () => history.forward(),
    nextConversation: () => nextConversation(1),
    previousConversation: () => nextConversation(-1),
    nextUnread: () => nextConversation(1, (key) => key.startsWith('c:')),
    nextFollowed: () => nextConversation(1, isFollowed),
    nextChannel: () => nextChannel(1),
    previousChannel: () => nextChannel(-1),
    conversationOfComposer: goToComposed,
    nextUnreadDirect: () => nextConversation(1, (key) => key.startsWith('d:')),
    nextRegion: () => nextRegion(1),
    previousRegion: () => nextRegion(-1),
    close: goUp,
  })

  return (
    <div class="shell" data-pane={pane.value} data-people={showsPeople.value || undefined}>
      <a class="skip" href="#main" onClick={skipToMain}>
        {t.skip}
      </a>
      <Sidebar />
      <main id="main" tabIndex={-1}>
        <ConnectionBanner />
        <NewVersion />
        <Inside />
        <ComposerPlace />
      </main>
      {showsPeople.value && <People />}
      <WindowTitle />
    </div>
  )
}

function skipToMain(event: Event) {
  event.preventDefault()
  document.querySelector<HTMLElement>('main [tabindex="0"]')?.focus()
}
