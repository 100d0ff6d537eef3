// The line above a view: its name, something about it, and its buttons.

import type { ComponentChildren } from 'preact'
import { keysOf } from '../../keys/dispatch.ts'
import { keyOf, type Narrow } from '../../model/narrow.ts'
import { IconButton } from '../../ui/button.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { lazyField } from '../lazy.tsx'
import { showsPeople, togglePeople } from '../people/showing.ts'
import { closeSearch, openSearch, searching } from '../search/searching.ts'
import { viewsText } from '../text.ts'
import { pane } from './pane.ts'
import { shellText as t } from './text.ts'

interface Props {
  icon?: IconName
  /** The name alone, or a path of several names. */
  title: ComponentChildren
  /** A few words beside the name. */
  about?: ComponentChildren
  /** Buttons at the end. */
  children?: ComponentChildren
}

const SearchBar = lazyField(() => import('../search/search-bar.tsx'), {
  takesFocus: ({ focus }) => focus,
  cancel: closeSearch,
})

export function Header(props: Props) {
  const terms = searching.value
  return terms === undefined ? <TitleLine {...props} /> : <SearchLine terms={terms} focus />
}

/** The search field in place of a title. */
export const SearchLine = ({ terms, focus = false }: { terms: Narrow; focus?: boolean }) => (
  <header class="header">
    <h1 class="sr">{viewsText.searchResults}</h1>
    <SearchBar key={keyOf(terms)} initial={terms} focus={focus} />
  </header>
)

const TitleLine = ({ icon, title, about, children }: Props) => (
  <header class="header">
    <span class="only-phone">
      <IconButton
        icon="arrow-left"
        label={t.openSidebar}
        onClick={() => (pane.value = 'sidebar')}
      />
    </span>
    <h1>
      {icon && <Icon name={icon} />}
      {typeof title === 'string' ? <span class="cut">{title}</span> : title}
    </h1>
    {about ? <div class="about cut">{about}</div> : <div class="space" />}
    <div class="tools">
      {children}
      <IconButton
        icon="search"
        label={t.search}
        keys={keysOf('search')}
        onClick={() => openSearch()}
      />
      <span class="only-wide">
        <IconButton
          icon="users"
          label={t.showPeople}
          aria-pressed={showsPeople.value}
          onClick={togglePeople}
        />
      </span>
    </div>
  </header>
)
