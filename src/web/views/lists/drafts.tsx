// Drafts: what was begun, on this device or another.

import type { LocalDraft } from '../../model/drafts.ts'
import { shortTime } from '../../text/format.ts'
import { Button } from '../../ui/button.tsx'
import { toastWithUndo } from '../../ui/toast.tsx'
import { hashOfChannel, hashOfDirect, hashOfTopic } from '../addresses.ts'
import { startMessage } from '../compose/start.ts'
import { model, session } from '../here.ts'
import { peopleNames, topicName } from '../names.tsx'
import { now } from '../now.ts'
import { go } from '../router.ts'
import { viewsText } from '../text.ts'
import { Card, ListPage } from './page.tsx'
import { listsText as t } from './text.ts'

export default function Drafts() {
  const drafts = model.drafts.all()
  const empty = drafts.length === 0 && {
    title: t.noDrafts,
    hint: t.noDraftsHint,
    action: (
      <Button icon="pencil" onClick={() => startMessage('topic')}>
        {t.newMessage}
      </Button>
    ),
  }
  return (
    <ListPage icon="file-pen-line" title={viewsText.drafts} empty={empty || undefined}>
      {drafts.map((draft) => (
        <Card
          key={draft.key}
          place={placeName(draft)}
          when={shortTime(draft.timestamp, now.value)}
          text={draft.content}
        >
          <Button data-row kind="primary" onClick={() => open(draft)}>
            {t.open}
          </Button>
          <Button kind="quiet" onClick={() => discard(draft)}>
            {t.discard}
          </Button>
        </Card>
      ))}
    </ListPage>
  )
}

function placeName({ to: { channelId, topic, userIds } }: LocalDraft): string {
  if (userIds && userIds.length > 0) return peopleNames(userIds)
  if (channelId === undefined) return t.nowhere
  return `#${model.channels.name(channelId)} › ${topicName(topic ?? '')}`
}

/** Goes where the draft belongs: the composer there shows it. */
function open({ key, to: { channelId, topic, userIds } }: LocalDraft) {
  if (userIds && userIds.length > 0) go(hashOfDirect(userIds))
  else if (channelId === undefined) startMessage('topic')
  else go(key.startsWith('new:') ? hashOfChannel(channelId) : hashOfTopic(channelId, topic ?? ''))
}

function discard(draft: LocalDraft) {
  session.drafts.drop(draft.key)
  const { serverId: _, timestamp: __, ...kept } = draft
  toastWithUndo(t.discarded, () => session.drafts.write(kept))
}
