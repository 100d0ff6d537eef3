// Words that alert a person wherever they are written.

import { refuse } from '../../errors.ts'
import { AlertWords } from '../../text/alert-words.ts'
import type { App, Context, Tx } from '../kernel/context.ts'
import { isPerson, type User } from '../users/users.ts'

/** The alert words of a user, as written. */
export const ownAlertWords = (ctx: Context, user: User) => ctx.store.alertWords.ofUser(user.id)

/** Words one person may have: each message is searched for everyone's words. */
const MAX_WORDS = 1000
/** Words one bot may have, of which a member may make a hundred. */
const MAX_WORDS_OF_BOT = 20

const mostWords = (user: User) => (isPerson(user) ? MAX_WORDS : MAX_WORDS_OF_BOT)

/** POST /users/me/alert_words: words are compared without regard to case. @returns all of them */
export const addAlertWords = (ctx: App, user: User, words: readonly string[]) => {
  if (words.length > mostWords(user)) refuseMany(user)
  return change(ctx, user, words, (tx, key, word) => tx.store.alertWords.add(user.id, key, word))
}

const refuseMany = (user: User) =>
  refuse('BAD_REQUEST', `Too many alert words (maximum: ${mostWords(user)})`)

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
    if (changed && all.length > mostWords(user)) refuseMany(user)
    if (changed) {
      emitAlertWords(tx, user, all)
      // The next message need not wait for it.
      alertWords(tx)
    }
    return all
  })

function emitAlertWords(tx: Tx, user: User, words: string[]) {
  tx.emit({ type: 'alert_words', alert_words: words }, [user.id])
}

/** The words of all active users, by server, and the position in the log of changes that they show. */
const known = new WeakMap<object, { words: AlertWords; position: number }>()

function alertWords(ctx: Context): AlertWords {
  const { changes, ofActiveUser } = ctx.store.alertWords
  const before = known.get(ctx.server)
  const changed = before && changes.since(before.position)
  const words = changed ? before.words : readAll(ctx)
  known.set(ctx.server, { words, position: changes.position() })
  for (const userId of changed ?? []) words.set(userId, ofActiveUser(userId))
  return words
}

function readAll(ctx: Context): AlertWords {
  const all = new AlertWords()
  for (const [userId, words] of ctx.store.alertWords.all()) all.set(userId, words)
  return all
}

/** Users who have a word that occurs in the Markdown of a message. */
export const alertedBy = (ctx: Context, source: string): ReadonlySet<number> =>
  alertWords(ctx).usersAlertedBy(source)
