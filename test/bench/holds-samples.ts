// Parameters with which each endpoint succeeds, for measuring its holds, and the endpoints that can
// only refuse there.

import type { Sample } from '../attack/samples.ts'
import { FAR_FUTURE, type Ground, LOGIN } from './holds-fixtures.ts'

/** Endpoints that no call succeeds with in this measurement, and why. */
export const ONLY_REFUSED: Record<string, string> = {
  'POST /mobile_push/e2ee/test_notification': 'no service pushes to telephones',
  'POST /mobile_push/test_notification': 'no service pushes to telephones',
  'POST /account/bootstrap': 'the organization is founded',
  'POST /account/email_change': 'needs a link from a mail',
  'GET /account/key/:key': 'needs a link from a mail',
  'POST /account/register': 'needs a link from a mail',
  'POST /account/password': 'needs a link from a mail',
  'POST /account/signup': 'people are invited',
  'POST /dev_fetch_api_key': 'for development alone',
  'GET /dev_list_users': 'for development alone',
  'POST /jwt/fetch_api_key': 'no key for tokens is configured',
  'GET /calls/bigbluebutton/create': 'not configured',
  'POST /calls/constructorgroups/create': 'not configured',
  'POST /calls/nextcloud_talk/create': 'not configured',
  'POST /calls/webex/create': 'not configured',
  'POST /calls/zoom/create': 'not configured',
  'POST /realm/mail/test': 'no mail server is configured',
}

/** Values that exist, by the name of a parameter. */
export const meant = (ground: Ground): Sample => ({
  stream_id: ground.few,
  to: ground.few,
  topic: 'Topic 1',
  topic_name: 'Topic 1',
  stream: ground.channelNames[1],
  message_id: ground.newest.at(-1),
  user_id: ground.users[5],
  email: ground.emails[3],
  anchor: 'newest',
  num_before: 5000,
  num_after: 0,
  op: 'add',
  password: LOGIN.password,
  queue_id: ground.fixtures.queue,
  channel_folder_id: ground.fixtures.folder,
  group_id: ground.fixtures.defaultGroup,
  user_group_id: ground.fixtures.group,
  bot_id: ground.fixtures.bot,
  draft_id: ground.fixtures.draft,
  saved_snippet_id: ground.fixtures.snippet,
  scheduled_message_id: ground.fixtures.scheduled,
  reminder_id: ground.fixtures.reminder,
  filter_id: ground.fixtures.linkifier,
  playground_id: ground.fixtures.playground,
  field_id: ground.fixtures.profileField,
  invite_id: ground.fixtures.invitation,
  attachment_id: ground.fixtures.attachment,
  // The one that POST /export/realm made before.
  export_id: 1,
  device_id: ground.fixtures.device,
  subscription_id: ground.fixtures.pushSubscription,
  session: ground.fixtures.session,
  path: ground.fixtures.file,
  domain: 'ship.test',
  fragment: 'custom',
})

/** What differs from it in calls of one endpoint. @param at number of the call, for names that are new */
export type Samples = Record<string, (ground: Ground, at: number) => Sample>

const none = { stream: undefined, email: undefined, to: undefined }

