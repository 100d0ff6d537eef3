// POST /messages: sends a message, once even if a client sends it again.

import { refuse } from '../../errors.ts'
import { prepareRendering } from '../content/rendering.ts'
import type { App, Tx } from '../kernel/context.ts'
import type { User } from '../users/users.ts'
import { deliver } from './deliver.ts'
import type { MessageDraft, SendResult } from './message-draft.ts'
import { spreadReceipts } from './spreading.ts'

const REMEMBER_SECONDS = 86_400

/**
 * POST /messages.
 * @param key under which the client sends this message; what was sent under it within a day is not
 *   sent again, and the answer is the same. Undefined: each request is a message of its own
 * @throws RequestError for a key that is empty, long, or not of printable ASCII characters
 */
export async function sendMessage(
  ctx: App,
  sender: User,
  outgoing: MessageDraft,
  key: string | undefined,
): Promise<SendResult> {
  if (key !== undefined) checkKey(key)
  await prepareRendering(ctx, sender, outgoing.content)
  const sent = await ctx.commit((tx) => {
    const known = key === undefined ? undefined : answerOf(tx, sender, key)
    if (known) return known
    const sent = deliver(tx, sender, outgoing)
    if (key !== undefined) rememberAnswer(tx, sender, key, sent)
    return sent
  })
  await spreadReceipts(ctx, sent.id)
  return sent
}

function checkKey(key: string) {
  if (!/^[\x21-\x7e]{1,128}$/.test(key))
    refuse(
      'BAD_REQUEST',
      'The header Idempotency-Key must have 1 to 128 printable ASCII characters without spaces.',
    )
}

function answerOf(tx: Tx, sender: User, key: string): SendResult | undefined {
  const answer = tx.store.sentOnce.find(sender.id, key, tx.now - REMEMBER_SECONDS)
  return answer === undefined ? undefined : { newVisibility: undefined, ...JSON.parse(answer) }
}

/** As many rows as messages of a day at most, so they need no bound of their own. */
const rememberAnswer = (tx: Tx, sender: User, key: string, answer: SendResult) =>
  tx.store.sentOnce.add(sender.id, key, tx.now, JSON.stringify(answer), tx.now - REMEMBER_SECONDS)
