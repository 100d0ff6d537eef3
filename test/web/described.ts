// What a model says of everything, in plain values, so that two models can be compared part by part.
import type { Model } from '../../src/web/model/model.ts'

type Part = Record<string, unknown> | unknown[]

const sorted = <T>(entries: [unknown, T][]): Record<string, T> =>
  Object.fromEntries(entries.sort(([a], [b]) => (String(a) < String(b) ? -1 : 1))) as Record<
    string,
    T
  >

const listed = (ids: Iterable<number>) => [...ids].sort((a, b) => a - b)

/**
 * Everything that a snapshot says, by part; messages, lists and what time alone changes left out.
 * @param isKnown whether both models know a message: one may star what one may not read any more,
 *   and what comes from a channel one has not subscribed to
 */
export function described(model: Model, isKnown: (id: number) => boolean): Record<string, Part> {
  return {
    ...people(model),
    ...channels(model),
    ...unread(model),
    settings: model.settings.peekAll(),
    settingDefaults: model.settingDefaults.peekAll(),
    organization: model.organization.peekAll(),
    starred: listed(model.starred.keys().filter(isKnown)),
    drafts: sorted(model.personal.drafts.peekAll()),
    scheduled: sorted(model.personal.scheduled.peekAll()),
    // Their text is rendered again at each reading, as the message is then.
    reminders: sorted(
      model.personal.reminders
        .peekAll()
        .map(([id, { content, rendered_content, ...row }]) => [id, row]),
    ),
    snippets: sorted(model.personal.snippets.peekAll()),
    views: sorted(model.personal.views.peekAll()),
    alertWords: [...model.personal.alertWords.value],
    onboardingSteps: [...model.personal.onboardingSteps.value],
    emoji: sorted(model.shared.emoji.peekAll()),
    profileFields: [...model.shared.profileFields.value],
    linkifiers: [...model.shared.linkifiers.value],
    playgrounds: [...model.shared.playgrounds.value],
    defaultChannels: listed(model.shared.defaultChannels.value),
    domains: sorted(model.shared.domains.peekAll()),
  }
}

function people({ users, groups }: Model) {
  // Placeholders for users who are hidden from a guest are left out.
  const known = users.all().filter((user) => user.full_name !== 'Unknown user')
  return {
    users: sorted(known.map((user) => [user.user_id, user])),
    statuses: sorted(users.statuses.peekAll()),
    mutedUsers: sorted(users.muted.peekAll()),
    groups: sorted(groups.all().map((group) => [group.id, group])),
    myGroups: listed(groups.mine.value),
  }
}

function channels({ channels, folders, topics }: Model) {
  const all = channels.all()
  const known = new Set(all.map((channel) => channel.stream_id))
  return {
    channels: sorted(all.map((channel) => [channel.stream_id, channel])),
    subscribers: sorted(
      all.map(({ stream_id }) => [stream_id, listed(channels.subscribersOf(stream_id))]),
    ),
    folders: folders.all(),
    policies: sorted(topics.policies.peekAll().filter(([, row]) => known.has(row.stream_id))),
  }
}

function unread({ unreads, channels }: Model) {
  return {
    unreads: sorted(unreads.conversations().map((key) => [key, unreads.idsIn(key)])),
    unreadCounts: {
      total: unreads.total.value,
      direct: unreads.direct.value,
      channels: sorted(
        channels.all().map(({ stream_id }) => [stream_id, unreads.inChannel(stream_id)]),
      ),
      conversations: sorted(unreads.conversations().map((key) => [key, unreads.countIn(key)])),
    },
    unreadMentions: unreads.mentionIds(),
  }
}
