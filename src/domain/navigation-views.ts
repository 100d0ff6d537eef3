import { refuse } from '../errors.ts'
import type * as Rows from '../store/navigation-views.ts'
import type { Context } from './context.ts'
import type { User } from './users.ts'

/** Specification 2.6. */
export interface NavigationView {
  fragment: string
  is_pinned: boolean
  name: string | null
}

/** Views every client brings along; they keep the names clients give them. */
const BUILT_IN = new Set([
  'inbox',
  'recent',
  'feed',
  'all_messages',
  'drafts',
  'reminders',
  'narrow/is/starred',
  'narrow/is/mentioned',
  'narrow/has/reaction/sender/me',
])

const describe = (row: Rows.NavigationView): NavigationView => ({
  ...row,
  is_pinned: row.is_pinned === 1,
})

export const ownViews = (ctx: Context, user: User): NavigationView[] =>
  ctx.store.navigationViews.ofUser(user.id).map(describe)

export const addView = (ctx: Context, user: User, view: NavigationView) =>
  ctx.commit((emit) => {
    if (view.fragment.trim() === '') refuse('BAD_REQUEST', 'fragment cannot be blank')
    checkName(ctx, user, view)
    if (ctx.store.navigationViews.find(user.id, view.fragment)) refuseTaken()
    ctx.store.navigationViews.save(user.id, { ...view, is_pinned: view.is_pinned ? 1 : 0 })
    emit({ type: 'navigation_view', op: 'add', navigation_view: view }, [user.id])
  })

export const changeView = (
  ctx: Context,
  user: User,
  fragment: string,
  changes: { is_pinned?: boolean | undefined; name?: string | null | undefined },
) =>
  ctx.commit((emit) => {
    const row = ctx.store.navigationViews.find(user.id, fragment) ?? refuseUnknown()
    const { is_pinned, name } = changes
    const data = {
      ...(is_pinned !== undefined && { is_pinned }),
      ...(name !== undefined && { name }),
    }
    if (Object.keys(data).length === 0) refuse('BAD_REQUEST', 'Nothing to change')
    const view = { ...describe(row), ...data }
    if (name !== undefined) checkName(ctx, user, view)
    ctx.store.navigationViews.save(user.id, { ...view, is_pinned: view.is_pinned ? 1 : 0 })
    emit({ type: 'navigation_view', op: 'update', fragment, data }, [user.id])
  })

export const removeView = (ctx: Context, user: User, fragment: string) =>
  ctx.commit((emit) => {
    if (!ctx.store.navigationViews.remove(user.id, fragment)) refuseUnknown()
    emit({ type: 'navigation_view', op: 'remove', fragment }, [user.id])
  })

function checkName(ctx: Context, user: User, { fragment, name }: NavigationView) {
  if (BUILT_IN.has(fragment)) {
    if (name !== null) refuse('BAD_REQUEST', 'Built-in views cannot have a custom name.')
    return
  }
  if (name === null || name.trim() === '') {
    refuse('BAD_REQUEST', 'Custom views must have a valid name.')
  }
  const taken = ownViews(ctx, user).some((view) => view.name === name && view.fragment !== fragment)
  if (taken) refuseTaken()
}

const refuseTaken = (): never => refuse('BAD_REQUEST', 'Navigation view already exists.')
const refuseUnknown = (): never => refuse('NOT_FOUND', 'Navigation view does not exist.')
