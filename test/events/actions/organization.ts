// Actions on what an organization defines for itself: emoji, linkifiers, domains, settings.

import { file, PNG } from '../../images/files.ts'
import { type Action, holder, keep, of } from './world.ts'

export const ORGANIZATION_ACTIONS: Record<string, Action> = {
  addEmoji: (_, { by, a }) => by.upload(`/realm/emoji/${of(['buoy', 'boat'], a)}`, file(PNG)),
  removeEmoji: (_, { by, a }) => by.delete(`/realm/emoji/${of(['buoy', 'boat'], a)}`),
  addLinkifier: async ({ linkifiers }, { by, a }) =>
    keep(
      linkifiers,
      await by.post('/realm/filters', {
        pattern: `#${a % 3}(?P<id>[0-9]+)`,
        url_template: 'https://bugs.test/{id}',
      }),
      'id',
    ),
  removeLinkifier: ({ linkifiers }, { by, a }) => by.delete(`/realm/filters/${of(linkifiers, a)}`),
  orderLinkifiers: ({ linkifiers }, { by }) =>
    by.patch('/realm/linkifiers', { ordered_linkifier_ids: linkifiers.toReversed() }),
  addDomain: (_, { by, a }) =>
    by.post('/realm/domains', { domain: `${of(['a', 'b'], a)}.example`, allow_subdomains: true }),
  changeDomain: (_, { by, a, b }) =>
    by.patch(`/realm/domains/${of(['a', 'b'], a)}.example`, { allow_subdomains: b % 2 === 0 }),
  removeDomain: (_, { by, a }) => by.delete(`/realm/domains/${of(['a', 'b'], a)}.example`),
  changeRealm: (world, choice) =>
    choice.by.patch(
      '/realm',
      of(
        [
          { name: `Haven ${choice.b}` },
          { can_create_public_channel_group: { new: holder(choice) } },
          { waiting_period_threshold: choice.b },
          { new_stream_announcements_stream_id: of(world.channels, choice.b) },
        ],
        choice.a,
      ),
    ),
  changeDefaults: (_, { by, a }) =>
    by.patch('/realm/user_settings_defaults', { enter_sends: a % 2 === 0 }),
}
