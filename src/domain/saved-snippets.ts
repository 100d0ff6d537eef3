import { seconds } from '../base/clock.ts'
import { refuse } from '../errors.ts'
import type { SavedSnippet } from '../store/saved-snippets.ts'
import type { Context } from './context.ts'
import type { User } from './users.ts'

export const ownSnippets = (ctx: Context, user: User): SavedSnippet[] =>
  ctx.store.savedSnippets.ofUser(user.id)

/** @returns its ID */
export const createSnippet = (
  ctx: Context,
  user: User,
  title: string,
  content: string,
): Promise<number> =>
  ctx.commit((emit) => {
    const { savedSnippets } = ctx.store
    const id = savedSnippets.create(
      user.id,
      checkTitle(title),
      checkContent(content),
      seconds(ctx.clock),
    )
    emit({ type: 'saved_snippets', op: 'add', saved_snippet: savedSnippets.find(user.id, id)! }, [
      user.id,
    ])
    return id
  })

export const changeSnippet = (
  ctx: Context,
  user: User,
  id: number,
  changes: { title?: string | undefined; content?: string | undefined },
) =>
  ctx.commit((emit) => {
    const snippet = find(ctx, user, id)
    const saved_snippet = {
      ...snippet,
      ...(changes.title !== undefined && { title: checkTitle(changes.title) }),
      ...(changes.content !== undefined && { content: checkContent(changes.content) }),
    }
    ctx.store.savedSnippets.save(saved_snippet)
    emit({ type: 'saved_snippets', op: 'update', saved_snippet }, [user.id])
  })

export const removeSnippet = (ctx: Context, user: User, id: number) =>
  ctx.commit((emit) => {
    ctx.store.savedSnippets.remove(find(ctx, user, id).id)
    emit({ type: 'saved_snippets', op: 'remove', saved_snippet_id: id }, [user.id])
  })

const find = (ctx: Context, user: User, id: number): SavedSnippet =>
  ctx.store.savedSnippets.find(user.id, id) ?? refuse('NOT_FOUND', 'Saved snippet does not exist.')

function checkTitle(title: string): string {
  return title.trim() || refuse('BAD_REQUEST', 'Title cannot be empty.')
}

/** Kept as written: leading spaces make code blocks. */
function checkContent(content: string): string {
  return content.trim() === '' ? refuse('BAD_REQUEST', 'Content cannot be empty.') : content
}
