import * as z from 'zod'
import { addView, changeView, ownViews, removeView } from '../domain/navigation-views.ts'
import { endpoint } from './endpoint.ts'
import { bool, text, textUpTo } from './params.ts'
import { navigationView } from './wire/personal.ts'

const name = textUpTo(100).nullable()

export const getNavigationViews = endpoint('GET /navigation_views', {
  tier: 'human',
  returns: { navigation_views: z.array(navigationView) },
  handle: (ctx, _, call) => ({ navigation_views: ownViews(ctx, call.user) }),
})

export const createNavigationView = endpoint('POST /navigation_views', {
  tier: 'human',
  params: { fragment: textUpTo(1000), is_pinned: bool, name: name.default(null) },
  handle: (ctx, view, call) => addView(ctx, call.user, view),
})

export const updateNavigationView = endpoint('PATCH /navigation_views/:fragment*', {
  tier: 'human',
  params: { fragment: text, is_pinned: bool.optional(), name: name.optional() },
  handle: (ctx, { fragment, ...changes }, call) => changeView(ctx, call.user, fragment, changes),
})

export const deleteNavigationView = endpoint('DELETE /navigation_views/:fragment*', {
  tier: 'human',
  params: { fragment: text },
  handle: (ctx, { fragment }, call) => removeView(ctx, call.user, fragment),
})
