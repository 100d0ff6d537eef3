// Texts that a person reuses.

import { NO_SNIPPET } from '../../errors/personal.ts'
import { refuse } from '../../errors.ts'
import type { SavedSnippet } from '../../store/tables/saved-snippets.ts'
import { requireRoom } from '../kernel/collections.ts'
import type { App, Context } from '../kernel/context.ts'
import type { User } from '../users/users.ts'

const MAX_SNIPPETS = 1000

/** A user's saved snippets. */
export const ownSnippets = (ctx: Context, user: User): SavedSnippet[] =>
  ctx.store.savedSnippets.ofUser(user.id)

/** @returns its ID */
export const createSnippet = (
  ctx: App,
  user: User,
  title: string,
  content: string,
): Promise<number> =>
  ctx.commit((tx) => {
    const { savedSnippets } = tx.store
    const snippet = { title: checkTitle(title), content: checkContent(content) }
    const more = { count: 1, characters: charactersOf(snippet) }
    requireRoom('saved snippets', () => savedSnippets.kept(user.id), MAX_SNIPPETS, more)
    const id = savedSnippets.create(user.id, snippet.title, snippet.content, tx.now)
    tx.emit(
      { type: 'saved_snippets', op: 'add', saved_snippet: savedSnippets.find(user.id, id)! },
      [user.id],
    )
    return id
  })

/** PATCH /saved_snippets/{id}. @throws RequestError */
export const changeSnippet = (
  ctx: App,
  user: User,
  id: number,
  changes: { title?: string | undefined; content?: string | undefined },
) =>
  ctx.commit((tx) => {
    const snippet = find(tx, user, id)
    const saved_snippet = {
      ...snippet,
      ...(changes.title !== undefined && { title: checkTitle(changes.title) }),
      ...(changes.content !== undefined && { content: checkContent(changes.content) }),
    }
    const more = { count: 0, characters: charactersOf(saved_snippet) - charactersOf(snippet) }
    requireRoom('saved snippets', () => tx.store.savedSnippets.kept(user.id), MAX_SNIPPETS, more)
    tx.store.savedSnippets.save(saved_snippet)
    tx.emit({ type: 'saved_snippets', op: 'update', saved_snippet }, [user.id])
  })

const charactersOf = ({ title, content }: { title: string; content: string }) =>
  title.length + content.length

/** DELETE /saved_snippets/{id}. @throws RequestError */
export const removeSnippet = (ctx: App, user: User, id: number) =>
  ctx.commit((tx) => {
    tx.store.savedSnippets.remove(find(tx, user, id).id)
    tx.emit({ type: 'saved_snippets', op: 'remove', saved_snippet_id: id }, [user.id])
  })

const find = (ctx: Context, user: User, id: number): SavedSnippet =>
  ctx.store.savedSnippets.find(user.id, id) ?? refuse(NO_SNIPPET)

function checkTitle(title: string): string {
  return title.trim() || refuse('BAD_REQUEST', 'Title cannot be empty.')
}

/** Kept as written: leading spaces make code blocks. */
function checkContent(content: string): string {
  return content.trim() === '' ? refuse('BAD_REQUEST', 'Content cannot be empty.') : content
}
