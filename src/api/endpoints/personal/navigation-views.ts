// Endpoints: navigation views.

import * as z from 'zod'
import {
  addView,
  changeView,
  ownViews,
  removeView,
} from '../../../domain/personal/navigation-views.ts'
import { endpoint } from '../../core/endpoint.ts'
import { bool, text, textUpTo } from '../../core/params.ts'
import { navigationView } from '../../wire/personal.ts'

const name = textUpTo(100).nullable()

export const getNavigationViews = endpoint('GET /navigation_views', {
  summary: "Lists the caller's navigation views.",
  tier: 'user',
  returns: { navigation_views: z.array(navigationView) },
  handle: (ctx, _, call) => ({ navigation_views: ownViews(ctx, call.user) }),
})

export const createNavigationView = endpoint('POST /navigation_views', {
  summary: "Adds a navigation view to the caller's sidebar.",
  tier: 'user',
  params: {
    fragment: textUpTo(1000).describe('The part of the address of the view after "#".'),
    is_pinned: bool.describe('Whether the view stands in the sidebar.'),
    name: name.default(null).describe("The name of a view of one's own; null for a built-in view."),
  },
  handle: (ctx, view, call) => addView(ctx, call.user, view),
})

export const updateNavigationView = endpoint('PATCH /navigation_views/:fragment*', {
  summary: "Changes one of the caller's navigation views.",
  tier: 'user',
  errors: ['NOT_FOUND'],
  params: {
    fragment: text.describe('The part of the address of the view after "#".'),
    is_pinned: bool.optional().describe('Whether the view stands in the sidebar.'),
    name: name.optional().describe("The name of a view of one's own; null for a built-in view."),
  },
  handle: (ctx, { fragment, ...changes }, call) => changeView(ctx, call.user, fragment, changes),
})

export const deleteNavigationView = endpoint('DELETE /navigation_views/:fragment*', {
  summary: "Deletes one of the caller's navigation views.",
  tier: 'user',
  errors: ['NOT_FOUND'],
  params: { fragment: text.describe('The part of the address of the view after "#".') },
  handle: (ctx, { fragment }, call) => removeView(ctx, call.user, fragment),
})
