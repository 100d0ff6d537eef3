// What a person keeps on the server for themselves: drafts, scheduled messages, reminders and such.

import { type Signal, signal } from '@preact/signals-core'
import type { FolderEvent, PersonalEvent, RealmEvent } from './events.ts'
import { Table } from './table.ts'
import type {
  ChannelFolder,
  CustomEmoji,
  Draft,
  Linkifier,
  NavigationView,
  ProfileField,
  Reminder,
  SavedSnippet,
  ScheduledMessage,
  Snapshot,
} from './wire.ts'

/** One's own things, each by its ID. */
export class Personal {
  readonly drafts = new Table<number, Draft>()
  readonly scheduled = new Table<number, ScheduledMessage>()
  readonly reminders = new Table<number, Reminder>()
  readonly snippets = new Table<number, SavedSnippet>()
  readonly views = new Table<string, NavigationView>()
  readonly alertWords: Signal<readonly string[]> = signal([])
  readonly onboardingSteps: Signal<readonly { type: string; name: string }[]> = signal([])

  load(snapshot: Snapshot) {
    this.drafts.replace(snapshot.drafts.map((row) => [row.id, row]))
    this.scheduled.replace(
      snapshot.scheduled_messages.map((row) => [row.scheduled_message_id, row]),
    )
    this.reminders.replace(snapshot.reminders.map((row) => [row.reminder_id, row]))
    this.snippets.replace(snapshot.saved_snippets.map((row) => [row.id, row]))
    this.views.replace(snapshot.navigation_views.map((row) => [row.fragment, row]))
    this.alertWords.value = snapshot.alert_words
    this.onboardingSteps.value = snapshot.onboarding_steps
  }

  applyDrafts(event: PersonalEvent & { type: 'drafts' }) {
    if (event.op === 'remove') return this.drafts.delete(event.draft_id)
    for (const draft of event.op === 'add' ? event.drafts : [event.draft])
      this.drafts.set(draft.id, draft)
  }

  applyScheduled(event: PersonalEvent & { type: 'scheduled_messages' }) {
    if (event.op === 'remove') return this.scheduled.delete(event.scheduled_message_id)
    const rows = event.op === 'add' ? event.scheduled_messages : [event.scheduled_message]
    for (const row of rows) this.scheduled.set(row.scheduled_message_id, row)
  }

  applyReminders(event: PersonalEvent & { type: 'reminders' }) {
    if (event.op === 'remove') return this.reminders.delete(event.reminder_id)
    for (const row of event.reminders) this.reminders.set(row.reminder_id, row)
  }

  applySnippets(event: PersonalEvent & { type: 'saved_snippets' }) {
    if (event.op === 'remove') return this.snippets.delete(event.saved_snippet_id)
    this.snippets.set(event.saved_snippet.id, event.saved_snippet)
  }

  applyViews(event: PersonalEvent & { type: 'navigation_view' }) {
    if (event.op === 'remove') return this.views.delete(event.fragment)
    if (event.op === 'update') return this.views.patch(event.fragment, event.data)
    this.views.set(event.navigation_view.fragment, event.navigation_view)
  }
}

/** Folders that the organization sorts its channels into. */
export class Folders {
  readonly #rows = new Table<number, ChannelFolder>()

  load(snapshot: Snapshot) {
    this.#rows.replace(snapshot.channel_folders.map((row) => [row.id, row]))
  }

  get(id: number): ChannelFolder | undefined {
    return this.#rows.get(id)
  }

  /** All folders, archived ones too, in the organization's order. */
  all(): ChannelFolder[] {
    return this.#rows.values().sort((a, b) => a.order - b.order)
  }

  apply(event: FolderEvent) {
    if (event.op === 'add') this.#rows.set(event.channel_folder.id, event.channel_folder)
    else if (event.op === 'update') this.#rows.patch(event.channel_folder_id, event.data)
    else for (const [order, id] of event.order.entries()) this.#rows.patch(id, { order })
  }
}

/** What the organization has made for everybody: emoji, profile fields, linkifiers, domains. */
export class Shared {
  readonly emoji = new Table<string, CustomEmoji>()
  readonly profileFields: Signal<readonly ProfileField[]> = signal([])
  readonly linkifiers: Signal<readonly Linkifier[]> = signal([])
  readonly playgrounds: Signal<readonly object[]> = signal([])
  readonly defaultChannels: Signal<readonly number[]> = signal([])
  readonly domains = new Table<string, { domain: string; allow_subdomains: boolean }>()

  load(snapshot: Snapshot) {
    this.emoji.replace(Object.entries(snapshot.realm_emoji))
    this.profileFields.value = snapshot.custom_profile_fields
    this.linkifiers.value = snapshot.realm_linkifiers
    this.playgrounds.value = snapshot.realm_playgrounds
    this.defaultChannels.value = snapshot.realm_default_streams
    this.domains.replace(snapshot.realm_domains.map((row) => [row.domain, row]))
  }

  applyEmoji(event: RealmEvent & { type: 'realm_emoji' }) {
    if (event.op === 'add') this.emoji.set(event.emoji.id, event.emoji)
    else if (event.op === 'update_one') this.emoji.patch(event.emoji_id, event.data)
    else this.emoji.replace(Object.entries(event.realm_emoji))
  }

  applyDomains(event: RealmEvent & { type: 'realm_domains' }) {
    if (event.op === 'remove') this.domains.delete(event.domain)
    else this.domains.set(event.realm_domain.domain, event.realm_domain)
  }
}