export const SAMPLES: Samples = {
  ...({
    'PATCH /channel_folders': ({ fixtures }) => ({ order: [fixtures.folder] }),
    'POST /channel_folders/create': (_, at) => ({ name: `Folder ${at}` }),
    'PATCH /channel_folders/:channel_folder_id': () => ({ name: undefined }),
    'POST /channels/create': (_, at) => ({ name: `Made ${at}` }),
    'PATCH /default_stream_groups/:group_id': (_, at) => ({ new_group_name: `Basics ${at}` }),
    'PATCH /default_stream_groups/:group_id/streams': ({ channelNames }, at) => ({
      stream_names: [channelNames[10 + at]],
    }),
    'POST /default_stream_groups/create': (_, at) => ({ group_name: `Group ${at}` }),
    'PATCH /users/me/subscriptions/muted_topics': () => none,
    'PATCH /users/me/subscriptions': (_, at) => ({ add: [{ name: `Joined ${at}` }] }),
    'POST /users/me/subscriptions': (_, at) => ({ subscriptions: [{ name: `Subscribed ${at}` }] }),
    'DELETE /users/me/subscriptions': ({ channelNames }) => ({ subscriptions: [channelNames[9]] }),
    'DELETE /default_streams': ({ few }) => ({ stream_id: few }),
    'POST /streams/:stream_id/delete_topic': ({ channels }) => ({ stream_id: channels[20] }),
    'DELETE /streams/:stream_id': ({ channels }) => ({ stream_id: channels[21] }),
    'POST /mobile_push/register': () => ({
      push_key_id: 1,
      push_key: Buffer.alloc(33, 0x31).toString('base64'),
      token_kind: 'fcm',
      token_id: Buffer.alloc(8).toString('base64'),
      bouncer_public_key: Buffer.alloc(32).toString('base64'),
      encrypted_push_registration: 'x',
    }),
    'POST /users/me/push_subscriptions': (_, at) => ({
      kind: 'ntfy',
      endpoint: `https://push.invalid/${at}`,
    }),
    'GET /events': () => ({ last_event_id: -1, dont_block: true }),
    'POST /fetch_api_key': () => LOGIN,
    'POST /web/session': () => LOGIN,
  } satisfies Samples),
  ...({
    'DELETE /messages/:message_id': ({ newest }) => ({ message_id: newest.at(-2) }),
    'POST /mark_topic_as_read': ({ everyone }) => ({ stream_id: everyone, topic_name: 'Large' }),
    'PATCH /messages/:message_id': ({ fixtures }, at) => ({
      message_id: fixtures.own,
      content: `hello ${at}`,
      topic: undefined,
      stream_id: undefined,
    }),
    'POST /messages/:message_id/typing': ({ fixtures }) => ({
      message_id: fixtures.own,
      op: 'start',
    }),
    'POST /messages/:message_id/reactions': () => ({ emoji_name: 'heart' }),
    'DELETE /messages/:message_id/reactions': () => ({ emoji_name: 'heart' }),
    'POST /typing': ({ users }) => ({ op: 'start', type: 'direct', to: [users[3]] }),
    'POST /reminders': () => ({ scheduled_delivery_timestamp: FAR_FUTURE }),
    'POST /submessage': ({ fixtures }, at) => ({
      message_id: fixtures.poll,
      content: JSON.stringify({ type: 'new_option', option: `Option ${at}`, idx: at }),
    }),
    'DELETE /scheduled_messages/:scheduled_message_id': () => none,
    'PATCH /scheduled_messages/:scheduled_message_id': () => none,
    'POST /realm/domains': (_, at) => ({ domain: `ship${at}.test` }),
    'DELETE /realm/emoji/:name': () => ({ name: 'ship' }),
    'POST /realm/emoji/:name': () => ({ name: 'large' }),
    'POST /realm/filters': (_, at) => ({
      pattern: `S${at}-(?P<id>[0-9]+)`,
      url_template: 'https://ships.test/{id}',
    }),
    'PATCH /realm/linkifiers': ({ fixtures }) => ({ ordered_linkifier_ids: [fixtures.linkifier] }),
    'POST /realm/playgrounds': (_, at) => ({
      name: `Play ${at}`,
      pygments_language: 'Python',
      url_template: 'https://play.test/?c={code}',
    }),
    'POST /realm/profile_fields': (_, at) => ({ field_type: 1, name: `Field ${at}` }),
    'PATCH /realm/profile_fields': ({ fixtures }) => ({ order: [fixtures.profileField] }),
    'DELETE /realm/logo': () => ({ night: false }),
    'POST /realm/logo': () => ({ night: false }),
  } satisfies Samples),
  ...({
    'PATCH /drafts/:draft_id': ({ few }) => ({
      draft: { type: 'stream', to: [few], topic: 't', content: 'hello' },
    }),
    'POST /navigation_views': (_, at) => ({ fragment: `view ${at}`, name: `View ${at}` }),
    'DELETE /navigation_views/:fragment*': () => ({ fragment: 'custom' }),
    'PATCH /navigation_views/:fragment*': (_, at) => ({ name: `View b${at}` }),
    'PATCH /settings': () => none,
    'PATCH /settings/display': () => none,
    'PATCH /settings/notifications': () => none,
    'POST /users/me/onboarding_steps': () => ({ onboarding_step: 'intro_inbox_view_modal' }),
    'POST /bots': (_, at) => ({ full_name: `Bot ${at}`, short_name: `bot${at}` }),
    'PATCH /bots/:bot_id': (_, at) => ({ full_name: `Robot ${at}` }),
    'POST /invites': ({ everyone }, at) => ({
      invitee_emails: `guest${at}@else.test`,
      stream_ids: [everyone],
    }),
    'DELETE /invites/multiuse/:invite_id': ({ fixtures }) => ({
      invite_id: fixtures.invitationLink,
    }),
    'POST /user_groups/:user_group_id/members': ({ users }, at) => ({ add: [users[100 + at]] }),
    'POST /user_groups/:user_group_id/subgroups': ({ fixtures }, at) => ({
      ...(at === 0 && { add: [fixtures.subgroup] }),
    }),
    'PATCH /user_groups/:user_group_id': (_, at) => ({ name: `Crew ${at}` }),
    'POST /user_groups/create': (_, at) => ({ name: `People ${at}`, description: '' }),
    'POST /user_groups/:user_group_id/deactivate': ({ fixtures }) => ({
      user_group_id: fixtures.group,
    }),
    'GET /users/:user_id/presence': ({ owner }) => ({ user_id: owner.id }),
    'GET /users/:email/presence': () => ({ email: LOGIN.username }),
    'POST /users/me/presence': () => ({ status: 'active' }),
    'PATCH /users/:email': (_, at) => ({ full_name: `Member ${at} Renamed` }),
    'PATCH /users/:user_id': (_, at) => ({ full_name: `Member ${at} Renamed` }),
    'POST /users': (_, at) => ({ email: `made${at}@harbour.test`, full_name: 'New Member' }),
    'DELETE /users/:user_id': ({ users }) => ({ user_id: users[11] }),
    'POST /users/:user_id/reactivate': ({ users }) => ({ user_id: users[11] }),
  } satisfies Samples),
}
