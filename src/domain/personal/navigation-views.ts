// Views that a person pins or hides in the sidebar.

import { BLANK, NOTHING_TO_CHANGE } from '../../errors/parameters.ts'
import { NO_NAVIGATION_VIEW } from '../../errors/personal.ts'
import { refuse } from '../../errors.ts'
import type * as Rows from '../../store/tables/navigation-views.ts'
import type { App, Context } from '../kernel/context.ts'
import type { User } from '../users/users.ts'

/** `fragment` is the address of the view after "#"; only views of one's own have a name. */
export interface NavigationViewDescription {
  fragment: string
  is_pinned: boolean
  name: string | null
}

/** Built-in views of clients, which cannot be renamed. */
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

const describe = (row: Rows.NavigationView): NavigationViewDescription => ({
  ...row,
  is_pinned: row.is_pinned === 1,
})

/** A user's navigation views. */
export const ownViews = (ctx: Context, user: User): NavigationViewDescription[] =>
  ctx.store.navigationViews.ofUser(user.id).map(describe)

/** POST /navigation_views. @throws RequestError */
export const addView = (ctx: App, user: User, view: NavigationViewDescription) =>
  ctx.commit((tx) => {
    if (view.fragment.trim() === '') refuse(BLANK, { name: 'fragment' })
    checkName(tx, user, view)
    if (tx.store.navigationViews.find(user.id, view.fragment)) refuseTaken()
    tx.store.navigationViews.save(user.id, { ...view, is_pinned: view.is_pinned ? 1 : 0 })
    tx.emit({ type: 'navigation_view', op: 'add', navigation_view: view }, [user.id])
  })

/** PATCH /navigation_views/{fragment}. @throws RequestError */
export const changeView = (
  ctx: App,
  user: User,
  fragment: string,
  changes: { is_pinned?: boolean | undefined; name?: string | null | undefined },
) =>
  ctx.commit((tx) => {
    const row = tx.store.navigationViews.find(user.id, fragment) ?? refuseUnknown()
    const { is_pinned, name } = changes
    const data = {
      ...(is_pinned !== undefined && { is_pinned }),
      ...(name !== undefined && { name }),
    }
    if (Object.keys(data).length === 0) refuse(NOTHING_TO_CHANGE)
    const view = { ...describe(row), ...data }
    if (name !== undefined) checkName(tx, user, view)
    tx.store.navigationViews.save(user.id, { ...view, is_pinned: view.is_pinned ? 1 : 0 })
    tx.emit({ type: 'navigation_view', op: 'update', fragment, data }, [user.id])
  })

/** DELETE /navigation_views/{fragment}. @throws RequestError */
export const removeView = (ctx: App, user: User, fragment: string) =>
  ctx.commit((tx) => {
    if (!tx.store.navigationViews.remove(user.id, fragment)) refuseUnknown()
    tx.emit({ type: 'navigation_view', op: 'remove', fragment }, [user.id])
  })

function checkName(ctx: Context, user: User, { fragment, name }: NavigationViewDescription) {
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
const refuseUnknown = (): never => refuse(NO_NAVIGATION_VIEW)
