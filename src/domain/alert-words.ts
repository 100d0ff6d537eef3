import { refuse } from '../errors.ts'
import { type AlertWords, alertWords } from '../text/alert-words.ts'
import type { Context } from './context.ts'
import type { Emit } from './unit-of-work.ts'
import type { User } from './users.ts'

export const ownAlertWords = (ctx: Context, user: User) => ctx.store.alertWords.ofUser(user.id)

/** Words one person may have: every message is looked through for all of everyone's. */
const MOST_WORDS = 1000

/** POST /users/me/alert_words: words are compared without regard to case. @returns all of them */
export const addAlertWords = (ctx: Context, user: User, words: readonly string[]) => {
  if (words.length > MOST_WORDS) refuseMany()
  return change(ctx, user, words, (key, word) => ctx.store.alertWords.add(user.id, key, word))
}

const refuseMany = () => refuse('BAD_REQUEST', `Too many alert words (maximum: ${MOST_WORDS})`)

/** DELETE /users/me/alert_words: words that are not there do not matter. @returns all that remain */
export const removeAlertWords = (ctx: Context, user: User, words: readonly string[]) =>
  change(ctx, user, words, (key) => ctx.store.alertWords.remove(user.id, key))

const change = (
  ctx: Context,
  user: User,
  words: readonly string[],
  apply: (key: string, word: string) => boolean,
) =>
  ctx.commit((emit) => {
    let changed = false
    for (const word of words) if (apply(word.toLowerCase(), word)) changed = true
    const all = ownAlertWords(ctx, user)
    if (changed && all.length > MOST_WORDS) refuseMany()
    if (changed) tell(ctx, emit, user, all)
    return all
  })

function tell(ctx: Context, emit: Emit, user: User, words: string[]) {
  trees.delete(ctx)
  emit({ type: 'alert_words', alert_words: words }, [user.id])
}

/** Everyone's words in one tree, made anew when somebody changes theirs. */
const trees = new WeakMap<Context, AlertWords>()

/** Users who have a word that occurs in what somebody wrote. */
export function alertedBy(ctx: Context, source: string): ReadonlySet<number> {
  const tree = trees.get(ctx) ?? alertWords(ctx.store.alertWords.all())
  trees.set(ctx, tree)
  return tree.usersAlertedBy(source)
}

/** To be called when words start or stop to count without being changed: (de)activation. */
export const forgetAlertWordTree = (ctx: Context) => void trees.delete(ctx)
