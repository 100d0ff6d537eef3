import { nextTurn } from '../base/jobs.ts'
import type { MessageFacts } from '../events/message-shape.ts'
import type { Delivery } from '../events/types.ts'
import type { Context } from './context.ts'

/** A message that was just sent or edited, and is on disk. */
export interface Written {
  id: number
  rendered: string
  /** Only of a message just sent. */
  facts: MessageFacts | undefined
}

/** What a part of the server does because of messages, in its own time. */
export interface Follower {
  /** For the log. */
  name: string
  /** Called before anyone is answered, so it must not take long. */
  concerns(written: Written): boolean
  work(written: Written): Promise<void>
}

/** Has something done because of messages, after they were sent and without delaying anyone. */
export function followMessages(ctx: Context, { name, concerns, work }: Follower) {
  async function run(written: Written, isStopping: () => boolean) {
    await nextTurn()
    try {
      if (!isStopping()) await work(written)
    } catch (error) {
      ctx.log.error('follow-up-failed', { of: name, error: String((error as Error).stack) })
    }
  }
  ctx.follow((deliveries) => {
    for (const written of messagesIn(deliveries))
      if (concerns(written)) ctx.jobs.start((isStopping) => run(written, isStopping))
  })
}

/** Each message once, although several events may tell of it in different words. */
function messagesIn(deliveries: readonly Delivery[]): Iterable<Written> {
  const written = new Map<number, Written>()
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
