// The title of the window and its icon: where one is, and how much is unread.

import { useEffect } from 'preact/hooks'
import { kindOf, type Place } from '../../model/narrow.ts'
import { model } from '../here.ts'
import { peopleNames, topicName } from '../names.tsx'
import { pageOf } from '../registry.ts'
import { route } from '../router.ts'
import { viewsText as t } from '../text.ts'
import { drawFavicon } from './favicon.ts'

export function WindowTitle() {
  const count = model.unreads.total.value
  const now = route.value
  const parts = now.view === 'page' ? [pageOf(now.name).title()] : partsOf(now.place)
  const title = [...parts, model.organization.get('name')].filter(Boolean).join(' – ')
  useEffect(() => {
    document.title = count > 0 ? `(${count}) ${title}` : title
  }, [title, count])
  useEffect(() => drawFavicon(count > 0), [count > 0])
  return null
}

/** The names of a place from the narrowest to the widest. */
function partsOf({ narrow }: Place): string[] {
  const kind = kindOf(narrow)
  switch (kind.kind) {
    case 'topic':
      return [topicName(kind.topic), model.channels.name(kind.channelId)]
    case 'channel':
      return [model.channels.name(kind.channelId)]
    case 'direct':
      return [peopleNames(kind.userIds)]
    case 'feed':
      return [t.allMessages]
    case 'mentions':
      return [t.mentions]
    case 'starred':
      return [t.starred]
    case 'directs':
      return [t.directMessages]
    default:
      return [t.searchResults]
  }
}
