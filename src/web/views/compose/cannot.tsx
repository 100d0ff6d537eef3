// Where one may read but not write: why, and what can be done about it.

import { Button } from '../../ui/button.tsx'
import { attempt } from '../attempt.ts'
import { model, session } from '../here.ts'
import type { Target } from './target.ts'
import { composeText as t } from './text.ts'

interface Reason {
  text: string
  /** A channel that subscribing to would help with. */
  subscribeTo?: number
}

/** undefined where one may write. */
export function reasonNotToWrite(to: Target): Reason | undefined {
  if (to.kind === 'direct' || to.channelId === undefined) return undefined
  const channel = model.channels.get(to.channelId)
  if (channel === undefined || model.permissions.mayPost(channel)) return undefined
  return model.permissions.maySubscribe(channel)
    ? { text: t.notSubscribed, subscribeTo: channel.stream_id }
    : { text: t.mayNotPost }
}

export const CannotWrite = ({ text, subscribeTo }: Reason) => (
  <section class="composer cannot" aria-label={t.message}>
    <span>{text}</span>
    {subscribeTo !== undefined && (
      <Button
        onClick={() => void attempt(session.actions.subscribe([model.channels.name(subscribeTo)]))}
      >
        {t.subscribe}
      </Button>
    )}
  </section>
)
