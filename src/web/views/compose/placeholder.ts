// What the empty field says: where its text goes.

import { model } from '../here.ts'
import { bareTopicName, peopleNames } from '../names.tsx'
import type { Target } from './target.ts'
import { composeText as t } from './text.ts'

export function placeholderFor(to: Target): string {
  if (to.kind === 'direct') {
    if (to.userIds.length === 0) return t.writeMessage
    const toSelf = to.userIds.length === 1 && to.userIds[0] === model.users.ownId.value
    return toSelf ? t.toSelf : t.toPeople(peopleNames(to.userIds))
  }
  if (to.channelId === undefined) return t.writeMessage
  const channel = model.channels.name(to.channelId)
  return to.topic || to.isFixed ? t.toTopic(channel, bareTopicName(to.topic)) : t.toChannel(channel)
}
