// Words that alert a person wherever they are written.

import { refuse } from '../../errors.ts'
import { type AlertWords, compileAlertWords } from '../../text/alert-words.ts'
import type { App, Context, Tx } from '../kernel/context.ts'
import { derived } from '../kernel/derived.ts'
import type { User } from '../users/users.ts'

/** The alert words of a user, as written. */
export const ownAlertWords = (ctx: Context, user: User) => ctx.store.alertWords.ofUser(user.id)

/** Words one person may have: each message is searched for everyone's words. */
const MAX_WORDS = 1000

/** POST /users/me/alert_words: words are compared without regard to case. @returns all of them */
export const addAlertWords = (ctx: App, user: User, words: readonly string[]) => {
  if (words.length > MAX_WORDS) refuseMany()
  return change(ctx, user, words, (tx, key, word) => tx.store.alertWords.add(user.id, key, word))
}

const refuseMany = () => refuse('BAD_REQUEST', `Too many alert words (maximum: ${MAX_WORDS})`)

/** DELETE /users/me/alert_words: unknown words are ignored. @returns the remaining words */
export const removeAlertWords = (ctx: App, user: User, words: readonly string[]) =>
  change(ctx, user, words, (tx, key) => tx.store.alertWords.remove(user.id, key))

const change = (
  ctx: App,
  user: User,
  words: readonly string[],
  apply: (tx: Tx, key: string, word: string) => boolean,
) =>
  ctx.commit((tx) => {
    let changed = false
    for (const word of words) if (apply(tx, word.toLowerCase(), word)) changed = true
    const all = ownAlertWords(tx, user)
    if (changed && all.length > MAX_WORDS) refuseMany()
    if (changed) emitAlertWords(tx, user, all)
    return all
  })

function emitAlertWords(tx: Tx, user: User, words: string[]) {
  tx.emit({ type: 'alert_words', alert_words: words }, [user.id])
}

/** The words of all active users in one tree. */
const alertWordTree = derived<AlertWords>(
  (ctx) => ctx.store.alertWords.version(),
  (ctx) => compileAlertWords(ctx.store.alertWords.all()),
)

/** Users who have a word that occurs in the Markdown of a message. */
export const alertedBy = (ctx: Context, source: string): ReadonlySet<number> =>
  alertWordTree(ctx).usersAlertedBy(source)
