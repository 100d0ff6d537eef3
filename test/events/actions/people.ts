// Actions on users, profile fields, user groups and bots.

import { EVERYONE, MEMBERS } from '../../channels.ts'
import { file, PNG } from '../../images/files.ts'
import { type Action, holder, keep, of } from './world.ts'

export const PEOPLE_ACTIONS: Record<string, Action> = {
  changeRole: (_, { by, other, a }) =>
    by.patch(`/users/${other.id}`, { role: of([600, 400, 300, 200, 100], a) }),
  rename: (_, { by, other, a }) => by.patch(`/users/${other.id}`, { full_name: `Sir ${a}` }),
  deactivate: ({ people }, { by, a }) => by.delete(`/users/${people.at(-1 - (a % 2))!.id}`),
  reactivate: ({ people }, { by, a }) =>
    by.post(`/users/${people.at(-1 - (a % 2))!.id}/reactivate`),
  hideAddress: (_, { by, a }) =>
    by.patch('/settings', { email_address_visibility: of([1, 2, 3, 4, 5], a) }),
  chooseSettings: (_, { by, a, b }) =>
    by.patch(
      '/settings',
      of(
        [
          { enter_sends: b % 2 === 0 },
          { timezone: b % 2 === 0 ? 'Europe/Oslo' : 'Asia/Tokyo' },
          { presence_enabled: b % 2 === 0 },
          { default_language: b % 2 === 0 ? 'de' : 'en' },
          { enable_stream_push_notifications: b % 2 === 0 },
        ],
        a,
      ),
    ),
  sayStatus: (_, { by, a, b }) =>
    by.post('/users/me/status', {
      ...of([{ emoji_name: '' }, { emoji_name: 'boat' }, { emoji_name: 'heart' }, {}], a),
      ...of([{ status_text: '' }, { status_text: 'at sea' }, { away: true }, { away: false }], b),
    }),
  limitSight: (_, { by, a }) =>
    by.patch('/realm', { can_access_all_users_group: { new: of([MEMBERS, EVERYONE], a) } }),
  changePicture: (_, { by, a }) =>
    a % 2 ? by.upload('/users/me/avatar', file(PNG)) : by.delete('/users/me/avatar'),

  addField: async ({ fields }, { by }) =>
    fields.length > 2
      ? by.get('/users/me')
      : keep(
          fields,
          await by.post('/realm/profile_fields', { field_type: 1, name: `field ${fields.length}` }),
          'id',
        ),
  changeField: ({ fields }, { by, a, b }) =>
    by.patch(`/realm/profile_fields/${of(fields, a)}`, { hint: `hint ${b}` }),
  removeField: ({ fields }, { by, a }) => by.delete(`/realm/profile_fields/${of(fields, a)}`),
  fillIn: ({ fields }, { by, a, b }) =>
    by.patch('/users/me/profile_data', {
      data: [{ id: of(fields, a), value: of(['', 'one', 'two'], b) }],
    }),
  clearField: ({ fields }, { by, a }) =>
    by.delete('/users/me/profile_data', { data: [of(fields, a)] }),

  createGroup: async ({ groups }, { by, other }) =>
    keep(
      groups,
      await by.post('/user_groups/create', {
        name: `group ${groups.length}`,
        description: '',
        members: [other.id],
      }),
      'group_id',
    ),
  joinGroup: ({ groups }, { by, other, a }) =>
    by.post(`/user_groups/${of(groups, a)}/members`, { add: [other.id] }),
  leaveGroup: ({ groups }, { by, other, a }) =>
    by.post(`/user_groups/${of(groups, a)}/members`, { delete: [other.id] }),
  nestGroup: ({ groups }, { by, a, b }) =>
    by.post(`/user_groups/${of(groups, a)}/subgroups`, { add: [of(groups, b)] }),
  unnestGroup: ({ groups }, { by, a, b }) =>
    by.post(`/user_groups/${of(groups, a)}/subgroups`, { delete: [of(groups, b)] }),
  changeGroup: ({ groups }, choice) =>
    choice.by.patch(`/user_groups/${of(groups, choice.b)}`, {
      description: `the ${choice.b}th`,
      can_mention_group: { new: holder(choice) },
    }),
  deactivateGroup: ({ groups }, { by, a }) => by.post(`/user_groups/${of(groups, a)}/deactivate`),
  reactivateGroup: ({ groups }, { by, a }) =>
    by.patch(`/user_groups/${of(groups, a)}`, { deactivated: false }),
  grantToGroup: ({ groups, channels }, { by, a, b }) =>
    by.patch(`/streams/${of(channels, a)}`, { can_subscribe_group: { new: of(groups, b) } }),

  makeBot: async ({ bots }, { by, other }) =>
    keep(
      bots,
      await by.post('/bots', {
        full_name: `Robo ${bots.length} ${other.name}`,
        short_name: `robo${bots.length}`,
      }),
      'user_id',
    ),
  changeBot: ({ bots }, { by, other, a, b }) =>
    by.patch(
      `/bots/${of(bots, a)}`,
      of([{ bot_owner_id: other.id }, { default_sending_stream: 'general' }, { role: 600 }], b),
    ),
  endBot: ({ bots }, { by, a }) => by.delete(`/bots/${of(bots, a)}`),
  wakeBot: ({ bots }, { by, a }) => by.post(`/users/${of(bots, a)}/reactivate`),
}
