// The view of the address, whichever it is.

import { Messages } from '../messages/messages.tsx'
import { pageOf } from '../registry.ts'
import { route, shownNarrow } from '../router.ts'

export function Inside() {
  const now = route.value
  if (now.view === 'messages') return <Messages key={shownNarrow.value} place={now.place} />
  const { Part } = pageOf(now.name)
  return <Part key={now.name} rest={now.rest} />
}
