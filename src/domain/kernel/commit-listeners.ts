// Background work that follows committed messages, such as link previews.

import { nextTurn } from '../../base/jobs.ts'
import type { CanonicalMessage } from '../../events/types/message-format.ts'
import type { Delivery } from '../../events/types/types.ts'
import type { App } from './context.ts'

/** A message that was just sent or edited, and is on disk. */
export interface CommittedMessage {
  id: number
  rendered: string
  /** Only of a message just sent. */
  facts: CanonicalMessage | undefined
}

/** Background work that follows messages. */
export interface MessageListener {
  /** For the log. */
  name: string
  /** Called before anyone is answered, so it must not take long. */
  isInterested(written: CommittedMessage): boolean
  work(written: CommittedMessage): Promise<void>
}

/** Registers background work for committed messages. Senders do not wait for it. */
export function onMessagesCommitted(ctx: App, { name, isInterested, work }: MessageListener) {
  async function run(written: CommittedMessage, isStopping: () => boolean) {
    await nextTurn()
    try {
      if (!isStopping()) await work(written)
    } catch (error) {
      ctx.log.error('follow-up-failed', { of: name, error: String((error as Error).stack) })
    }
  }
  ctx.onCommitted((deliveries) => {
    for (const written of messagesIn(deliveries))
      if (isInterested(written)) ctx.backgroundJobs.start((isStopping) => run(written, isStopping))
  })
}

/** The messages in a batch of events, each once even if several events are about it. */
function messagesIn(deliveries: readonly Delivery[]): Iterable<CommittedMessage> {
  const written = new Map<number, CommittedMessage>()
  for (const { event } of deliveries) {
    if (event.type === 'message') {
      const { message: facts } = event
      written.set(facts.id, { id: facts.id, rendered: facts.rendered, facts })
    } else if (event.type === 'update_message' && !event.rendering_only) {
      const { message_id: id, rendered_content: rendered } = event
      if (rendered !== undefined) written.set(id, { id, rendered, facts: undefined })
    }
  }
  return written.values()
}
