// The pages of the client that are not lists of messages, by the first part of their address.

import type { ComponentType } from 'preact'
import { lazy } from './lazy.tsx'
import type { PageProps } from './page-props.ts'
import { viewsText as t } from './text.ts'

interface Page {
  /** For the title of the window. */
  title: () => string
  Part: ComponentType<PageProps>
}

const PAGES: Record<'inbox', Page> & Record<string, Page> = {
  inbox: { title: () => t.inbox, Part: lazy(() => import('./inbox/inbox.tsx')) },
  recent: { title: () => t.recent, Part: lazy(() => import('./recent/recent.tsx')) },
  drafts: { title: () => t.drafts, Part: lazy(() => import('./lists/drafts.tsx')) },
  scheduled: { title: () => t.scheduled, Part: lazy(() => import('./lists/scheduled.tsx')) },
  channels: { title: () => t.channels, Part: lazy(() => import('./channels/channels.tsx')) },
  settings: { title: () => t.settings, Part: lazy(() => import('./settings/settings.tsx')) },
  organization: {
    title: () => t.organization,
    Part: lazy(() => import('./organization/organization.tsx')),
  },
  reminders: { title: () => t.reminders, Part: lazy(() => import('./lists/reminders.tsx')) },
}

/** An address that nobody knows leads to the inbox. */
export const pageOf = (name: string): Page => PAGES[name] ?? PAGES.inbox
